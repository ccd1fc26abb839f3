// The storage interface of an archive: named objects that are complete or absent. Names are paths such as `log/NAME`
// and `base/NAME`.

import { CannotStart } from '#kit/cannot-start.ts'

export interface Store {
  /** As the operator configured it. */
  readonly place: string
  /** Creates what is needed. Throws StoreRefused when the configuration can never work. */
  prepare(): Promise<void>
  /** Replaces an existing object. Closes the source also on failure. */
  put(name: string, source: AsyncIterable<Buffer>): Promise<void>
  /** False when an object of that name exists, which is left unchanged. */
  putNew(name: string, bytes: Buffer): Promise<boolean>
  /** Throws NotThere before its first byte. */
  get(name: string): AsyncIterable<Buffer>
  has(name: string): Promise<boolean>
  /** The names in a folder, relative to it. Throws NotThere when the storage has no such folder. */
  list(folder: string): Promise<string[]>
  /** Succeeds also when the object does not exist. */
  remove(name: string): Promise<void>
  /** Deletes uploads that were started more than a day ago and never completed, because their process was killed. */
  removeDrafts(now: Date): Promise<void>
  /** The same store, until the signal aborts: requests in flight then fail with StoreAway. */
  within(signal: AbortSignal, options?: StoreOptions): Store
}

export interface StoreOptions {
  /** Maximum number of attempts. */
  attempts?: number
  /** Deadline of one attempt, whatever its size. */
  limitMs?: number
  /** Creates the signal that ends an attempt; AbortSignal.timeout unless a test controls it. */
  startLimit?: (limitMs: number) => AbortSignal
  /** Called while a response is late, before the request is abandoned. */
  onSlow?: (error: StoreAway) => void
}

/** Drafts of running processes are never older. */
export const DRAFT_AGE_MS = 24 * 3600 * 1000

/** The operation was not completed and may succeed later: the store is unreachable, busy or broken. */
export class StoreAway extends Error {}

/** The store refused and will again: a setting or the store must change first. */
export class StoreRefused extends CannotStart {}

export class NotThere extends Error {}

/** All bytes of a small object; null when it does not exist. */
export async function bytesIn(store: Store, name: string): Promise<Buffer | null> {
  try {
    return Buffer.concat(await Array.fromAsync(store.get(name)))
  } catch (error) {
    if (error instanceof NotThere) return null
    throw error
  }
}
