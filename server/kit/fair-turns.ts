// Turns at something dear: a few at once, callers one after the other in a circle, so that who asks a thousand times waits for
// themselves. Nobody waits long, and what waits is bounded.

import { Refusal, SlowDown } from './refusals.ts'

export interface TurnLimits {
  /** Works at the same time. */
  atOnce: number
  /** What may wait, of all callers together. */
  waitingMax: number
  /** What may wait of one caller. */
  waitingOfOneMax: number
  /** Who did not get a turn within this is told to try again. */
  waitMs: number
}

interface Waiting {
  begin: () => void
  timer: NodeJS.Timeout
}

/** Callers in a circle, each with what it waits for. A Map keeps the order: who had a turn goes to the end. */
type Circle = Map<string, Waiting[]>

export class FairTurns {
  readonly #limits: TurnLimits
  readonly #circles: [favoured: Circle, others: Circle] = [new Map(), new Map()]
  #running = 0
  #waiting = 0
  #favouredIsNext = true

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Runs the work when it is this caller's turn. Every second turn is for favoured callers, while there are any. */
  async take<T>(caller: string, isFavoured: boolean, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limits.atOnce) await this.#wait(caller, this.#circles[isFavoured ? 0 : 1])
    else this.#running++
    try {
      return await work()
    } finally {
      this.#running--
      this.#next()
    }
  }

  #wait(caller: string, circle: Circle): Promise<void> {
    const { waitingMax, waitingOfOneMax, waitMs } = this.#limits
    const own = circle.get(caller) ?? []
    if (own.length >= waitingOfOneMax)
      throw new SlowDown('Too many requests from this address are waiting; try again in a second.', 1)
    if (this.#waiting >= waitingMax) throw busy()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#remove(circle, caller, one)
        reject(busy())
      }, waitMs)
      const one: Waiting = { begin: resolve, timer }
      circle.set(caller, [...own, one])
      this.#waiting++
    })
  }

  #next(): void {
    const [favoured, others] = this.#circles
    const circle = (this.#favouredIsNext && favoured.size > 0) || others.size === 0 ? favoured : others
    this.#favouredIsNext = circle === others
    const [first] = circle
    if (!first) return
    const [caller, [one, ...rest]] = first as [string, [Waiting, ...Waiting[]]]
    circle.delete(caller)
    if (rest.length > 0) circle.set(caller, rest)
    this.#waiting--
    this.#running++
    clearTimeout(one.timer)
    one.begin()
  }

  #remove(circle: Circle, caller: string, one: Waiting): void {
    const rest = (circle.get(caller) ?? []).filter((other) => other !== one)
    if (rest.length > 0) circle.set(caller, rest)
    else circle.delete(caller)
    this.#waiting--
  }
}

const busy = () =>
  new Refusal('temporarily_unavailable', 'Too many people sign in at this moment; try again in a second.')
