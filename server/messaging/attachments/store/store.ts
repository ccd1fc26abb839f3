// Interface for the storage of attachment bytes, by organization and id. Files are immutable: written once, read,
// deleted.

import type { Readable } from 'node:stream'
import type { Uuid } from '#kit/ids.ts'

export interface FileKey {
  organizationId: Uuid
  id: Uuid
}

/** Bytes of a file, the last one included. */
export interface Part {
  from: number
  to: number
}

export interface AttachmentStore {
  /** Complete and durable once it resolves; when it rejects, nothing exists under the key. */
  put(key: FileKey, bytes: AsyncIterable<Buffer>): Promise<void>
  /** All of it, or a part. Rejects with `NotThere` before the first byte. */
  get(key: FileKey, part?: Part): Promise<Readable>
  /** Size in bytes; null when it does not exist. Rejects when that cannot be determined. */
  sizeOf(key: FileKey): Promise<number | null>
  /** Also what a put left that was cut short. It need not be there. */
  remove(key: FileKey): Promise<void>
  /** Removes leftovers of a killed `put` that `remove` does not cover. */
  removeDrafts?(now: Date): Promise<void>
  /** All that is there, in no order. */
  list(): AsyncIterable<FileKey>
}

export class NotThere extends Error {}
