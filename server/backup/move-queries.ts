// SQL of a move: the target database, and the connections to the source.

import type { Home } from '#installation/place-rules.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import { quoted } from './queries.ts'

export interface Target {
  /** As a number, such as 150018. */
  version: number
  called: string
  encoding: string
  is_standby: boolean
  /** True when the role may create tables in the schema public; null when there is no such schema. */
  may_create: boolean | null
  role: string
  database: string
}

export const TARGET = `
  select current_setting('server_version_num')::int as version, current_setting('server_version') as called,
         current_setting('server_encoding') as encoding, pg_is_in_recovery() as is_standby,
         has_schema_privilege(to_regnamespace('public'), 'create') as may_create,
         current_user::text as role,
         (select oid::text from pg_database where datname = current_database()) as database`

/** Assigned by initdb. A managed PostgreSQL may forbid reading it. */
export const SYSTEM = `select system_identifier::text as system from pg_control_system()`

export interface Here {
  place: Home | null
  was_started: boolean
}

/** The identity of an installation of any version. */
export const HERE = `
  select to_jsonb(i) -> 'place' as place, to_jsonb(i) ->> 'found_at' is not null as was_started
    from installation i where id = 1`

/** Every installation in use has rows in one of these; `samvad migrate` creates none. */
export const BEGUN = ['organizations', 'users', 'audit_log']

/** With a column: Citus returns no row of a distributed table without one. */
export const hasRows = (table: string): string => `select exists (select 1 from ${quoted(table)}) as has_rows`

export interface Others {
  count: number
  /** One of their addresses; null for a socket of this machine. */
  address: string | null
}

/** Other programs and commands connected to this database. */
export function others(): Statement {
  return sql`
    select count(*)::int as count, min(host(client_addr)) as address from pg_stat_activity
     where datname = current_database() and application_name ~ '^samvad( [0-9]+)?$' and pid <> pg_backend_pid()`
}

export const HAS_CITUS = `select from pg_extension where extname = 'citus'`

/**
 * For the transaction that fills distributed tables: reference tables are written together with the tables that refer
 * to them, and triggers are disabled for emptying, as on a single PostgreSQL.
 */
export const ON_MACHINES = `
  set local citus.multi_shard_modify_mode to 'sequential'; set local citus.enable_unsafe_triggers to on`

export const countOfRows = (table: string): string => `select count(*)::text as count from ${quoted(table)}`
