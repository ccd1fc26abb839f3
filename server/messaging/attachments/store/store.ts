// Where the bytes of attachments lie, by organization and id. What is there is never changed: written once, read,
// removed.

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
  /** Whole and durable once it resolves; when it rejects nothing of it is to be found under the key. */
  put(key: FileKey, bytes: AsyncIterable<Buffer>): Promise<void>
  /** All of it, or a part. Rejects with `NotThere` before the first byte. */
  get(key: FileKey, part?: Part): Promise<Readable>
  /** Bytes; null when it is not there. Rejects when that cannot be told. */
  sizeOf(key: FileKey): Promise<number | null>
  /** Also what a put left that was cut short. It need not be there. */
  remove(key: FileKey): Promise<void>
  /** What a put that was killed left, where it is not what `remove` takes with it. */
  removeDrafts?(now: Date): Promise<void>
  /** All that is there, in no order. */
  list(): AsyncIterable<FileKey>
}

export class NotThere extends Error {}
