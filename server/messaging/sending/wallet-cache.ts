// Cached wallet states of the organizations that send through this process. The state after the last flush is the basis
// of the next decision, which saves a read. Any other change creates a new wallet version, which the database detects.

import type { Uuid } from '#kit/ids.ts'
import type { Refusal } from '#kit/refusals.ts'
import type { WalletSnapshot } from './plan.ts'

/** An idle state older than this is read again: another process may have sent in the meantime. */
const FRESH_MS = 1000
/** A second conflict within this time means that another process keeps changing the wallet. */
const CONTENDED_WITHIN_MS = 1000
/** After a conflict, this many of the organization's flushes use the lock right away. */
const LOCKED_AFTER_CONFLICT = 20
/** Maximum number of cached organizations. */
const STATES_MAX = 10_000

export class CachedWallet {
  /** Null if the state is not cached. */
  known: WalletSnapshot | null = null
  /**
   * Changes whenever the state is loaded from the database or discarded, but not by our own flushes. Data read under an
   * earlier epoch may be outdated.
   */
  epoch = 0
  /** Requests that wait for the lock or hold it; until they end, all other requests of the organization wait. */
  #behindLock = 0
  #unlocked: ((held: Refusal | null) => void)[] = []
  /**
   * The refusal after another holder kept the wallet locked for too long; until it is released, nobody else waits for
   * it.
   */
  held: Refusal | null = null
  /** Idempotency keys of flushes in progress, and of those that ended during a read: that read may be older. */
  readonly #flights = new Set<ReadonlySet<string>>()
  #landed: { keys: ReadonlySet<string>; turn: number }[] = []
  /** The turn numbers at which the current readers started. */
  readonly #readers: number[] = []
  #turn = 0
  #lockedFlushes = 0
  #usedAt = -Infinity
  #surprisedAt = -Infinity

  get isIdle(): boolean {
    return this.#flights.size === 0 && this.#readers.length === 0 && this.#behindLock === 0
  }

  isFresh(month: string): boolean {
    if (this.known?.month !== month) return false
    return this.#flights.size > 0 || performance.now() - this.#usedAt < FRESH_MS
  }

  /** True when the next flush must use the lock. Counts down. */
  mustLock(): boolean {
    if (this.#lockedFlushes === 0) return this.held !== null
    this.#lockedFlushes--
    return true
  }

  get isBehindLock(): boolean {
    return this.#behindLock > 0
  }

  /**
   * Resolves when no request of the organization holds the lock any more; with the refusal when they waited in vain.
   */
  unlocked(): Promise<Refusal | null> {
    return new Promise((resolve) => this.#unlocked.push(resolve))
  }

  beginLocked(): void {
    this.#behindLock++
  }

  endLocked(): void {
    this.#behindLock--
    if (this.#behindLock === 0) for (const resolve of this.#unlocked.splice(0)) resolve(this.held)
  }

  /** Stores the state that was read from the database. */
  learn(known: WalletSnapshot): void {
    this.epoch++
    this.known = known
    this.#usedAt = performance.now()
  }

  /**
   * A flush starts to read: keys of concurrent flushes are remembered until it has decided. Returns the function that
   * ends this.
   */
  beginReading(): () => void {
    const began = this.#turn
    this.#readers.push(began)
    return () => {
      this.#readers.splice(this.#readers.indexOf(began), 1)
      const first = Math.min(...this.#readers)
      this.#landed = this.#landed.filter(({ turn }) => turn > first)
    }
  }

  /** True when a flush that a concurrent read may have missed stores a response for this key. */
  isTaken(key: string): boolean {
    for (const keys of this.#flights) if (keys.has(key)) return true
    return this.#landed.some(({ keys }) => keys.has(key))
  }

  /**
   * Registers a flush that produces this state and stores responses for these keys. Returns the function to call when
   * it has ended.
   */
  begin(known: WalletSnapshot, keys: ReadonlySet<string>): () => void {
    this.known = known
    this.#usedAt = performance.now()
    this.#flights.add(keys)
    return () => {
      this.#flights.delete(keys)
      if (this.#readers.length > 0 && keys.size > 0) this.#landed.push({ keys, turn: ++this.#turn })
    }
  }

  giveUp(): void {
    this.epoch++
    this.known = null
  }

  /** The wallet was not in the expected state, or was locked. */
  surprise(): void {
    this.giveUp()
    const now = performance.now()
    if (now - this.#surprisedAt < CONTENDED_WITHIN_MS) this.#lockedFlushes = LOCKED_AFTER_CONFLICT
    this.#surprisedAt = now
  }
}

export class WalletCache {
  readonly #states = new Map<Uuid, CachedWallet>()

  of(organizationId: Uuid): CachedWallet {
    let state = this.#states.get(organizationId)
    if (!state) {
      if (this.#states.size >= STATES_MAX) for (const [id, one] of this.#states) if (one.isIdle) this.#states.delete(id)
      state = new CachedWallet()
      this.#states.set(organizationId, state)
    }
    return state
  }
}
