// SQL of users and of their failed sign-ins. Users belong to the installation: an organization sees its own through memberships.

import type { Uuid } from '#kit/ids.ts'
import { type Statement, sql } from '#kit/sql.ts'

/** Old failures that one attempt clears away. */
const FORGOTTEN_AT_ONCE_MAX = 100

export interface NewUser {
  id: Uuid
  email: string
  displayName: string
  passwordHash: string | null
  isOperator: boolean
}

export function insert(user: NewUser, at: Date): Statement {
  return sql`
    insert into users (id, email, display_name, password_hash, is_operator, created_at)
    values (${user.id}, ${user.email}, ${user.displayName}, ${user.passwordHash}, ${user.isOperator}, ${at})`
}

/** No row when the address is taken. */
export function insertUnlessTaken(user: NewUser, at: Date): Statement {
  return sql`
    insert into users (id, email, display_name, password_hash, is_operator, created_at)
    values (${user.id}, ${user.email}, ${user.displayName}, ${user.passwordHash}, ${user.isOperator}, ${at})
    on conflict (lower(email)) do nothing returning id`
}

export function byEmail(email: string): Statement {
  return sql`select id from users where lower(email) = ${email}`
}

export interface CredentialRow {
  id: Uuid
  email: string
  password_hash: string | null
}

export function credentialsByEmail(email: string): Statement {
  return sql`select id, email, password_hash from users where lower(email) = ${email} and disabled_at is null`
}

export function rename(id: Uuid, displayName: string): Statement {
  return sql`update users set display_name = ${displayName} where id = ${id}`
}

export function setPassword(id: Uuid, passwordHash: string): Statement {
  return sql`update users set password_hash = ${passwordHash} where id = ${id}`
}

export function makeOperator(id: Uuid): Statement {
  return sql`update users set is_operator = true where id = ${id}`
}

export interface AttemptRow {
  failed_in_a_row: number
  blocked_until: Date | null
  last_at: Date
}

/** The row of an address, made if need be and locked: attempts on one address are counted one after the other. */
export function lockAttempts(key: Buffer, at: Date): Statement {
  return sql`
    insert into sign_in_attempts (email_hash, failed_in_a_row, last_at) values (${key}, 0, ${at})
    on conflict (email_hash) do update set failed_in_a_row = sign_in_attempts.failed_in_a_row
    returning failed_in_a_row, blocked_until, last_at`
}

export function setAttempts(key: Buffer, failedInARow: number, blockedUntil: Date | null, at: Date): Statement {
  return sql`
    update sign_in_attempts set failed_in_a_row = ${failedInARow}, blocked_until = ${blockedUntil}, last_at = ${at}
     where email_hash = ${key}`
}

export function forgetAttempts(key: Buffer): Statement {
  return sql`delete from sign_in_attempts where email_hash = ${key}`
}

export function forgetAttemptsBefore(before: Date, limit = FORGOTTEN_AT_ONCE_MAX): Statement {
  return sql`
    delete from sign_in_attempts where email_hash in (
      select email_hash from sign_in_attempts where last_at < ${before} order by last_at
       limit ${limit} for update skip locked)`
}
