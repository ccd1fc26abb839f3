// SQL of address changes. Only the SHA-256 of the links' tokens is stored.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

export interface ChangeRow {
  id: Uuid
  user_id: Uuid
  old_email: string
  old_proven_at: Date | null
  new_email: string
  is_real: boolean | null
  created_at: Date
  over_at: Date
}

const columns = sql`id, user_id, old_email, old_proven_at, new_email, is_real, created_at, over_at`

export function countSince(userId: Uuid, since: Date): Statement {
  return sql`select count(*) as asked from address_changes where user_id = ${userId} and created_at > ${since}`
}

export function insert(
  change: { id: Uuid; userId: Uuid; oldEmail: string; oldProvenAt: Date | null; newEmail: string; overAt: Date },
  at: Date,
): Statement {
  return sql`
    insert into address_changes (id, user_id, old_email, old_proven_at, new_email, created_at, over_at)
    values (${change.id}, ${change.userId}, ${change.oldEmail}, ${change.oldProvenAt}, ${change.newEmail}, ${at},
            ${change.overAt})`
}

export function pending(userId: Uuid, at: Date): Statement {
  return sql`
    select ${columns} from address_changes
     where user_id = ${userId} and confirmed_at is null and ended_at is null and over_at > ${at}`
}

export function endPending(userId: Uuid, at: Date): Statement {
  return sql`
    update address_changes set ended_at = ${at}
     where user_id = ${userId} and confirmed_at is null and ended_at is null`
}

/** Ends pending changes, and those that could still be undone. */
export function endAll(userId: Uuid, at: Date): Statement {
  return sql`update address_changes set ended_at = ${at} where user_id = ${userId} and ended_at is null`
}

/** Returns no row when the change has ended or expired. */
export function keepLink(id: Uuid, hash: Buffer, isReal: boolean, at: Date): Statement {
  return sql`
    update address_changes set hash = ${hash}, is_real = ${isReal}
     where id = ${id} and confirmed_at is null and ended_at is null and over_at > ${at} returning ${columns}`
}

export function keepUndo(id: Uuid, hash: Buffer, at: Date): Statement {
  return sql`
    update address_changes set undo_hash = ${hash}
     where id = ${id} and confirmed_at is not null and ended_at is null and over_at > ${at} returning ${columns}`
}

export function byId(id: Uuid): Statement {
  return sql`select ${columns} from address_changes where id = ${id}`
}

/** Of two concurrent confirmations one waits, and then finds it confirmed. */
export function confirm(userId: Uuid, hash: Buffer, at: Date, overAt: Date): Statement {
  return sql`
    update address_changes set confirmed_at = ${at}, over_at = ${overAt}
     where hash = ${hash} and user_id = ${userId} and confirmed_at is null and ended_at is null and over_at > ${at}
    returning ${columns}`
}

export function undoable(hash: Buffer, at: Date): Statement {
  return sql`
    select ${columns} from address_changes
     where undo_hash = ${hash} and confirmed_at is not null and ended_at is null and over_at > ${at}`
}

export function undo(hash: Buffer, at: Date): Statement {
  return sql`
    update address_changes set ended_at = ${at}
     where undo_hash = ${hash} and confirmed_at is not null and ended_at is null and over_at > ${at}
    returning ${columns}`
}

export function removeBefore(before: Date, limit: number): Statement {
  return sql`
    delete from address_changes where id in (
      select id from address_changes where over_at <= ${before} order by over_at limit ${limit}
         for update skip locked)`
}
