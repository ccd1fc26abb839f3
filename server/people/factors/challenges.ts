// One-time challenges for a page: encrypted, so that they cannot be forged or read, and stateless, so that requesting
// thousands stores nothing. Used ones are stored until they expire.

import { randomBytes } from 'node:crypto'
import { hashSecret, type Sealer } from '#kit/crypto.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { refusal } from '#kit/refusals.ts'
import * as queries from './queries.ts'
import { CHALLENGE_MS } from './rules.ts'

/** The purpose, for which alone a challenge is valid. */
export type Purpose = 'second step' | 'passkey sign-in' | 'passkey registration' | 'authentication'

/** What the challenge is bound to: the same must hold when it is returned. */
export interface Bound {
  userId: Uuid | null
  sessionId?: Uuid
  organizationId?: Uuid | null
  /** The print of the password that was right in the first step: the challenge is void once the password changes. */
  password?: string
}

export interface Challenge extends Bound {
  /** The value that the authenticator signs, in base64url. */
  nonce: string
  /** Unix milliseconds. */
  expires: number
}

const placeOf = (purpose: Purpose): string => `challenge ${purpose}`

export function give(sealer: Sealer, purpose: Purpose, bound: Bound, at: Date): Challenge & { text: string } {
  const challenge = {
    ...bound,
    nonce: randomBytes(32).toString('base64url'),
    expires: at.getTime() + CHALLENGE_MS,
  }
  return { ...challenge, text: sealer.seal(placeOf(purpose), JSON.stringify(challenge)).toString('base64url') }
}

/**
 * 409 for a challenge that is invalid, expired or for another purpose; all look the same. `spend` detects a used one.
 */
export function read(sealer: Sealer, purpose: Purpose, text: string, at: Date): Challenge {
  let challenge: Challenge
  try {
    challenge = JSON.parse(sealer.open(placeOf(purpose), Buffer.from(text, 'base64url'))) as Challenge
  } catch {
    throw isOver()
  }
  if (challenge.expires <= at.getTime()) throw isOver()
  return challenge
}

/** Marks the challenge as used, in the transaction of the permitted action, so that it works once. */
export async function spend(tx: Tx, { nonce, expires }: Challenge): Promise<void> {
  if ((await tx.run(queries.spend(hashSecret(nonce), new Date(expires)))) === 0) throw isOver()
}

export const isOver = () => refusal('conflict', 'sign_in_step_over')
