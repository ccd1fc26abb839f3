// SQL of the installation's one row.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Arrival, Home, Place } from './place-rules.ts'

export interface InstallationRow {
  secret_key_fingerprint: string | null
  real_gateway_since: Date | null
  real_email_since: Date | null
  real_app_since: Date | null
  real_sms_since: Date | null
  /** The recorded location; null before the first start that records it. */
  place: Home | null
  /** The location at the last start. */
  found_at: Place | null
  /** Since when no external action may be taken; null while there is no fence. */
  fenced_since: Date | null
  fenced_reason: string | null
}

const columns = sql`
  secret_key_fingerprint, real_gateway_since, real_email_since, real_app_since, real_sms_since,
  place, found_at, fenced_since, fenced_reason`

export function installation(): Statement {
  return sql`select ${columns} from installation where id = 1`
}

/** Like `installation`, with a shared lock until the transaction ends: changing it waits. */
export function holdInstallation(): Statement {
  return sql`select ${columns} from installation where id = 1 for share`
}

/** Like `installation`, with an exclusive lock until the transaction ends: reading it for a change waits too. */
export function lockInstallation(): Statement {
  return sql`select ${columns} from installation where id = 1 for update`
}

/** Updates no row when one is recorded already. */
export function keepKeyFingerprint(fingerprint: string): Statement {
  return sql`
    update installation set secret_key_fingerprint = ${fingerprint} where id = 1 and secret_key_fingerprint is null`
}

const realColumns = {
  real_gateway_since: sql`real_gateway_since`,
  real_email_since: sql`real_email_since`,
  real_app_since: sql`real_app_since`,
  real_sms_since: sql`real_sms_since`,
}
/** When the first real gateway, or the first real account of a channel for all, was set up. */
export type RealSince = keyof typeof realColumns

export function markReal(since: RealSince, at: Date): Statement {
  const column = realColumns[since]
  return sql`update installation set ${column} = ${at} where id = 1 and ${column} is null`
}

// --- Its place, and the fence ---------------------------------------------------------------------------------------

/** The database's own identity: new wherever the database is created anew, kept by restarts. */
export interface DatabasePlace {
  database: string
  table: string
}

export function databasePlace(): Statement {
  return sql`
    select (select oid::text from pg_database where datname = current_database()) as database,
           'installation'::regclass::oid::text as "table"`
}

/** Assigned by initdb. A managed PostgreSQL may forbid reading it. */
export function systemIdentifier(): Statement {
  return sql`select system_identifier::text as system from pg_control_system()`
}

/** At a start: records where it was found; keeps the recorded location, unless none is recorded yet. */
export function notePlace(here: Place): Statement {
  const place = JSON.stringify(here)
  return sql`
    update installation set found_at = ${place}::jsonb, place = coalesce(place, ${place}::jsonb) where id = 1`
}

/** Updates no row when it is fenced already: time and reason stay. */
export function raiseFence(reason: string, at: Date): Statement {
  return sql`
    update installation set fenced_since = ${at}, fenced_reason = ${reason} where id = 1 and fenced_since is null`
}

/** Lifts the fence and records the location. */
export function liftFence(here: Place): Statement {
  return sql`
    update installation set fenced_since = null, fenced_reason = null, place = ${JSON.stringify(here)}::jsonb
     where id = 1`
}

/**
 * Records a move that begins or ends here. That alone fences the installation; the fence that was up before is stored
 * in the move.
 */
export function moveHome({ home, at, reason }: { home: Home; at: Date; reason: string }): Statement {
  return sql`
    update installation
       set place = ${JSON.stringify(home)}::jsonb, fenced_since = ${at}, fenced_reason = ${reason}
     where id = 1`
}

/** Completes a move at the new location, where the installation was never started: `found_at` is unset. */
export function settleAt(here: Place, fence: Arrival['fence']): Statement {
  return sql`
    update installation
       set place = ${JSON.stringify(here)}::jsonb, found_at = null,
           fenced_since = ${fence?.since ?? null}, fenced_reason = ${fence?.reason ?? null}
     where id = 1`
}

/** Advisory lock: one change of the installation's keys in DATA_DIR at a time. */
const KEYS_LOCK = 7_205_759_403_792_794n

export function lockKeys(): Statement {
  return sql`select pg_advisory_xact_lock(${KEYS_LOCK})`
}

export function replaceKeyFingerprint(fingerprint: string): Statement {
  return sql`update installation set secret_key_fingerprint = ${fingerprint} where id = 1`
}
