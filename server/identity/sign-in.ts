// Proving who one is with email and password. It opens its own transactions: a failure must stay counted, and nothing is
// locked while a password is hashed.

import type { App } from '#kit/app.ts'
import { hashPassword, newSecret, passwordMatches } from '#kit/crypto.ts'
import type { Uuid } from '#kit/ids.ts'
import { Refusal } from '#kit/refusals.ts'
import { countAttempt, forgiveAttempts } from './actions.ts'
import * as queries from './queries.ts'
import { readEmail } from './rules.ts'

/** Each takes 19 MiB and some 30 ms of a core: more at once are told to try again, so that strangers cannot exhaust the machine. */
export const SIGN_INS_AT_ONCE_MAX = 16

let running = 0
let decoy: Promise<string> | undefined

/**
 * The user whose email and password these are. Refuses with sign_in_failed, the same words after the same time for an
 * unknown address, a wrong password and a user without one; with rate_limited while the address waits.
 */
export async function proveIdentity(app: App, email: string, password: string): Promise<Uuid> {
  if (running >= SIGN_INS_AT_ONCE_MAX)
    throw new Refusal('temporarily_unavailable', 'Too many people sign in at this moment; try again in a second.')
  running++
  try {
    await app.database.transaction((tx) => countAttempt(tx, email, app.clock()))
    // Made by everybody, so that the first unknown address takes no longer than the others.
    decoy ??= hashPassword(newSecret('decoy'))
    const nobodysHash = await decoy
    const user = await app.database.reads.row<queries.CredentialRow>(queries.credentialsByEmail(readEmail(email) ?? ''))
    const isRight = await passwordMatches(password, user?.password_hash ?? nobodysHash)
    if (!user || user.password_hash === null || !isRight)
      throw new Refusal('sign_in_failed', 'No user has this email and password.')
    await app.database.transaction((tx) => forgiveAttempts(tx, email))
    return user.id
  } finally {
    running--
  }
}
