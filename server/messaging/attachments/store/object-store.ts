// An S3-compatible attachment store, streamed in both directions, part by part. Objects appear complete and never
// change; they are named like the folder store's files.

import { Readable } from 'node:stream'
import type { S3Store } from '#kit/s3/s3-store.ts'
import { NotThere as NoObject } from '#kit/s3/store.ts'
import { type AttachmentStore, type FileKey, NotThere, type Part } from './store.ts'

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const FILE = new RegExp(`^(${UUID})\\.(${UUID})$`)
/** Shards by the last two digits of an id, listed one after another, so that no list becomes long. */
const SHARDS = 256

export class ObjectStore implements AttachmentStore {
  readonly #store: S3Store
  readonly #gate: () => Promise<void>

  constructor(store: S3Store, gate: () => Promise<void> = async () => {}) {
    this.#store = store
    this.#gate = gate
  }

  async put(key: FileKey, bytes: AsyncIterable<Buffer>): Promise<void> {
    await this.#gate()
    await this.#store.put(nameOf(key), bytes)
  }

  async get(key: FileKey, part?: Part): Promise<Readable> {
    const pieces = this.#store.get(nameOf(key), part)
    // Requested immediately, so that a missing object is reported before anything is promised.
    const first = await pieces.next().catch((error) => {
      if (error instanceof NoObject) throw new NotThere('The file is not in the store.', { cause: error })
      throw error
    })
    return Readable.from(from(first, pieces), { objectMode: false })
  }

  async sizeOf(key: FileKey): Promise<number | null> {
    const size = await this.#store.sizeOf(nameOf(key))
    // A missing bucket returns the same error; the state of its objects is then unknown.
    if (size === null) await this.#store.prepare()
    return size
  }

  async remove(key: FileKey): Promise<void> {
    await this.#gate()
    await this.#store.remove(nameOf(key))
  }

  async *list(): AsyncGenerator<FileKey> {
    for (let shard = 0; shard < SHARDS; shard++)
      for (const name of await this.#store.list(shard.toString(16).padStart(2, '0'))) {
        const [, organizationId, id] = FILE.exec(name) ?? []
        if (organizationId !== undefined && id !== undefined) yield { organizationId, id }
      }
  }

  /** Parts of incomplete uploads. */
  async removeDrafts(now: Date): Promise<void> {
    await this.#gate()
    await this.#store.removeDrafts(now)
  }
}

async function* from(first: IteratorResult<Buffer>, rest: AsyncIterator<Buffer> & AsyncIterable<Buffer>) {
  if (first.done) return
  if (first.value.length > 0) yield first.value
  yield* rest
}

function nameOf({ organizationId, id }: FileKey): string {
  const name = `${organizationId}.${id}`
  if (!FILE.test(name)) throw new Error('a file is named by two ids')
  return `${id.slice(-2)}/${name}`
}
