// Statements for databases that distribute organizations over machines (Citus). Citus routes a statement to an
// organization's machine when every table in it is compared with that organization as a single value; an array with one
// element does not suffice. There a statement therefore concerns one organization (see groups.ts) and says so. On a
// single PostgreSQL the helpers here add nothing to the text.

import type { Tx } from './database.ts'
import { nothing, type Statement, sql } from './sql.ts'

/** The organization id of the installation's own rows; belongs to no organization. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

let isDistributed = false

/**
 * Called once per process after asking the database; and by tests, as a single PostgreSQL accepts these statements too.
 */
export function useShards(areThere: boolean): void {
  isDistributed = areThere
}

/** For statements that need another form there: without locks across organizations, or in two steps. */
export function areShards(): boolean {
  return isDistributed
}

/** `and column = the organization`, for each table of a statement about these organizations. */
export function onShard(column: Statement, organizationIds: readonly string[]): Statement {
  return isDistributed ? sql`and ${column} = ${theOne(organizationIds)}` : nothing
}

/**
 * Parts of an insert from arrays: `insert … select ${id}, … from ${beside} unnest(…) as given (…) where ${condition}`.
 */
export interface Inserting {
  /** The organization of the rows. */
  id: Statement
  beside: Statement
  condition: Statement
}

/** Rows of one organization, or of the installation, which has no row to join with. */
export function insertingFor(organizationId: string): Inserting {
  const isBeside = isDistributed && organizationId !== NOBODY
  return isBeside
    ? ofTheOne(organizationId)
    : { id: sql`${organizationId}::uuid`, beside: nothing, condition: sql`true` }
}

/**
 * Selected together with a row of a distributed table, the new rows are inserted on that organization's machine;
 * otherwise they are fetched here first, and rows skipped by a conflict are reported as inserted. Inserts nothing for
 * an organization that does not exist.
 */
export function ofTheOne(organizationId: string | null): Inserting {
  return {
    id: sql`its.organization_id`,
    beside: sql`(select id as organization_id from organizations where id = ${organizationId}) its cross join`,
    condition: sql`true`,
  }
}

/** Null when there is none: then no row matches. */
export function theOne(organizationIds: readonly string[]): string | null {
  const [only = null, ...others] = organizationIds
  if (others.some((one) => one !== only))
    throw new Error('where organizations are distributed a statement is about one of them')
  return only
}

/** Reads rows of several organizations: in one statement, or in one per organization. */
export async function togetherOrEach<Row>(
  organizationIds: readonly string[],
  read: (ids: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  if (!isDistributed) return read(organizationIds)
  return (await Promise.all(organizationIds.map((id) => read([id])))).flat()
}

/**
 * Resolves a value to its organization through a table that every machine has; on a distributed database this comes
 * first, to avoid asking all machines. Null elsewhere, where one statement finds everything.
 */
export async function shardOf(tx: Tx, organizationBy: Statement): Promise<string | null> {
  if (!isDistributed) return null
  // An unknown value belongs to no organization.
  return (await tx.row<{ org_id: string }>(organizationBy))?.org_id ?? NOBODY
}
