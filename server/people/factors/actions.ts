// A person's second factors: an authenticator app, passkeys, and recovery codes. Every change is audited in each of the
// person's organizations, because a factor protects access to all of them, and is mailed to the person.

import type { App } from '#kit/app.ts'
import { hashSecret, type Sealer } from '#kit/crypto.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { absent, invalid, refusal } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import * as audit from '#people/audit/actions.ts'
import * as users from '#people/identity/actions.ts'
import { type Caller, limited } from '#people/identity/sign-in.ts'
import * as letters from '#people/letters/actions.ts'
import type { LetterKind } from '#people/letters/texts.ts'
import * as organizations from '#people/organizations/actions.ts'
import type { Challenge } from './challenges.ts'
import * as passkeys from './passkeys.ts'
import type { PasskeyRow, TotpRow } from './queries.ts'
import * as queries from './queries.ts'
import {
  type FactorKind,
  newRecoveryCode,
  newTotpSecret,
  otpauthUrl,
  plainRecoveryCode,
  RECOVERY_CODES,
  stepOfCode,
} from './rules.ts'

const ISSUER = 'Samvad'
export const placeOfSecret = (userId: Uuid): string => `totp ${userId}`

/** A proof in addition to a password. */
export interface Proof {
  code?: string | undefined
  recovery_code?: string | undefined
  passkey?: unknown
}

export interface Factors {
  totp: TotpRow | null
  passkeys: PasskeyRow[]
  recoveryCodesLeft: number
}

export async function factorsOf(tx: Tx, userId: Uuid): Promise<Factors> {
  const [totp, own, codes] = await Promise.all([
    tx.row<TotpRow>(queries.totp(userId)),
    tx.rows<PasskeyRow>(queries.passkeysOf(userId)),
    tx.row<{ left: bigint }>(queries.codesLeft(userId)),
  ])
  return {
    totp: totp?.confirmed_at ? totp : null,
    passkeys: own,
    recoveryCodesLeft: Number(codes?.left ?? 0),
  }
}

/** The kinds with which the person can complete a sign-in; none when the password suffices. */
export function kindsOf({ totp, passkeys: own, recoveryCodesLeft }: Factors): FactorKind[] {
  if (!totp && own.length === 0) return []
  return [
    ...(totp ? (['totp'] as const) : []),
    ...(own.length > 0 ? (['passkey'] as const) : []),
    ...(recoveryCodesLeft > 0 ? (['recovery_code'] as const) : []),
  ]
}

/**
 * Marks the proof as used. Called in the transaction of the permitted action, so that a proof is used once, and only
 * when the action succeeds.
 */
export type Take = (tx: Tx, at: Date) => Promise<void>

const wrong = () => refusal('sign_in_failed', 'factor_wrong')

const WAYS = ['code', 'recovery_code', 'passkey'] as const

/**
 * Verifies the proof, rate limited like passwords; 401 when it is wrong. `work` must call `take` in its transaction.
 */
export async function prove<T>(
  app: App,
  caller: Caller,
  account: users.Account,
  proof: Proof,
  challenge: Challenge | null,
  work: (take: Take) => Promise<T>,
): Promise<T> {
  const ways = WAYS.filter((way) => proof[way] !== undefined && proof[way] !== null)
  if (ways.length === 0) throw invalid('code', 'one_of_fields', { fields: WAYS })
  if (ways.length > 1) throw invalid('code', 'only_one_of_fields', { fields: WAYS })
  const key = { account: `factor ${account.id}`, email: account.email }
  return limited(app, caller, key, async () => work(await takeOf(app, account, proof, challenge)))
}

async function takeOf(app: App, { id }: users.Account, proof: Proof, challenge: Challenge | null): Promise<Take> {
  if (typeof proof.code === 'string') return takeOfCode(app, id, proof.code)
  if (typeof proof.recovery_code === 'string') return takeOfRecoveryCode(id, proof.recovery_code)
  const shown = challenge && (await passkeys.readShown(app, proof.passkey, challenge.nonce))
  if (!shown || shown.userId !== id) throw wrong()
  return shown.take
}

