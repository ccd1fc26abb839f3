// The gates to the accounts through which messages leave: how many may be on their way through one at once, and when
// none may. With a provider that takes messages in and then loses its answers, each of them is one of which nobody
// knows: after a few in a row its account is shut, and one message at a time tries whether it answers again. spec 7.28.

import { type Details, detailsOf } from '#kit/messages/details.ts'
import type { SendResult } from '#messaging/channels/adapter.ts'

/** So many unknown outcomes in a row shut an account. */
export const STREAK_MAX = 3
/** For how long; then one is tried, and each that is in vain makes it twice as long, up to the limit. */
export const SHUT_FIRST_MS = 5_000
export const SHUT_MAX_MS = 60_000
/**
 * So many leave at once through an account that has not answered yet: all of them may become unknown. Each answer lets
 * one more in.
 */
export const WIDTH_FIRST = 5
/** Who waits longer for a place goes back to the queue: what it was claimed for must end within its lease. */
export const WAIT_MAX_MS = 5_000
/** How soon it comes again; who comes while another is tried, too. */
const COME_AGAIN_MS = 1_000
/** Accounts that are remembered; those that were not used for longest begin anew. */
const GATES_MAX = 1_000

const LOST_ANSWERS = detailsOf('account_outcomes_unknown')
const NO_PLACE = detailsOf('account_busy')

/** Not now: until when, and why. */
export interface Held {
  until: Date
  detail: Details
  /** So many of the organization may be in hand on the channel for a while, as more would only come back. */
  atOnce?: number
}

/** A place, to be given back with what became of the message. */
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

  /** `tell` hears that an account is shut, and that it is open again. */
  constructor(tell: (account: string, isShut: boolean) => void = () => {}) {
    this.#tell = tell
  }

  /**
   * `atOnceMax`: so many messages the account takes at once, at the most. `yields`: it waits behind all that do not, as
   * a campaign's delivery does behind single sends.
   */
  enter(account: string, atOnceMax: number, clock: () => Date, yields = false): Held | Pass | Promise<Held | Pass> {
    const kept = this.#gates.get(account)
    const gate = kept ?? new Gate((isShut) => this.#tell(account, isShut))
    // Put back as the last one: the first is the one that was not used for longest.
    this.#gates.delete(account)
    this.#gates.set(account, gate)
    if (!kept) this.#makeRoom()
    return gate.enter(atOnceMax, clock, yields)
  }

  /** What one remembers is lost only when nothing is on its way through it. */
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
  /** Those that let all the others pass first. */
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

  /** One at a time, once the pause is over and nothing is under way any more. */
  #enterShut(now: Date): Held | Pass {
    if (this.#isPausedAt(now)) return { until: this.#shutUntil as Date, detail: LOST_ANSWERS }
    return this.#inHand === 0 ? this.#pass() : comeAgain(now, LOST_ANSWERS)
  }

  #isPausedAt(now: Date): boolean {
    const leftMs = (this.#shutUntil?.getTime() ?? 0) - now.getTime()
    // Longer than it can be: the clock was set back.
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
        // An answer, though perhaps one from before the message went out: the next may go, and still one by one where
        // answers were lost.
        this.#shutUntil = null
        if (this.#streak === 0) this.#width++
        return
      case 'throttled':
      case 'unavailable':
        // Nothing left, so that nothing could be lost.
        return
    }
  }

  #lose(now: Date): void {
    const wasShut = this.isShut
    this.#width = 1
    this.#streak++
    // What was on its way when it was shut says nothing new.
    if (!this.isShut || (wasShut && this.#isPausedAt(now))) return
    this.#shutForMs = Math.min(wasShut ? this.#shutForMs * 2 : SHUT_FIRST_MS, SHUT_MAX_MS)
    this.#shutUntil = new Date(now.getTime() + this.#shutForMs)
    if (!wasShut) this.#tell(true)
  }

  /** Those for whom there is a place go, in the order in which they came; where it is shut, all go back. */
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
