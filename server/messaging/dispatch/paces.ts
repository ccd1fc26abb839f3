// Rate limiter per sending account: at most the configured number of messages a second, over all workers and all
// organizations that share the account, and none while the provider requests a pause. The database hands out slots for
// deliveries that are already claimed: a killed worker loses only its own slots, and N workers send no faster than one.
// spec 7.77.

import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { detailsOf } from '#kit/messages/details.ts'
import type { Held } from './gates.ts'
import * as queries from './pace-queries.ts'
import { SLOTS_AHEAD_MS, type SlotsRow } from './pace-queries.ts'
import { PAUSE_MAX_MS } from './rules.ts'

/** Delay until a process sees a new pause or rate that another process stored. */
const LOOK_AGAIN_MS = 250
/** Accounts whose state is cached; the first entry is the least recently used. */
const ACCOUNTS_MAX = 1_000

const NO_SLOT = detailsOf('rate_limit_reached')
const PAUSED = detailsOf('provider_wants_pause')

interface Asking {
  organizationId: Uuid
  decide(answer: Held | null): void
  fail(error: unknown): void
}

interface Pace {
  perSecond: number
  asking: Asking[]
  isUnderWay: boolean
  isKnown: boolean
  /** When the next held-back delivery is due again: the organizations take turns. */
  nextTurnAt: number
  readonly turns: Map<Uuid, number>
}

type Transactions = Pick<Database, 'transaction' | 'reads'>

/** Owner of the connection turns. */
const PACES = 'paces'

export class AccountPaces {
  readonly #database: Transactions
  readonly #clock: () => Date
  readonly #wait: (ms: number) => Promise<unknown>
  readonly #paces = new Map<string, Pace>()
  #paused = new Map<string, Date>()
  #lookedAt = Number.NEGATIVE_INFINITY
  #looking: Promise<void> | null = null

  /** `wait` waits for a slot; tests that move the clock replace it. */
  constructor(database: Transactions, clock: () => Date, wait: (ms: number) => Promise<unknown> = pause) {
    this.#database = database
    this.#clock = clock
    this.#wait = wait
  }

  /** Null: send now. `perSecond` null: as fast as the provider accepts. Rejects while the database is unavailable. */
  async enter(account: string, perSecond: number | null, organizationId: Uuid): Promise<Held | null> {
    if (performance.now() - this.#lookedAt >= LOOK_AGAIN_MS) await this.#look()
    const until = this.#pausedUntil(account)
    if (until !== null) return { until, detail: PAUSED }
    return perSecond === null ? null : this.#slot(account, perSecond, organizationId)
  }

  /** The provider requested a pause: nothing is sent through the account until then. */
  async pause(account: string, until: Date): Promise<void> {
    const now = this.#clock()
    const capped = new Date(Math.min(until.getTime(), now.getTime() + PAUSE_MAX_MS))
    this.#paused.set(account, capped)
    await this.#database.transaction((tx) => tx.run(queries.pause(account, now, capped)), PACES)
  }

  #pausedUntil(account: string): Date | null {
    const until = this.#paused.get(account)
    if (!until) return null
    const leftMs = until.getTime() - this.#clock().getTime()
    // A longer pause than possible: the clock was set back.
    if (leftMs > 0 && leftMs <= PAUSE_MAX_MS) return until
    this.#paused.delete(account)
    return null
  }

