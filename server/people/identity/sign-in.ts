// Proving who one is with email and password. It opens its own transactions: a failure must stay counted, and nothing
// is locked while a password is hashed.

import type { App } from '#kit/app.ts'
import { hashPassword, newSecret, passwordMatches } from '#kit/crypto.ts'
import { FairTurns } from '#kit/fair-turns.ts'
import type { Uuid } from '#kit/ids.ts'
import { networkOf } from '#kit/networks.ts'
import { Refusal, SlowDown } from '#kit/refusals.ts'
import { type Attempt, Attempts } from './attempts.ts'
import { deviceCookie, deviceOf } from './device.ts'
import * as queries from './queries.ts'
import { soughtEmail } from './rules.ts'

/**
 * Each takes 19 MiB and some 30 ms of a core, and a connection to the database before: strangers must not exhaust the
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
  busy: () => new Refusal('temporarily_unavailable', 'Too many people sign in at this moment; try again in a second.'),
  crowded: () => new SlowDown('Too many requests from this address are waiting; try again in a second.', 1),
})

/** Where a password comes from: an address (or what stands for one), and the cookies that came with it. */
export interface Caller {
  address: string
  cookies?: string | undefined
}

export interface Proven {
  userId: Uuid
  /** The Set-Cookie that makes this device one of the person's. */
  deviceCookie: string
}

let decoy: Promise<string> | undefined

/**
 * The user whose email and password these are. Refuses with sign_in_failed, the same words after the same time for an
 * unknown address, a wrong password and a user without one; with rate_limited while the caller waits.
 */
export async function proveIdentity(app: App, caller: Caller, email: string, password: string): Promise<Proven> {
  const { database, sealer } = app
  const attempts = new Attempts(sealer.keyFor('sign-in attempts'))
  const deviceSecrets = sealer.keysFor('sign-in device')
  const account = soughtEmail(email)
  const network = networkOf(caller.address)
  const device = deviceOf(deviceSecrets, caller.cookies, account, app.clock())
  const isPlace = await attempts.isPlace(database.reads, account, network, app.clock())
  const standing = device !== null ? 'device' : isPlace ? 'place' : 'unknown'
  const attempt: Attempt = { account, network, device, standing }
  const queueing = { device: `device ${device}`, place: `place ${network} ${account}`, unknown: network }[standing]

  return turns.take(queueing, standing !== 'unknown', async () => {
    const counted = await database.transaction((tx) => attempts.count(tx, attempt, app.clock()))
    // Made by everybody, so that the first unknown address takes no longer than the others.
    decoy ??= hashPassword(newSecret('decoy'))
    const nobodysHash = await decoy
    const user = await database.reads.row<queries.CredentialRow>(queries.credentialsByEmail(account))
    const isRight = await passwordMatches(password, user?.password_hash ?? nobodysHash)
    if (!user || user.password_hash === null || !isRight)
      throw new Refusal('sign_in_failed', 'No user has this email and password.')
    await database.transaction((tx) => attempts.succeeded(tx, counted, app.clock()))
    return { userId: user.id, deviceCookie: rememberDevice(app, caller, account) }
  })
}

/** For who proved who they are in another way: by the link that was sent to their address. */
export function rememberDevice({ sealer, settings, clock }: App, caller: Caller, email: string): string {
  const secrets = sealer.keysFor('sign-in device')
  return deviceCookie(secrets, caller.cookies, soughtEmail(email), settings.publicUrl, clock())
}

/** The hash of a new password, in turn with those who sign in. */
export function hashInTurn({ address }: Caller, password: string): Promise<string> {
  return turns.take(networkOf(address), false, () => hashPassword(password))
}