async function takeOfCode({ database, sealer, clock }: App, userId: Uuid, code: string): Promise<Take> {
  const row = await database.reads.row<TotpRow>(queries.totp(userId))
  const secret = row?.confirmed_at ? sealer.open(placeOfSecret(userId), row.secret) : newTotpSecret()
  const step = stepOfCode(secret, code, clock())
  if (!row?.confirmed_at || step === null) throw wrong()
  return async (tx) => {
    if ((await tx.run(queries.takeStep(userId, row.secret, step))) === 0) throw wrong()
  }
}

function takeOfRecoveryCode(userId: Uuid, typed: string): Take {
  const hash = hashSecret(plainRecoveryCode(typed))
  return async (tx, at) => {
    if ((await tx.run(queries.takeCode(userId, hash, at))) === 0) throw wrong()
    const { recoveryCodesLeft } = await factorsOf(tx, userId)
    await tell(tx, userId, 'recovery_code_used', { left: String(recoveryCodesLeft) }, at)
    await record(tx, userId, { userId, tokenId: null }, 'recovery_code.used', { left: recoveryCodesLeft }, at)
  }
}

// --- Adding and removing --------------------------------------------------------------------------------------------

/**
 * Creates a secret for an authenticator app, active once a code of it was confirmed. 409 when one is active already.
 */
export async function beginTotp(tx: Tx, sealer: Sealer, account: users.Account, at: Date) {
  const secret = newTotpSecret()
  const sealed = sealer.seal(placeOfSecret(account.id), secret)
  if ((await tx.run(queries.beginTotp(account.id, sealed, at))) === 0)
    throw refusal('conflict', 'authenticator_app_exists')
  return { secret, otpauth_url: otpauthUrl(secret, { issuer: ISSUER, account: account.email }) }
}

/** Returns the recovery codes if this is the first factor, otherwise null. */
export async function confirmTotp(
  tx: Tx,
  sealer: Sealer,
  userId: Uuid,
  code: string,
  at: Date,
): Promise<string[] | null> {
  const row = await tx.row<TotpRow>(queries.totp(userId))
  if (!row || row.confirmed_at) throw refusal('conflict', 'authenticator_app_not_started')
  const step = stepOfCode(sealer.open(placeOfSecret(userId), row.secret), code, at)
  if (step === null) throw invalid('code', 'authenticator_code_wrong')
  const codes = await firstCodes(tx, userId, at)
  if ((await tx.run(queries.confirmTotp(userId, row.secret, step, at))) === 0)
    throw refusal('conflict', 'authenticator_app_not_started')
  await changed(tx, userId, 'added', { factor: 'totp' }, at)
  return codes
}

export async function removeTotp(tx: Tx, userId: Uuid, at: Date): Promise<void> {
  if ((await tx.run(queries.removeTotp(userId))) === 0) throw absent('authenticator app')
  await changed(tx, userId, 'removed', { factor: 'totp' }, at)
  await dropCodesIfAlone(tx, userId)
}

export async function addPasskey(tx: Tx, row: passkeys.NewPasskey, at: Date): Promise<string[] | null> {
  const codes = await firstCodes(tx, row.user_id, at)
  if ((await tx.run(queries.insertPasskey(row, at))) === 0) throw refusal('already_exists', 'passkey_registered')
  await changed(tx, row.user_id, 'added', { factor: 'passkey', name: row.name }, at)
  return codes
}

export async function removePasskey(tx: Tx, userId: Uuid, id: Uuid, at: Date): Promise<void> {
  const row = await tx.row<PasskeyRow>(queries.removePasskey(userId, id))
  if (!row) throw absent('passkey')
  await changed(tx, userId, 'removed', { factor: 'passkey', name: row.name }, at)
  await dropCodesIfAlone(tx, userId)
}

