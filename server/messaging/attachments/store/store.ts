// Interface for the storage of attachment bytes, by organization and id. Files are immutable: written once, read,
// deleted.

import type { Readable } from 'node:stream'
import type { Uuid } from '#kit/ids.ts'

export interface FileKey {
  organizationId: Uuid
  id: Uuid
}

/** A range of bytes, `to` included. */
export interface Part {
  from: number
  to: number
}

export interface AttachmentStore {
  /** Complete and durable once it resolves; when it rejects, nothing exists under the key. */
  put(key: FileKey, bytes: AsyncIterable<Buffer>): Promise<void>
  /** The whole file, or a part. Rejects with `NotThere` before the first byte. */
  get(key: FileKey, part?: Part): Promise<Readable>
  /** Size in bytes; null when it does not exist. Rejects when that cannot be determined. */
  sizeOf(key: FileKey): Promise<number | null>
  /** Also removes what an interrupted `put` left. The file need not exist. */
  remove(key: FileKey): Promise<void>
  /** Removes leftovers of a killed `put` that `remove` does not cover. */
  removeDrafts?(now: Date): Promise<void>
  /** All files, in no particular order. */
  list(): AsyncIterable<FileKey>
}

export class NotThere extends Error {}
