// The storage interface of an archive: named objects that are complete or absent. Names are paths such as `log/NAME`
// and `base/NAME`.

import { CannotStart } from '#kit/cannot-start.ts'

export interface Store {
  /** As an operator names it. */
  readonly place: string
  /** Creates what is needed. Throws StoreRefused when the configuration can never work. */
  prepare(): Promise<void>
  /** Replaces an existing object. Closes the source also on failure. */
  put(name: string, source: AsyncIterable<Buffer>): Promise<void>
  /** False where something has that name already, which then stays. */
  putNew(name: string, bytes: Buffer): Promise<boolean>
  /** Throws NotThere before its first byte. */
  get(name: string): AsyncIterable<Buffer>
  has(name: string): Promise<boolean>
  /** The names in a folder, without it. Throws NotThere where a place has no such folder. */
  list(folder: string): Promise<string[]>
  /** Succeeds also when the object does not exist. */
  remove(name: string): Promise<void>
  /** Deletes uploads that were started more than a day ago and never completed, because their process was killed. */
  removeDrafts(now: Date): Promise<void>
  /** The same, until the signal: what is under way then ends with StoreAway. */
  within(signal: AbortSignal, options?: StoreOptions): Store
}

export interface StoreOptions {
  /** Tried so often at most. */
  attempts?: number
  /** Deadline of one attempt, whatever its size. */
  limitMs?: number
  /** Creates the signal that ends an attempt; AbortSignal.timeout unless a test controls it. */
  startLimit?: (limitMs: number) => AbortSignal
  /** Called while a response is late, before the request is abandoned. */
  onSlow?: (error: StoreAway) => void
}

/** No draft of a process that lives is older. */
export const DRAFT_AGE_MS = 24 * 3600 * 1000

/** Nothing came of it, and something may later: it is out of reach, busy or broken. */
export class StoreAway extends Error {}

/** The store refused and will again: a setting or the store must change first. */
export class StoreRefused extends CannotStart {}

export class NotThere extends Error {}

/** All of a small one; null where there is none. */
export async function bytesIn(store: Store, name: string): Promise<Buffer | null> {
  try {
    return Buffer.concat(await Array.fromAsync(store.get(name)))
  } catch (error) {
    if (error instanceof NotThere) return null
    throw error
  }
}
