// Round-robin scheduler for a scarce resource: a few at once, and one caller's backlog never delays another's. Waiting
// is limited in time and number.

import type { Refusal } from './refusals.ts'

export interface TurnLimits {
  /** Number of concurrent tasks. */
  atOnce: number
  /**
   * Allows a caller a slot only while more are free than it holds: alone it can hold half of them. There is always a
   * slot for the next caller, however many requests one makes and however long they take.
   */
  leavesRoom: boolean
  /** Maximum number of waiting tasks of all callers. */
  waitingMax: number
  /** Maximum number of waiting tasks per caller. */
  waitingOfOneMax: number
  /** A caller that waits longer than this is refused. */
  waitMs: number
  /** The refusal after waiting too long, or when too many are waiting. */
  busy: () => Refusal
  /** The refusal for a caller with too many waiting requests. */
  crowded: () => Refusal
}

interface Waiting {
  begin: () => void
  timer: NodeJS.Timeout
}

/**
 * The callers in turn order, each with its waiting tasks. A Map preserves the order: a caller goes to the end after its
 * turn.
 */
type Circle = Map<string, Waiting[]>

export class FairTurns {
  readonly #limits: TurnLimits
  readonly #circles: [favoured: Circle, others: Circle] = [new Map(), new Map()]
  /** The number of running tasks per caller. */
  readonly #running = new Map<string, number>()
  #free: number
  #waiting = 0
  #favouredIsNext = true

  constructor(limits: TurnLimits) {
    this.#limits = limits
    this.#free = limits.atOnce
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Runs the work when it is the caller's turn. Every second turn is for favoured callers, if any are waiting. */
  async take<T>(caller: string, isFavoured: boolean, work: () => Promise<T>): Promise<T> {
    // No waiting caller can start now, or it would have when the last slot became free.
    if (this.#mayBegin(caller)) this.#begin(caller)
    else await this.#wait(caller, this.#circles[isFavoured ? 0 : 1])
    try {
      return await work()
    } finally {
      this.#end(caller)
    }
  }

  #mayBegin(caller: string): boolean {
    return this.#free > (this.#limits.leavesRoom ? (this.#running.get(caller) ?? 0) : 0)
  }

  #begin(caller: string): void {
    this.#free--
    this.#running.set(caller, (this.#running.get(caller) ?? 0) + 1)
  }

  #end(caller: string): void {
    this.#free++
    const left = (this.#running.get(caller) ?? 1) - 1
    if (left > 0) this.#running.set(caller, left)
    else this.#running.delete(caller)
    while (this.#next());
  }

  #wait(caller: string, circle: Circle): Promise<void> {
    const { waitingMax, waitingOfOneMax, waitMs, busy, crowded } = this.#limits
    const own = circle.get(caller) ?? []
    if (own.length >= waitingOfOneMax) throw crowded()
    if (this.#waiting >= waitingMax) throw busy()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#remove(circle, caller, one)
        reject(busy())
      }, waitMs)
      const one: Waiting = { begin: resolve, timer }
      own.push(one)
      circle.set(caller, own)
      this.#waiting++
    })
  }

  /** False when no waiting caller can start. */
  #next(): boolean {
    const [favoured, others] = this.#circles
    for (const circle of this.#favouredIsNext ? [favoured, others] : [others, favoured]) {
      for (const [caller, waiting] of circle) {
        if (!this.#mayBegin(caller)) continue
        this.#favouredIsNext = circle === others
        const [one] = waiting as [Waiting, ...Waiting[]]
        this.#remove(circle, caller, one)
        const left = circle.get(caller)
        circle.delete(caller)
        if (left) circle.set(caller, left)
        clearTimeout(one.timer)
        this.#begin(caller)
        one.begin()
        return true
      }
    }
    return false
  }

  #remove(circle: Circle, caller: string, one: Waiting): void {
    const waiting = circle.get(caller) ?? []
    waiting.splice(waiting.indexOf(one), 1)
    if (waiting.length === 0) circle.delete(caller)
    this.#waiting--
  }
}
