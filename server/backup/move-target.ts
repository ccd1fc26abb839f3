// Checks the target database of a move before anything is changed: it must be able to hold the installation, and
// contain nothing else.

import type pg from 'pg'
import type { Home, Place } from '#installation/place-rules.ts'
import { CannotStart } from '#kit/cannot-start.ts'
import { sqlState } from '#kit/database/errors.ts'
import { BEGUN, HERE, type Here, hasRows, SYSTEM, TARGET, type Target } from './move-queries.ts'
import { CONTENT } from './queries.ts'

const INSUFFICIENT_PRIVILEGE = '42501'
const POSTGRES_VERSION_LEAST = 150_000
const NAMED_MAX = 5
/** Tables that an installation of any version has. */
const OURS = ['schema_migrations', 'installation', ...BEGUN]

export interface Examine {
  /** The installation that is moved. */
  from: Place
  /** The names of its tables. */
  tables: readonly string[]
  /** The target's name for messages. */
  where: string
}

/**
 * Throws CannotStart with the remedy; changes nothing. Returns the identity that an incomplete move has left there;
 * null when it is empty.
 */
export async function examineTarget(client: pg.Client, { from, tables, where }: Examine): Promise<Home | null> {
  const refuse = (why: string): never => {
    throw new CannotStart(`--to: ${where} ${why} Nothing was changed.`)
  }
  const [target] = (await client.query<Target>(TARGET)).rows as [Target]
  const system = await systemOf(client)
  if (system !== null && system === from.system && target.database === from.database)
    refuse('is the current database of the installation. Use a different one.')
  if (target.version < POSTGRES_VERSION_LEAST)
    refuse(`runs PostgreSQL ${target.called}. Version 15 or newer is required.`)
  if (target.is_standby) refuse('is a read-only standby. Use its primary.')
  if (target.encoding !== 'UTF8')
    refuse(
      `has the encoding ${target.encoding}. Create it again with: create database NAME encoding 'UTF8' template template0.`,
    )
  if (target.may_create === null) refuse('has no schema public. Create the schema or use another database.')
  if (!target.may_create)
    refuse(
      `does not allow the role ${target.role} to create tables in the schema public. Make the role the owner: alter database NAME owner to ${target.role}.`,
    )

  const { rows: content } = await client.query<{ kind: string; name: string }>(CONTENT)
  const found = content.filter(({ kind }) => kind === 'table').map(({ name }) => name)
  const isOurs = OURS.every((name) => found.includes(name))
  const known = [...tables, ...OURS]
  const others = isOurs ? content.filter(({ kind, name }) => kind === 'table' && !known.includes(name)) : content
  if (others.length > 0) {
    const named = others.slice(0, NAMED_MAX).map(({ kind, name }) => `the ${kind} ${name}`)
    const more = others.length > NAMED_MAX ? ` and ${others.length - NAMED_MAX} more` : ''
    refuse(`is not empty. It contains ${named.join(', ')}${more}. Use an empty database.`)
  }
  const here = isOurs ? (await client.query<Here>(HERE)).rows[0] : undefined
  const home = here?.place ?? null
  const isUsed = here !== undefined && (here.was_started || (await hasBegun(client)))
  if (isUsed && !home?.arriving) refuse('already contains an installation. Use an empty database.')
  if (home?.arriving && !isSame(home, from))
    refuse(
      'contains the unfinished move of another installation. Use an empty database, or drop and create this one again.',
    )
  return home
}

async function hasBegun(client: pg.Client): Promise<boolean> {
  for (const table of BEGUN) {
    const { rows } = await client.query<{ has_rows: boolean }>(hasRows(table))
    if (rows[0]?.has_rows) return true
  }
  return false
}

/** The copied rows record where they came from. */
const isSame = (one: Place, other: Place): boolean =>
  one.system === other.system && one.database === other.database && one.table === other.table

async function systemOf(client: pg.Client): Promise<string | null> {
  try {
    return (await client.query<{ system: string }>(SYSTEM)).rows[0]?.system ?? null
  } catch (error) {
    if (sqlState(error) === INSUFFICIENT_PRIVILEGE) return null
    throw error
  }
}
