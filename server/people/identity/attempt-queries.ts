// SQL of failed sign-ins, and of the networks that accounts were signed in to from. Stores keyed hashes only.

import { type Statement, sql } from '#kit/database/sql.ts'

/** Maximum number of old rows that one attempt deletes. */
const FORGOTTEN_AT_ONCE_MAX = 100
/** Maximum number of known networks per account: the latest ones. */
export const PLACES_OF_ONE_MAX = 50

export interface AttemptRow {
  email_hash: Buffer
  failed_in_a_row: number
  blocked_until: Date | null
  last_at: Date
}

/**
 * The rows of these keys, created if missing and locked in a fixed order: concurrent attempts are counted one after
 * another.
 */
export function lockAttempts(keys: Buffer[], at: Date): Statement {
  return sql`
    insert into sign_in_attempts (email_hash, failed_in_a_row, last_at)
    select key, 0, ${at} from unnest(${keys}::bytea[]) as given (key) order by key
    on conflict (email_hash) do update set failed_in_a_row = sign_in_attempts.failed_in_a_row
    returning email_hash, failed_in_a_row, blocked_until, last_at`
}

export function setAttempts(key: Buffer, failures: number, waitsUntil: Date | null, at: Date): Statement {
  return sql`
    update sign_in_attempts set failed_in_a_row = ${failures}, blocked_until = ${waitsUntil}, last_at = ${at}
     where email_hash = ${key}`
}

export function forgetAttempts(key: Buffer): Statement {
  return sql`delete from sign_in_attempts where email_hash = ${key}`
}

/** Reverts an attempt's failures, and the delay that it started unless a later attempt replaced it. */
export function takeBack(key: Buffer, failures: number, waitBegun: Date | null): Statement {
  return sql`
    update sign_in_attempts
       set failed_in_a_row = greatest(failed_in_a_row - ${failures}, 0),
           blocked_until = case when blocked_until = ${waitBegun}::timestamptz then null else blocked_until end
     where email_hash = ${key}`
}

export function forgetAttemptsBefore(before: Date, limit = FORGOTTEN_AT_ONCE_MAX): Statement {
  return sql`
    delete from sign_in_attempts where email_hash in (
      select email_hash from sign_in_attempts where last_at < ${before} order by last_at
       limit ${limit} for update skip locked)`
}

export function place(account: Buffer, network: Buffer, since: Date): Statement {
  return sql`
    select 1 from sign_in_places where account_hash = ${account} and network_hash = ${network} and last_at >= ${since}`
}

export function keepPlace(account: Buffer, network: Buffer, at: Date): Statement {
  return sql`
    insert into sign_in_places (account_hash, network_hash, last_at) values (${account}, ${network}, ${at})
    on conflict (account_hash, network_hash) do update set last_at = excluded.last_at`
}

export function forgetPlacesOf(account: Buffer): Statement {
  return sql`
    delete from sign_in_places where account_hash = ${account} and network_hash in (
      select network_hash from sign_in_places where account_hash = ${account}
       order by last_at desc, network_hash offset ${PLACES_OF_ONE_MAX})`
}

export function forgetPlacesBefore(before: Date, limit = FORGOTTEN_AT_ONCE_MAX): Statement {
  return sql`
    delete from sign_in_places where (account_hash, network_hash) in (
      select account_hash, network_hash from sign_in_places where last_at < ${before} order by last_at
       limit ${limit} for update skip locked)`
}
