// Statements where the database distributes organizations over machines (Citus). It sends a statement whole to an
// organization's machine where every table in it is compared with that organization as one value; an array with one
// organization in it tells it nothing. So there a statement is about one organization at a time (see groups.ts), and
// says so. On one PostgreSQL nothing of this is in the texts: what is written here for it is what they say without it.

import type { Tx } from './database.ts'
import { nothing, type Statement, sql } from './sql.ts'

/** As whose the installation's own rows are kept; no organization. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

let isDistributed = false

/** Once in every process, by who asked the database; and by tests, as one PostgreSQL takes these statements as well. */
export function useShards(areThere: boolean): void {
  isDistributed = areThere
}

/** For what must go another way there: without locks across organizations, or in two steps. */
export function areShards(): boolean {
  return isDistributed
}

/** `and column = the organization`, for each table of a statement about these organizations. */
export function onShard(column: Statement, organizationIds: readonly string[]): Statement {
  return isDistributed ? sql`and ${column} = ${theOne(organizationIds)}` : nothing
}

/**
 * Rows that are inserted from arrays: `insert … select ${id}, … from ${beside} unnest(…) as given (…) where
 * ${condition}`.
 */
export interface Inserting {
  /** The organization of the row. */
  id: Statement
  beside: Statement
  condition: Statement
}

/** Rows of one organization, or of the installation, which has no row beside which they could be. */
export function insertingFor(organizationId: string): Inserting {
  const isBeside = isDistributed && organizationId !== NOBODY
  return isBeside
    ? ofTheOne(organizationId)
    : { id: sql`${organizationId}::uuid`, beside: nothing, condition: sql`true` }
}

/**
 * Taken beside a row of a table that is distributed, the rows are inserted on their machine: otherwise they are
 * brought here first, and rows that a conflict kept out are reported as inserted. Inserts nothing for an organization
 * that is not there.
 */
export function ofTheOne(organizationId: string | null): Inserting {
  return {
    id: sql`its.organization_id`,
    beside: sql`(select id as organization_id from organizations where id = ${organizationId}) its cross join`,
    condition: sql`true`,
  }
}

/** Null for none: no row is of it. */
export function theOne(organizationIds: readonly string[]): string | null {
  const [only = null, ...others] = organizationIds
  if (others.some((one) => one !== only))
    throw new Error('where organizations are distributed a statement is about one of them')
  return only
}

/** What is read of several organizations: at once, or of each by itself. */
export async function togetherOrEach<Row>(
  organizationIds: readonly string[],
  read: (ids: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  if (!isDistributed) return read(organizationIds)
  return (await Promise.all(organizationIds.map((id) => read([id])))).flat()
}

/**
 * A value that leads to its organization by a table that every machine has: where organizations are distributed that
 * is asked first, as otherwise each of them would be. Null elsewhere, where one statement finds all of it.
 */
export async function shardOf(tx: Tx, organizationBy: Statement): Promise<string | null> {
  if (!isDistributed) return null
  // A value that leads nowhere is looked for nowhere.
  return (await tx.row<{ org_id: string }>(organizationBy))?.org_id ?? NOBODY
}