export async function renamePasskey(tx: Tx, userId: Uuid, id: Uuid, name: string, at: Date): Promise<PasskeyRow> {
  const before = (await passkeys.ofUser(tx, userId)).find((one) => one.id === id)
  if (before?.name === name) return before
  const row = await passkeys.rename(tx, userId, id, name)
  await record(tx, userId, { userId, tokenId: null }, 'factor.updated', { factor: 'passkey', name }, at)
  return row
}

/** Replaces the recovery codes. 409 without a second factor that they could replace. */
export async function makeCodes(tx: Tx, userId: Uuid, at: Date): Promise<string[]> {
  if (kindsOf(await factorsOf(tx, userId)).length === 0) throw refusal('conflict', 'second_factor_missing')
  const codes = await replaceCodes(tx, userId)
  await tell(tx, userId, 'recovery_codes_made', {}, at)
  await record(tx, userId, { userId, tokenId: null }, 'recovery_codes.made', {}, at)
  return codes
}

/** The first factor comes with recovery codes, for when it is lost; null for a further factor. */
async function firstCodes(tx: Tx, userId: Uuid, at: Date): Promise<string[] | null> {
  await users.lockPerson(tx, userId)
  if (kindsOf(await factorsOf(tx, userId)).length > 0) return null
  const codes = await replaceCodes(tx, userId)
  await record(tx, userId, { userId, tokenId: null }, 'recovery_codes.made', {}, at)
  return codes
}

async function replaceCodes(tx: Tx, userId: Uuid): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await tx.run(queries.removeCodes(userId))
  await tx.run(
    queries.insertCodes(
      userId,
      codes.map((code) => hashSecret(plainRecoveryCode(code))),
    ),
  )
  return codes
}

async function dropCodesIfAlone(tx: Tx, userId: Uuid): Promise<void> {
  if (kindsOf(await factorsOf(tx, userId)).length === 0) await tx.run(queries.removeCodes(userId))
}

/**
 * Removes all factors: for an operator who helps a locked-out person, or when an address's real owner takes over the
 * account. Returns true when there were any.
 */
export async function removeAll(tx: Tx, userId: Uuid, doer: audit.Doer, at: Date): Promise<boolean> {
  const removed = (await tx.run(queries.removeTotp(userId))) + (await tx.run(queries.removePasskeys(userId)))
  await tx.run(queries.removeCodes(userId))
  if (removed === 0) return false
  await tell(tx, userId, 'factor_removed', { factor: 'all' }, at)
  await record(tx, userId, doer, 'factor.removed', { factor: 'all' }, at)
  return true
}

/**
 * Removes the factors added since then, possibly by somebody else, and all recovery codes, which that person may have
 * seen.
 */
export async function removeSince(tx: Tx, userId: Uuid, since: Date, at: Date): Promise<void> {
  const removed =
    (await tx.run(queries.removeTotpSince(userId, since))) + (await tx.run(queries.removePasskeysSince(userId, since)))
  const codes = await tx.run(queries.removeCodes(userId))
  if (removed + codes > 0)
    await record(tx, userId, { userId, tokenId: null }, 'factor.removed', { factor: 'since' }, at)
}

async function changed(tx: Tx, userId: Uuid, what: 'added' | 'removed', details: Record<string, string>, at: Date) {
  await tell(tx, userId, `factor_${what}`, details, at)
  await record(tx, userId, { userId, tokenId: null }, `factor.${what}`, details, at)
}

const tell = (tx: Tx, userId: Uuid, kind: LetterKind, details: Record<string, string>, at: Date): Promise<void> =>
  letters.write(tx, userId, kind, details, at)

type FactorAction = Extract<audit.Entry['action'], `factor.${string}` | `recovery_code${string}`>

/** In all of the person's organizations, by id; in the installation's log for a person without any. */
async function record(tx: Tx, userId: Uuid, doer: audit.Doer, action: FactorAction, details: object, at: Date) {
  const own = await organizations.allOfUser(tx, userId)
  const entry = { action, object: publicId('user', userId), details: { ...details } }
  for (const organizationId of own.length === 0 ? [audit.INSTALLATION] : own)
    audit.record(tx, { organizationId, at }, doer, entry)
}
