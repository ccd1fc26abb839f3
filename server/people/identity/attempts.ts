// Counts sign-in attempts before the password is verified, so that parallel attempts are slowed down too. Known and
// unknown accounts are counted alike, so that neither a delay nor its length reveals which exist.

import type { Tx } from '#kit/database/database.ts'
import { reasonOf } from '#kit/messages/reasons.ts'
import { SlowDown } from '#kit/refusals.ts'
import type { AttemptRow } from './attempt-queries.ts'
import * as queries from './attempt-queries.ts'
import {
  ACCOUNT_FAILURES_OF_ONE_NETWORK,
  afterAttempt,
  type Count,
  type Counted,
  type Counts,
  countKey,
  FAILED_SIGN_INS_KEPT_MS,
  judgedBy,
  PLACES_KEPT_MS,
  type Standing,
} from './rules.ts'

/** The account, its caller's network, and how the caller is known to the account. */
export interface Attempt {
  account: string
  network: string
  standing: Standing
  /** The nonce of a device that was signed in on before; null for an unknown one. */
  device: string | null
}

export interface CountedAttempt extends Attempt {
  counts: Counts
}

export class Attempts {
  readonly #secret: Buffer

  constructor(secret: Buffer) {
    this.#secret = secret
  }

  /** True when the account was signed in to from this network before. */
  async isPlace(tx: Tx, account: string, network: string, at: Date): Promise<boolean> {
    const since = new Date(at.getTime() - PLACES_KEPT_MS)
    return (await tx.row(queries.place(this.#account(account), this.#place(account, network), since))) !== undefined
  }

  /** Counts the attempt as failed; throws SlowDown while the caller must wait. `succeeded` reverts it. */
  async count(tx: Tx, attempt: Attempt, at: Date): Promise<CountedAttempt> {
    const keys = new Map(
      judgedBy[attempt.standing].map((counted) => [this.#key(attempt, counted).toString('hex'), counted]),
    )
    const sorted = [...keys.keys()].toSorted().map((hex) => Buffer.from(hex, 'hex'))
    const rows = await tx.rows<AttemptRow>(queries.lockAttempts(sorted, at))
    const before = Object.fromEntries(
      rows.map((row) => [keys.get(row.email_hash.toString('hex')), countOf(row)]),
    ) as Counts
    const after = afterAttempt(attempt.standing, before, at)
    if ('waitMs' in after) {
      const seconds = Math.ceil(after.waitMs / 1000)
      throw new SlowDown(reasonOf('too_many_failed_sign_ins', { seconds }), seconds)
    }
    for (const [counted, count] of Object.entries(after.counts) as [Counted, Count][])
      await tx.run(queries.setAttempts(this.#key(attempt, counted), count.failures, count.waitsUntil, count.at))
    await tx.run(queries.forgetAttemptsBefore(new Date(at.getTime() - FAILED_SIGN_INS_KEPT_MS)))
    return { ...attempt, counts: after.counts }
  }

  /** After a right password: clears this caller's failures on the account, and records the network as known. */
  async succeeded(tx: Tx, attempt: CountedAttempt, at: Date): Promise<void> {
    const { counts } = attempt
    const own = attempt.standing === 'device' ? 'device' : 'pair'
    // In key order, the lock order of counting.
    const steps = judgedBy[attempt.standing]
      .map((counted) => ({ counted, key: this.#key(attempt, counted) }))
      .toSorted((one, other) => one.key.compare(other.key))
    for (const { counted, key } of steps) {
      const waitBegun = counts[counted]?.waitsUntil ?? null
      if (counted === own) await tx.run(queries.forgetAttempts(key))
      else if (counted === 'network') await tx.run(queries.takeBack(key, 1, waitBegun))
      else
        await tx.run(
          queries.takeBack(key, Math.min(counts[own]?.failures ?? 1, ACCOUNT_FAILURES_OF_ONE_NETWORK), waitBegun),
        )
    }
    const account = this.#account(attempt.account)
    await tx.run(queries.keepPlace(account, this.#place(attempt.account, attempt.network), at))
    await tx.run(queries.forgetPlacesOf(account))
    await tx.run(queries.forgetPlacesBefore(new Date(at.getTime() - PLACES_KEPT_MS)))
  }

  #key({ account, network, device }: Attempt, counted: Counted): Buffer {
    const parts = { pair: [account, network], device: [account, device ?? ''], network: [network], account: [account] }
    return countKey(this.#secret, counted, ...parts[counted])
  }

  #account(account: string): Buffer {
    return countKey(this.#secret, 'account', account)
  }

  #place(account: string, network: string): Buffer {
    return countKey(this.#secret, 'place', account, network)
  }
}

function countOf({ failed_in_a_row, blocked_until, last_at }: AttemptRow): Count {
  return { failures: failed_in_a_row, waitsUntil: blocked_until, at: last_at }
}
