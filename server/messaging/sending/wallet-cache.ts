// What this process knows of the organizations that send: the state that its last flush left each wallet in, so that
// the next one is decided without asking. Whatever else happens to a wallet makes another state of it, which the
// database then finds.

import type { Uuid } from '#kit/ids.ts'
import type { Refusal } from '#kit/refusals.ts'
import type { WalletSnapshot } from './plan.ts'

/** A state that nobody works on is asked for again after this: another process may have sent meanwhile. */
const FRESH_MS = 1000
/** A second surprise within this means that others move the wallet all the time. */
const CONTENDED_WITHIN_MS = 1000
/** So many flushes of it go behind the lock at once then. */
const LOCKED_AFTER_CONFLICT = 20
/** Organizations that are remembered. */
const STATES_MAX = 10_000

export class CachedWallet {
  /** Null when it is not known. */
  known: WalletSnapshot | null = null
  /**
   * Another one whenever the state came from the database or was given up, and not by a flush of ours. What was read
   * before belongs to an earlier one: it may show what is gone, or not yet what is there.
   */
  epoch = 0
  /**
   * Requests that wait for the lock or are behind it; until they are done everything else of the organization waits
   * for them.
   */
  #behindLock = 0
  #unlocked: ((held: Refusal | null) => void)[] = []
  /** What was said when somebody held the wallet for too long; until they let go nobody else waits with it. */
  held: Refusal | null = null
  /**
   * The keys of flushes on their way, and of those that ended while another was reading: what it read may be older
   * than they are.
   */
  readonly #flights = new Set<ReadonlySet<string>>()
  #landed: { keys: ReadonlySet<string>; turn: number }[] = []
  /** The turns in which those who read began. */
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

  /** Whether the next flush is to go behind the lock. Counts it. */
  mustLock(): boolean {
    if (this.#lockedFlushes === 0) return this.held !== null
    this.#lockedFlushes--
    return true
  }

  get isBehindLock(): boolean {
    return this.#behindLock > 0
  }

  /** Resolves when nobody of it is behind the lock any more; with what was said if they waited for it in vain. */
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

  /** As the database has it now. */
  learn(known: WalletSnapshot): void {
    this.epoch++
    this.known = known
    this.#usedAt = performance.now()
  }

  /**
   * A flush begins to read; until it has decided, what others do meanwhile is remembered for it. Returns what ends
   * that.
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

  /** Whether a flush that may not show in what was read answers a request with this key. */
  isTaken(key: string): boolean {
    for (const keys of this.#flights) if (keys.has(key)) return true
    return this.#landed.some(({ keys }) => keys.has(key))
  }

  /**
   * A flush that makes this state of it is on its way, with the answers to these keys. Returns what is to be called
   * when it has ended.
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

  /** It was not in the state that was decided on, or somebody held it. */
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
