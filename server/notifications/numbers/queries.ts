// SQL of users' phone numbers for notices, and of the codes that verify them.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { NoticeLanguage } from './rules.ts'
import type { CodeStatus } from './schema.ts'

export interface NumberRow {
  user_id: Uuid
  phone_number: string
  language: NoticeLanguage
  verified_at: Date | null
  asked_in: Uuid
  asked_at: Date
  code_id: Uuid
  code_status: CodeStatus
  code_hash: Buffer | null
  code_left_at: Date | null
  code_expires_at: Date | null
  wrong_codes: number
  updated_at: Date
}

const columns = sql`
  user_id, phone_number, language, verified_at, asked_in, asked_at, code_id, code_status, code_hash, code_left_at,
  code_expires_at, wrong_codes, updated_at`

export function ofUser(userId: Uuid): Statement {
  return sql`select ${columns} from notification_numbers where user_id = ${userId}`
}

export function verifiedOf(userId: Uuid): Statement {
  return sql`select phone_number from notification_numbers where user_id = ${userId} and verified_at is not null`
}

export interface Asking {
  userId: Uuid
  phoneNumber: string
  language: NoticeLanguage
  organizationId: Uuid
  codeId: Uuid
}

/** Replaces any previous number; its verification is lost. */
export function ask({ userId, phoneNumber, language, organizationId, codeId }: Asking, at: Date): Statement {
  return sql`
    insert into notification_numbers (user_id, phone_number, language, asked_in, asked_at, code_id, code_status,
      code_due_at, updated_at)
    values (${userId}, ${phoneNumber}, ${language}, ${organizationId}, ${at}, ${codeId}, 'waiting', ${at}, ${at})
    on conflict (user_id) do update
       set phone_number = excluded.phone_number, language = excluded.language, verified_at = null,
           asked_in = excluded.asked_in, asked_at = excluded.asked_at, code_id = excluded.code_id,
           code_status = 'waiting', code_due_at = excluded.code_due_at, code_hash = null, code_left_at = null,
           code_expires_at = null, wrong_codes = 0, updated_at = excluded.updated_at
    returning ${columns}`
}

export function remove(userId: Uuid): Statement {
  return sql`delete from notification_numbers where user_id = ${userId}`
}

// --- Verifying a code ------------------------------------------------------------------------------------------------

/**
 * Counts the attempt as wrong before the code is compared; returns no row when no code is valid or none may be tried.
 */
export function countTry(userId: Uuid, wrongMax: number, at: Date): Statement {
  return sql`
    update notification_numbers set wrong_codes = wrong_codes + 1
     where user_id = ${userId} and code_hash is not null and code_expires_at > ${at} and wrong_codes < ${wrongMax}
    returning ${columns}`
}

/** Returns no row when another code was requested or another number entered in the meantime. */
export function verify(userId: Uuid, codeId: Uuid, at: Date): Statement {
  return sql`
    update notification_numbers
       set verified_at = ${at}, code_status = 'used', code_hash = null, code_expires_at = null, updated_at = ${at}
     where user_id = ${userId} and code_id = ${codeId} and verified_at is null
    returning ${columns}`
}

// --- Sending codes ---------------------------------------------------------------------------------------------------

export function due(at: Date, limit: number): Statement {
  return sql`
    select ${columns} from notification_numbers where code_status = 'waiting' and code_due_at <= ${at}
     order by code_due_at limit ${limit} for update skip locked`
}

/** Recorded before sending: if the worker is killed, the outcome is unknown. */
export function leave({ user_id, code_id }: NumberRow, hash: Buffer, at: Date, expiresAt: Date): Statement {
  return sql`
    update notification_numbers
       set code_status = 'leaving', code_hash = ${hash}, code_left_at = ${at}, code_expires_at = ${expiresAt}
     where user_id = ${user_id} and code_id = ${code_id}`
}

/** Stores the result. Deletes the hash of a code that was certainly not sent, because the next one differs. */
export function settle(
  { user_id, code_id }: NumberRow,
  { status, dueAt, hasLeft }: { status: CodeStatus; dueAt: Date; hasLeft: boolean },
): Statement {
  return sql`
    update notification_numbers
       set code_status = ${status}, code_due_at = ${dueAt},
           code_hash = case when ${hasLeft} then code_hash end,
           code_expires_at = case when ${hasLeft} then code_expires_at end
     where user_id = ${user_id} and code_id = ${code_id} and code_status = 'leaving'`
}

/** Gives up codes whose sender has reported no result. */
export function giveUpLeaving(before: Date): Statement {
  return sql`
    update notification_numbers set code_status = 'unknown' where code_status = 'leaving' and code_left_at < ${before}`
}

// --- Recent requests -----------------------------------------------------------------------------------------------

/** Serializes requests until the transaction ends: parallel ones could otherwise exceed the limit. */
export function lockAsking(): Statement {
  return sql`select pg_advisory_xact_lock(hashtextextended('codes of notification numbers', 0))`
}

export function askedSince(userId: Uuid, numberHash: Buffer, since: Date): Statement {
  return sql`
    select count(*) filter (where user_id = ${userId})::int4 as of_user,
           count(*) filter (where number_hash = ${numberHash})::int4 as of_number, count(*)::int4 as of_all
      from notification_codes where created_at > ${since}`
}

export function noteAsked(id: Uuid, userId: Uuid, numberHash: Buffer, at: Date): Statement {
  return sql`
    insert into notification_codes (id, user_id, number_hash, created_at)
    values (${id}, ${userId}, ${numberHash}, ${at})`
}

export function forgetAskedBefore(before: Date, limit: number): Statement {
  return sql`
    delete from notification_codes where id in (
      select id from notification_codes where created_at < ${before} order by created_at
       limit ${limit} for update skip locked)`
}
