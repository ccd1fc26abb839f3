// Signing in, in one step or two: the password, then the second factor if the person has one; or a passkey alone, which
// is both. Uses its own transactions: nothing is locked while a password is hashed.

import { hash } from 'node:crypto'
import type { App } from '#kit/app.ts'
import { sameSecret } from '#kit/crypto.ts'
import type { Uuid } from '#kit/ids.ts'
import { signIns } from '#kit/metrics.ts'
import { invalid, Refusal, refusal } from '#kit/refusals.ts'
import { type Static, seconds } from '#kit/wire.ts'
import * as factors from '#people/factors/actions.ts'
import * as challenges from '#people/factors/challenges.ts'
import * as passkeys from '#people/factors/passkeys.ts'
import * as users from '#people/identity/actions.ts'
import { type Caller, proveIdentity, rememberDevice } from '#people/identity/sign-in.ts'
import * as sessions from './actions.ts'
import type { FactorNeeded } from './schema.ts'

export type From = Caller & sessions.Origin

export interface SignedIn {
  secret: string
  deviceCookie: string
}

/** The cookies of a new session, or the second step that is required before. */
export type Step = SignedIn | { needed: Static<typeof FactorNeeded> }

export async function signIn(
  app: App,
  from: From,
  { email, password, organizationId }: { email: string; password: string; organizationId: Uuid | null },
): Promise<Step> {
  const { userId, deviceCookie } = await proveIdentity(app, from, email, password)
  return (
    (await secondStepOf(app, userId, organizationId)) ?? {
      deviceCookie,
      ...(await app.database.transaction((tx) => sessions.begin(tx, userId, organizationId, app.clock(), from))),
    }
  )
}

/** The second step required after a correct password; null for none. */
export async function secondStepOf(
  app: App,
  userId: Uuid,
  organizationId: Uuid | null,
): Promise<{ needed: Static<typeof FactorNeeded> } | null> {
  const { reads } = app.database
  const own = await factors.factorsOf(reads, userId)
  const kinds = factors.kindsOf(own).filter((kind) => kind !== 'passkey' || passkeys.arePasskeysPossible(app))
  if (factors.kindsOf(own).length === 0) return null
  const account = await users.personById(reads, userId)
  const bound = { userId, organizationId, password: printOf(account) }
  const challenge = challenges.give(app.sealer, 'second step', bound, app.clock())
  return {
    needed: {
      challenge: challenge.text,
      expires_at: seconds(new Date(challenge.expires)),
      factors: kinds,
      passkey: kinds.includes('passkey') ? passkeys.requestOptions(app, own.passkeys, challenge.nonce) : null,
    },
  }
}

export async function finishSignIn(app: App, from: From, text: string, proof: factors.Proof): Promise<SignedIn> {
  const { database, sealer, clock } = app
  const challenge = challenges.read(sealer, 'second step', text, clock())
  const account = challenge.userId === null ? null : await users.personById(database.reads, challenge.userId)
  // The password changed since: sign-ins started with the old one end.
  if (!account || !sameSecret(challenge.password ?? '', printOf(account))) throw challenges.isOver()
  return factors.prove(app, from, account, proof, challenge, async (take) => {
    const { secret } = await database.transaction(async (tx) => {
      const at = clock()
      await challenges.spend(tx, challenge)
      await take(tx, at)
      return sessions.begin(tx, account.id, challenge.organizationId ?? null, at, from)
    })
    return { secret, deviceCookie: rememberDevice(app, from, account.email) }
  })
}

const printOf = (account: users.Account | null): string => hash('sha256', account?.password_hash ?? '')

export async function signInByPasskey(
  app: App,
  from: From,
  text: string,
  credential: unknown,
  organizationId: Uuid | null,
): Promise<SignedIn> {
  const { database, sealer, clock } = app
  const challenge = challenges.read(sealer, 'passkey sign-in', text, clock())
  const shown = await passkeys.readShown(app, credential, challenge.nonce, true)
  const account = shown && (await users.personById(database.reads, shown.userId))
  if (!shown || !account) throw refusal('sign_in_failed', 'passkey_unknown')
  const { secret } = await database.transaction(async (tx) => {
    const at = clock()
    await challenges.spend(tx, challenge)
    await shown.take(tx, at)
    return sessions.begin(tx, account.id, organizationId, at, from)
  })
  return { secret, deviceCookie: rememberDevice(app, from, account.email) }
}

export interface Renewal {
  password?: string | undefined
  code?: string | undefined
  passkey?: unknown
  challenge?: string | undefined
}

const PROOFS = ['password', 'code', 'passkey'] as const

/** A signed-in user authenticates again. 422 when that fails: the session continues. */
export async function renew(app: App, session: sessions.Session, given: Renewal): Promise<void> {
  const { database, sealer, clock } = app
  const [field = '', ...others] = PROOFS.filter((name) => given[name] != null)
  if (field === '') throw invalid('password', 'one_of_fields', { fields: PROOFS })
  if (others.length > 0) throw invalid('password', 'only_one_of_fields', { fields: PROOFS })
  const caller = { address: session.id }
  const note = (take?: factors.Take, challenge?: challenges.Challenge) =>
    database.transaction(async (tx) => {
      const at = clock()
      if (challenge) await challenges.spend(tx, challenge)
      await take?.(tx, at)
      await sessions.noteAuthentication(tx, session, at)
    }, session.organizationId)
  try {
    if (given.password != null) {
      await proveIdentity(app, caller, session.email, given.password)
      return await note()
    }
    const challenge =
      given.passkey == null ? null : challenges.read(sealer, 'authentication', given.challenge ?? '', clock())
    if (challenge && (challenge.userId !== session.userId || challenge.sessionId !== session.id))
      throw challenges.isOver()
    const account = await users.personById(database.reads, session.userId)
    if (!account) throw sessions.notSignedIn()
    const proof = { code: given.code ?? undefined, passkey: given.passkey ?? undefined }
    await factors.prove(app, caller, account, proof, challenge, (take) => note(take, challenge ?? undefined))
  } catch (error) {
    throw error instanceof Refusal && error.code === 'sign_in_failed' ? invalid(field, 'proof_wrong') : error
  }
}

/** Counts the outcome in the metrics. */
export async function counted<T>(work: Promise<T>): Promise<T> {
  try {
    const done = await work
    const isHalf = typeof done === 'object' && done !== null && 'needed' in done
    signIns.inc({ result: isHalf ? 'second_factor_needed' : 'succeeded' })
    return done
  } catch (error) {
    signIns.inc({ result: error instanceof Refusal ? error.code : 'internal_error' })
    throw error
  }
}
