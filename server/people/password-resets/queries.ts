// SQL of password resets by mailed link. Only the SHA-256 of the token is stored.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

export interface ResetRow {
  id: Uuid
  user_id: Uuid
  is_real: boolean
  password_print: string
}

export function countSince(userId: Uuid, since: Date): Statement {
  return sql`select count(*) as asked from password_resets where user_id = ${userId} and created_at > ${since}`
}

export function insert(
  reset: { id: Uuid; userId: Uuid | null; passwordPrint: string; expiresAt: Date },
  at: Date,
): Statement {
  return sql`
    insert into password_resets (id, user_id, password_print, created_at, expires_at)
    values (${reset.id}, ${reset.userId}, ${reset.passwordPrint}, ${at}, ${reset.expiresAt})`
}

/** Updates no row when the reset has ended or expired. */
export function keepLink(id: Uuid, hash: Buffer, isReal: boolean, at: Date): Statement {
  return sql`
    update password_resets set hash = ${hash}, is_real = ${isReal}
     where id = ${id} and used_at is null and expires_at > ${at}`
}

export function open(hash: Buffer, at: Date): Statement {
  return sql`
    select id, user_id, is_real, password_print from password_resets
     where hash = ${hash} and used_at is null and expires_at > ${at}`
}

/** Of two concurrent uses one waits, and then finds it used. */
export function take(hash: Buffer, at: Date): Statement {
  return sql`
    update password_resets set used_at = ${at} where hash = ${hash} and used_at is null and expires_at > ${at}
    returning id, user_id, is_real, password_print`
}

export function voidAll(userId: Uuid, at: Date): Statement {
  return sql`update password_resets set used_at = ${at} where user_id = ${userId} and used_at is null`
}

export function removeBefore(before: Date, limit: number): Statement {
  return sql`
    delete from password_resets where id in (
      select id from password_resets where expires_at <= ${before} order by expires_at limit ${limit}
         for update skip locked)`
}
