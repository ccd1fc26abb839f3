// Authentication with email and password. Uses its own transactions: a failure must stay counted, and nothing is locked
// while a password is hashed.

import type { App } from '#kit/app.ts'
import { hashPassword, newSecret, passwordMatches } from '#kit/crypto.ts'
import { FairTurns } from '#kit/fair-turns.ts'
import type { Uuid } from '#kit/ids.ts'
import { reasonOf } from '#kit/messages/reasons.ts'
import { networkOf } from '#kit/networks.ts'
import { refusal, SlowDown } from '#kit/refusals.ts'
import { type Attempt, Attempts } from './attempts.ts'
import { deviceCookie, deviceOf } from './device.ts'
import * as queries from './queries.ts'
import { soughtEmail } from './rules.ts'

/**
 * One hash takes 19 MiB and some 30 ms of a core, and before it a database connection: strangers must not exhaust the
 * machine.
 */
export const SIGN_INS_AT_ONCE_MAX = 2
export const SIGN_INS_WAITING_MAX = 200
export const SIGN_INS_OF_ONE_CALLER_WAITING_MAX = 8
export const SIGN_IN_WAIT_MS = 3000

const turns = new FairTurns({
  atOnce: SIGN_INS_AT_ONCE_MAX,
  waitingMax: SIGN_INS_WAITING_MAX,
  waitingOfOneMax: SIGN_INS_OF_ONE_CALLER_WAITING_MAX,
  waitMs: SIGN_IN_WAIT_MS,
  leavesRoom: false,
  busy: () => refusal('temporarily_unavailable', 'sign_ins_busy'),
  crowded: () => new SlowDown(reasonOf('sign_ins_waiting'), 1),
})

/** The source of an attempt: an address, or an id in place of it, and the request's cookies. */
export interface Caller {
  address: string
  cookies?: string | undefined
}

export interface Proven {
  userId: Uuid
  /** The Set-Cookie header that makes this device a known one of the person. */
  deviceCookie: string
}

let decoy: Promise<string> | undefined

/**
 * The user with this email and password. Throws sign_in_failed, with the same text after the same time for an unknown
 * address, a wrong password and a user without one; rate_limited while the caller must wait.
 */
export async function proveIdentity(app: App, caller: Caller, email: string, password: string): Promise<Proven> {
  const { database } = app
  const account = soughtEmail(email)
  const attempt = await attemptAt(app, caller, account, account)
  const { standing, device, network } = attempt
  const queueing = { device: `device ${device}`, place: `place ${network} ${account}`, unknown: network }[standing]

  return turns.take(queueing, standing !== 'unknown', () =>
    counted(app, attempt, async () => {
      // Computed by the first sign-in of any kind, so that an unknown address takes no longer than the others.
      decoy ??= hashPassword(newSecret('decoy'))
      const nobodysHash = await decoy
      const user = await database.reads.row<queries.CredentialRow>(queries.credentialsByEmail(account))
      const isRight = await passwordMatches(password, user?.password_hash ?? nobodysHash)
      if (!user || user.password_hash === null || !isRight) throw refusal('sign_in_failed', 'password_wrong')
      return { userId: user.id, deviceCookie: rememberDevice(app, caller, account) }
    }),
  )
}

/**
 * Rate limit for proofs other than the password, counted separately: knowing the password gives no more attempts at the
 * second factor. `email`: the account whose devices are known.
 */
export async function limited<T>(
  app: App,
  caller: Caller,
  { account, email }: { account: string; email: string },
  work: () => Promise<T>,
): Promise<T> {
  return counted(app, await attemptAt(app, caller, account, email), work)
}

/** Only counts: for operations that are limited whether or not they succeed. */
export async function countAttempt(app: App, caller: Caller, account: string): Promise<void> {
  const attempt = await attemptAt(app, { address: caller.address }, account, account)
  const own = { ...attempt, network: `${account.split(' ', 1)[0]} ${attempt.network}` }
  await app.database.transaction((tx) => attemptsOf(app).count(tx, own, app.clock()))
}

const attemptsOf = ({ sealer }: App): Attempts => new Attempts(sealer.keyFor('sign-in attempts'))

async function attemptAt(app: App, caller: Caller, account: string, email: string): Promise<Attempt> {
  const network = networkOf(caller.address)
  const device = deviceOf(app.sealer.keysFor('sign-in device'), caller.cookies, soughtEmail(email), app.clock())
  const isPlace = await attemptsOf(app).isPlace(app.database.reads, account, network, app.clock())
  return { account, network, device, standing: device !== null ? 'device' : isPlace ? 'place' : 'unknown' }
}

/** Counted as failed before verification, so that parallel attempts do not get around the limit. */
async function counted<T>(app: App, attempt: Attempt, work: () => Promise<T>): Promise<T> {
  const { database, clock } = app
  const attempts = attemptsOf(app)
  const noted = await database.transaction((tx) => attempts.count(tx, attempt, clock()))
  const done = await work()
  await database.transaction((tx) => attempts.succeeded(tx, noted, clock()))
  return done
}

/** For people who proved their identity in another way: with the link mailed to their address. */
export function rememberDevice({ sealer, settings, clock }: App, caller: Caller, email: string): string {
  const secrets = sealer.keysFor('sign-in device')
  return deviceCookie(secrets, caller.cookies, soughtEmail(email), settings.publicUrl, clock())
}

/** The hash of a new password, in the same queue as sign-ins. */
export function hashInTurn({ address }: Caller, password: string): Promise<string> {
  return turns.take(networkOf(address), false, () => hashPassword(password))
}
