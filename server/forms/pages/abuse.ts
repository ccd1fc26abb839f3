// Limits that delay or challenge visitors and never cap a form's submissions: per network and form, and for all
// visitors while a form is under attack. Counted per process; the time is an argument. spec 22.32–22.34.

import type { Challenge } from './state.ts'

/** Submissions from one network to one form before it is challenged, and the interval at which one more is allowed. */
export const ADDRESS_BURST = 20
const ADDRESS_REFILL_MS = 30_000
/** The level of suspicious submissions, decreasing by one a second, at which an attack starts and ends. */
export const ATTACK_FROM = 60
const ATTACK_UNTIL = 20
const FADE_MS = 1_000
const KEYS_MAX = 50_000

/** About a second of work for a phone; doubles with each doubling of the excess. */
const BITS = 16
const BITS_MAX = 20
/** Without a script: the minimum time before the next page is submitted, and between submissions from one network. */
export const WAIT_MS = 15_000
const WAIT_APART_MS = 3_000
const WAIT_MS_MAX = 120_000

interface Bucket {
  level: number
  at: number
}

interface AddressBucket extends Bucket {
  lastWait: number
}

interface FormBucket extends Bucket {
  isUnderAttack: boolean
}

export class AbuseWatch {
  readonly #addresses = new Map<string, AddressBucket>()
  readonly #forms = new Map<string, FormBucket>()

  /** The challenge for a submission; null when it may be stored at once. */
  admit(form: string, network: string, isSuspicious: boolean, now: number): Challenge | null {
    const address = faded(this.#addresses, `${form} ${network}`, now, ADDRESS_REFILL_MS, { lastWait: 0 })
    address.level++
    const excess = address.level - ADDRESS_BURST
    if (isSuspicious || excess > 0) this.#suspect(form, now)
    if (excess <= 0 && !this.isUnderAttack(form, now)) return null
    const more = excess <= 0 ? 0 : Math.floor(Math.log2(1 + excess / ADDRESS_BURST))
    address.lastWait = Math.min(Math.max(now + WAIT_MS, address.lastWait + WAIT_APART_MS), now + WAIT_MS_MAX)
    return { bits: Math.min(BITS + more, BITS_MAX), notBefore: address.lastWait }
  }

  isUnderAttack(form: string, now: number): boolean {
    if (!this.#forms.has(form)) return false
    const bucket = faded(this.#forms, form, now, FADE_MS, { isUnderAttack: false })
    if (bucket.isUnderAttack && bucket.level < ATTACK_UNTIL) bucket.isUnderAttack = false
    return bucket.isUnderAttack
  }

  #suspect(form: string, now: number): void {
    const bucket = faded(this.#forms, form, now, FADE_MS, { isUnderAttack: false })
    // Capped, so that a larger attack does not last longer.
    bucket.level = Math.min(bucket.level + 1, 2 * ATTACK_FROM)
    if (bucket.level >= ATTACK_FROM) bucket.isUnderAttack = true
  }
}

/** The current bucket; when there are too many, the least recently used one is removed. */
function faded<More extends object>(
  buckets: Map<string, Bucket & More>,
  key: string,
  now: number,
  everyMs: number,
  more: More,
): Bucket & More {
  const bucket = buckets.get(key) ?? { level: 0, at: now, ...more }
  bucket.level = Math.max(0, bucket.level - Math.max(0, now - bucket.at) / everyMs)
  bucket.at = now
  buckets.delete(key)
  buckets.set(key, bucket)
  if (buckets.size > KEYS_MAX) buckets.delete(buckets.keys().next().value as string)
  return bucket
}
