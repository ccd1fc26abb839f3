// What an archive needs of the place where it lies: objects by name, each there whole or not at all. Names are paths
// such as `log/NAME` and `base/NAME`.

import { CannotStart } from '#kit/cannot-start.ts'

export interface Store {
  /** As an operator names it. */
  readonly place: string
  /** Throws StoreRefused where it can never be used as it is set up. Makes what it needs. */
  prepare(): Promise<void>
  /** Takes the place of what has that name. Ends the source also when it fails. */
  put(name: string, source: AsyncIterable<Buffer>): Promise<void>
  /** False where something has that name already, which then stays. */
  putNew(name: string, bytes: Buffer): Promise<boolean>
  /** Throws NotThere before its first byte. */
  get(name: string): AsyncIterable<Buffer>
  has(name: string): Promise<boolean>
  /** The names in a folder, without it. Throws NotThere where a place has no such folder. */
  list(folder: string): Promise<string[]>
  /** What is not there is removed as well. */
  remove(name: string): Promise<void>
  /** What was begun a day ago and did not come to its end, as its process was killed. */
  removeDrafts(now: Date): Promise<void>
  /** The same, until the signal: what is under way then ends with StoreAway. */
  within(signal: AbortSignal, options?: StoreOptions): Store
}

export interface StoreOptions {
  /** Tried so often at most. */
  attempts?: number
  /** One try takes so long at most, whatever it carries. */
  limitMs?: number
  /** The signal that ends a try after so many milliseconds; AbortSignal.timeout unless a test decides when. */
  startLimit?: (limitMs: number) => AbortSignal
  /** Is told while a request waits for its answer that comes late, before it is given up. */
  onSlow?: (error: StoreAway) => void
}

/** No draft of a process that lives is older. */
export const DRAFT_AGE_MS = 24 * 3600 * 1000

/** Nothing came of it, and something may later: it is out of reach, busy or broken. */
export class StoreAway extends Error {}

/** It said no, and would again: a setting or something in the store has to change first. */
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