  #look(): Promise<void> {
    this.#looking ??= this.#lookForPauses().finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  async #lookForPauses(): Promise<void> {
    const rows = await this.#database.reads.rows<{ account: string; paused_until: Date }>(queries.paused(this.#clock()))
    for (const { account, paused_until } of rows) this.#paused.set(account, paused_until)
    this.#lookedAt = performance.now()
  }

  #slot(account: string, perSecond: number, organizationId: Uuid): Promise<Held | null> {
    const pace = this.#paceOf(account, perSecond)
    const { promise, resolve, reject } = Promise.withResolvers<Held | null>()
    pace.asking.push({ organizationId, decide: resolve, fail: reject })
    if (!pace.isUnderWay) void this.#ask(account, pace)
    return promise
  }

  #paceOf(account: string, perSecond: number): Pace {
    const pace = this.#paces.get(account) ?? {
      perSecond,
      asking: [],
      isUnderWay: false,
      isKnown: false,
      nextTurnAt: 0,
      turns: new Map(),
    }
    pace.perSecond = perSecond
    this.#paces.delete(account)
    this.#paces.set(account, pace)
    for (const [name, { isUnderWay }] of this.#paces) {
      if (this.#paces.size <= ACCOUNTS_MAX) break
      if (!isUnderWay) this.#paces.delete(name)
    }
    return pace
  }

  /** Callers that arrive during a request share the next one. */
  async #ask(account: string, pace: Pace): Promise<void> {
    pace.isUnderWay = true
    while (pace.asking.length > 0) {
      const asking = fairly(pace.asking.splice(0))
      try {
        this.#answer(pace, asking, await this.#take(account, pace, asking.length))
      } catch (error) {
        for (const { fail } of asking) fail(error)
      }
    }
    pace.isUnderWay = false
  }

  async #take(account: string, pace: Pace, wanted: number): Promise<SlotsRow> {
    const { perSecond, isKnown } = pace
    const row = await this.#database.transaction(async (tx) => {
      if (!isKnown) await tx.run(queries.begin(account, this.#clock()))
      return tx.row<SlotsRow>(queries.takeSlots(account, perSecond, wanted, this.#clock()))
    }, PACES)
    pace.isKnown = row !== undefined && row !== null
    return row ?? { count: 0, in_ms: SLOTS_AHEAD_MS }
  }

  #answer(pace: Pace, asking: Asking[], { count, in_ms: inMs }: SlotsRow): void {
    const everyMs = 1000 / pace.perSecond
    asking.slice(0, count).forEach(({ decide }, index) => {
      const waitMs = inMs + index * everyMs
      if (waitMs <= 0) decide(null)
      else void this.#wait(waitMs).then(() => decide(null))
    })
    const held = asking.slice(count)
    if (held.length > 0) this.#holdBack(pace, held, Math.max(inMs + count * everyMs - SLOTS_AHEAD_MS / 2, everyMs))
  }

  /** Held-back organizations take turns, each with as many deliveries as there will be slots. */
  #holdBack(pace: Pace, held: readonly Asking[], inMs: number): void {
    const now = this.#clock().getTime()
    for (const [id, at] of pace.turns) if (at <= now || at > now + PAUSE_MAX_MS) pace.turns.delete(id)
    const organizations = new Set([...pace.turns.keys(), ...held.map(({ organizationId }) => organizationId)])
    const atOnce = Math.max(1, Math.floor((pace.perSecond * SLOTS_AHEAD_MS) / 1000 / organizations.size))
    const soonest = now + inMs
    if (pace.nextTurnAt < soonest || pace.nextTurnAt > now + PAUSE_MAX_MS) pace.nextTurnAt = soonest
    for (const { organizationId, decide } of held) {
      let at = pace.turns.get(organizationId)
      if (at === undefined) {
        at = Math.ceil(pace.nextTurnAt)
        pace.turns.set(organizationId, at)
        pace.nextTurnAt += (atOnce * 1000) / pace.perSecond
      }
      decide({ until: new Date(at), detail: NO_SLOT, atOnce })
    }
  }
}

/** Interleaves the organizations, one request of each in turn. */
function fairly(asking: readonly Asking[]): Asking[] {
  const queues = [...Map.groupBy(asking, ({ organizationId }) => organizationId).values()]
  if (queues.length <= 1) return [...asking]
  const longest = Math.max(...queues.map(({ length }) => length))
  return Array.from({ length: longest }, (_, place) => queues.flatMap((queue) => queue[place] ?? [])).flat()
}
