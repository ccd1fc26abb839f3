// Concurrency limiter and circuit breaker per sending account. When a provider accepts messages and then loses its
// responses, every message in flight ends with an unknown outcome: after a few consecutive ones the circuit opens, and
// one message at a time probes whether the provider responds again. spec 7.28.

import { type Details, detailsOf } from '#kit/messages/details.ts'
import type { SendResult } from '#messaging/channels/adapter.ts'

/** Consecutive unknown outcomes that open an account's circuit. */
export const STREAK_MAX = 3
/** How long the circuit stays open before a probe; doubled after each failed probe, up to the limit. */
export const SHUT_FIRST_MS = 5_000
export const SHUT_MAX_MS = 60_000
/**
 * Concurrency limit of an account that has not responded yet: all of its messages may become unknown. Each response
 * raises the limit by one.
 */
export const WIDTH_FIRST = 5
/** A delivery that waits longer for a slot is requeued: its attempt must end within its lease. */
export const WAIT_MAX_MS = 5_000
/** Delay before a requeued delivery is due again; also applies while a probe is in flight. */
const COME_AGAIN_MS = 1_000
/** Accounts that are remembered; those that were not used for longest begin anew. */
const GATES_MAX = 1_000

const LOST_ANSWERS = detailsOf('account_outcomes_unknown')
const NO_PLACE = detailsOf('account_busy')

/** Not now: the time until which the account accepts nothing, and the reason. */
export interface Held {
  until: Date
  detail: Details
  /** Temporary concurrency limit for the organization on this channel, since further deliveries would be requeued. */
  atOnce?: number
}

/** A slot, released with the outcome of the message. */
export interface Pass {
  leave(outcome: SendResult['outcome'], now: Date): void
}

interface Waiting {
  timer: NodeJS.Timeout
  atOnceMax: number
  decide(answer: Held | Pass): void
}

export class AccountGates {
  readonly #gates = new Map<string, Gate>()
  readonly #tell: (account: string, isShut: boolean) => void

  /** `tell` is called when an account's circuit opens and when it closes. */
  constructor(tell: (account: string, isShut: boolean) => void = () => {}) {
    this.#tell = tell
  }

  /**
   * `atOnceMax`: the account's concurrency limit. `yields`: waits until no caller without this flag waits, as campaign
   * deliveries do for single sends.
   */
  enter(account: string, atOnceMax: number, clock: () => Date, yields = false): Held | Pass | Promise<Held | Pass> {
    const kept = this.#gates.get(account)
    const gate = kept ?? new Gate((isShut) => this.#tell(account, isShut))
    // Reinserted at the end: the first entry is the least recently used.
    this.#gates.delete(account)
    this.#gates.set(account, gate)
    if (!kept) this.#makeRoom()
    return gate.enter(atOnceMax, clock, yields)
  }

  /** Accounts with messages in flight are kept. */
  #makeRoom(): void {
    for (const [account, gate] of this.#gates) {
      if (this.#gates.size <= GATES_MAX) return
      if (!gate.isIdle) continue
      this.#gates.delete(account)
      if (gate.isShut) this.#tell(account, false)
    }
  }
}

class Gate {
  readonly #tell: (isShut: boolean) => void
  readonly #waiting = new Set<Waiting>()
  /** Waiting callers that let all others go first. */
  readonly #yielding = new Set<Waiting>()
  #width = WIDTH_FIRST
  #inHand = 0
  /** Unknown outcomes since one was last accepted. */
  #streak = 0
  #shutForMs = 0
  #shutUntil: Date | null = null

  constructor(tell: (isShut: boolean) => void) {
    this.#tell = tell
  }

  get isShut(): boolean {
    return this.#streak >= STREAK_MAX
  }

  get isIdle(): boolean {
    return this.#inHand + this.#waiting.size + this.#yielding.size === 0
  }

  enter(atOnceMax: number, clock: () => Date, yields: boolean): Held | Pass | Promise<Held | Pass> {
    if (this.isShut) return this.#enterShut(clock())
    if (this.#inHand < Math.min(this.#width, atOnceMax)) return this.#pass()
    const among = yields ? this.#yielding : this.#waiting
    return new Promise((decide) => {
      const timer = setTimeout(() => {
        among.delete(waiting)
        decide(comeAgain(clock(), NO_PLACE))
      }, WAIT_MAX_MS)
      const waiting = { timer, atOnceMax, decide }
      among.add(waiting)
    })
  }

  /** A probe: one message at a time, after the pause and when nothing is in flight. */
  #enterShut(now: Date): Held | Pass {
    if (this.#isPausedAt(now)) return { until: this.#shutUntil as Date, detail: LOST_ANSWERS }
    return this.#inHand === 0 ? this.#pass() : comeAgain(now, LOST_ANSWERS)
  }

  #isPausedAt(now: Date): boolean {
    const leftMs = (this.#shutUntil?.getTime() ?? 0) - now.getTime()
    // A longer wait than possible: the clock was set back.
    return leftMs > 0 && leftMs <= SHUT_MAX_MS
  }

  #pass(): Pass {
    this.#inHand++
    return {
      leave: (outcome, now) => {
        this.#inHand--
        this.#learn(outcome, now)
        this.#admit(now)
      },
    }
  }

  #learn(outcome: SendResult['outcome'], now: Date): void {
    switch (outcome) {
      case 'unknown':
        return this.#lose(now)
      case 'accepted':
        if (this.isShut) this.#tell(false)
        this.#streak = 0
        this.#shutForMs = 0
        this.#width++
        return
      case 'refused':
      case 'temporary':
        // A response, though perhaps one from before the message was transmitted: the next may be sent at once, but
        // after lost responses still one at a time.
        this.#shutUntil = null
        if (this.#streak === 0) this.#width++
        return
      case 'throttled':
      case 'unavailable':
        // Nothing was sent, so no response was lost.
        return
    }
  }

  #lose(now: Date): void {
    const wasShut = this.isShut
    this.#width = 1
    this.#streak++
    // A message that was in flight when the circuit opened adds no new information.
    if (!this.isShut || (wasShut && this.#isPausedAt(now))) return
    this.#shutForMs = Math.min(wasShut ? this.#shutForMs * 2 : SHUT_FIRST_MS, SHUT_MAX_MS)
    this.#shutUntil = new Date(now.getTime() + this.#shutForMs)
    if (!wasShut) this.#tell(true)
  }

  /** Admits waiting callers in order while there are slots; rejects all of them while the circuit is open. */
  #admit(now: Date): void {
    for (const among of [this.#waiting, this.#yielding])
      for (const waiting of among) {
        const isPlace = this.#inHand < Math.min(this.#width, waiting.atOnceMax)
        if (!this.isShut && !isPlace) return
        clearTimeout(waiting.timer)
        among.delete(waiting)
        waiting.decide(this.isShut ? this.#enterShut(now) : this.#pass())
      }
  }
}

const comeAgain = (now: Date, detail: Details): Held => ({ until: new Date(now.getTime() + COME_AGAIN_MS), detail })
