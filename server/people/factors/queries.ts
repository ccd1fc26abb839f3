// SQL of second factors and used challenges. Factors belong to a person, in all organizations.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

export interface TotpRow {
  secret: Buffer
  created_at: Date
  confirmed_at: Date | null
}

export function totp(userId: Uuid): Statement {
  return sql`select secret, created_at, confirmed_at from totp_factors where user_id = ${userId}`
}

/** Replaces an unconfirmed secret; updates no row when one is confirmed. */
export function beginTotp(userId: Uuid, secret: Buffer, at: Date): Statement {
  return sql`
    insert into totp_factors (user_id, secret, created_at) values (${userId}, ${secret}, ${at})
    on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at
     where totp_factors.confirmed_at is null`
}

/** Confirms only the secret that the code was verified with. */
export function confirmTotp(userId: Uuid, secret: Buffer, step: number, at: Date): Statement {
  return sql`
    update totp_factors set confirmed_at = ${at}, last_step = ${step}
     where user_id = ${userId} and secret = ${secret} and confirmed_at is null`
}

/** Updates no row when this or a later code was already used: of two concurrent attempts one waits and is refused. */
export function takeStep(userId: Uuid, secret: Buffer, step: number): Statement {
  return sql`
    update totp_factors set last_step = ${step}
     where user_id = ${userId} and secret = ${secret} and confirmed_at is not null and last_step < ${step}`
}

export function removeTotp(userId: Uuid): Statement {
  return sql`delete from totp_factors where user_id = ${userId} and confirmed_at is not null`
}

export function removeTotpSince(userId: Uuid, since: Date): Statement {
  return sql`delete from totp_factors where user_id = ${userId} and coalesce(confirmed_at, created_at) >= ${since}`
}

export function forgetUnconfirmed(before: Date, limit: number): Statement {
  return sql`
    delete from totp_factors where user_id in (
      select user_id from totp_factors where confirmed_at is null and created_at <= ${before} limit ${limit}
         for update skip locked)`
}

export function sealedSecrets(after: Uuid, limit: number): Statement {
  return sql`
    select user_id, secret from totp_factors where user_id > ${after} order by user_id limit ${limit} for update`
}

export function reseal(userId: Uuid, secret: Buffer): Statement {
  return sql`update totp_factors set secret = ${secret} where user_id = ${userId}`
}

// --- Recovery codes -------------------------------------------------------------------------------------------------

export function removeCodes(userId: Uuid): Statement {
  return sql`delete from recovery_codes where user_id = ${userId}`
}

export function insertCodes(userId: Uuid, hashes: Buffer[]): Statement {
  return sql`
    insert into recovery_codes (user_id, hash)
      select ${userId}, hash from unnest(${hashes}::bytea[]) as given (hash)`
}

export function takeCode(userId: Uuid, hash: Buffer, at: Date): Statement {
  return sql`
    update recovery_codes set used_at = ${at} where user_id = ${userId} and hash = ${hash} and used_at is null`
}

export function codesLeft(userId: Uuid): Statement {
  return sql`select count(*) as left from recovery_codes where user_id = ${userId} and used_at is null`
}

// --- Passkeys -------------------------------------------------------------------------------------------------------

export interface PasskeyRow {
  id: Uuid
  user_id: Uuid
  credential_id: Buffer
  public_key: Buffer
  sign_count: bigint
  transports: string[]
  name: string
  is_synced: boolean
  created_at: Date
  last_used_at: Date | null
}

const columns = sql`id, user_id, credential_id, public_key, sign_count, transports, name, is_synced, created_at,
  last_used_at`

export function passkeysOf(userId: Uuid): Statement {
  return sql`select ${columns} from passkeys where user_id = ${userId} order by id`
}

export function passkeyByCredential(credentialId: Buffer): Statement {
  return sql`select ${columns} from passkeys where credential_id = ${credentialId}`
}

/** Inserts no row when the passkey is registered already. */
export function insertPasskey(row: Omit<PasskeyRow, 'created_at' | 'last_used_at'>, at: Date): Statement {
  return sql`
    insert into passkeys (id, user_id, credential_id, public_key, sign_count, transports, name, is_synced, created_at)
    values (${row.id}, ${row.user_id}, ${row.credential_id}, ${row.public_key}, ${row.sign_count}, ${row.transports},
            ${row.name}, ${row.is_synced}, ${at})
    on conflict (credential_id) do nothing`
}

/** Updates no row when it was used in the meantime, or was removed. */
export function usePasskey(id: Uuid, before: bigint, signCount: bigint, isSynced: boolean, at: Date): Statement {
  return sql`
    update passkeys set sign_count = ${signCount}, is_synced = ${isSynced}, last_used_at = ${at}
     where id = ${id} and sign_count = ${before}`
}

export function renamePasskey(userId: Uuid, id: Uuid, name: string): Statement {
  return sql`update passkeys set name = ${name} where user_id = ${userId} and id = ${id} returning ${columns}`
}

export function removePasskey(userId: Uuid, id: Uuid): Statement {
  return sql`delete from passkeys where user_id = ${userId} and id = ${id} returning ${columns}`
}

export function removePasskeysSince(userId: Uuid, since: Date): Statement {
  return sql`delete from passkeys where user_id = ${userId} and created_at >= ${since}`
}

export function removePasskeys(userId: Uuid): Statement {
  return sql`delete from passkeys where user_id = ${userId}`
}

// --- Used challenges ------------------------------------------------------------------------------------------------

/** Inserts no row when it was used before; of two concurrent uses one waits for the other. */
export function spend(hash: Buffer, expiresAt: Date): Statement {
  return sql`
    insert into spent_challenges (hash, expires_at) values (${hash}, ${expiresAt}) on conflict (hash) do nothing`
}

export function forgetSpent(before: Date, limit: number): Statement {
  return sql`
    delete from spent_challenges where hash in (
      select hash from spent_challenges where expires_at <= ${before} order by expires_at limit ${limit}
         for update skip locked)`
}
