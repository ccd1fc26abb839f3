// Files of attachments, originals, exports and forms in a backup: those of the snapshot's rows, after the tables. No
// file is removed while a snapshot is being read, so all of them exist; a missing one is reported, and the rest is
// written.

import { createHash, type Hash } from 'node:crypto'
import type { AttachmentStore, FileKey } from '#messaging/attachments/store/store.ts'
import type { TableContents } from './contents.ts'
import { ATTACHMENT_PAGE, attachmentsAfter } from './queries.ts'
import type { Snapshot } from './snapshot.ts'
import { tarStream } from './tar.ts'

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const NAME = new RegExp(`^attachments/(${UUID})\\.(${UUID})$`)
const TABLE = 'attachments'

const nameOf = ({ organizationId, id }: FileKey): string => `attachments/${organizationId}.${id}`

/** Null for another name. */
export function keyOf(name: string): FileKey | null {
  const [, organizationId, id] = NAME.exec(name) ?? []
  return organizationId === undefined || id === undefined ? null : { organizationId, id }
}

/** Totals of all files; `rows` are files. */
export class FileTally {
  files = 0
  #bytes = 0
  readonly #digest: Hash = createHash('sha256')

  async *over(key: FileKey, body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    this.files++
    this.#digest.update(nameOf(key))
    for await (const chunk of body) {
      this.#bytes += chunk.length
      this.#digest.update(chunk)
      yield chunk
    }
  }

  contents(): TableContents {
    return { rows: this.files, bytes: this.#bytes, sha256: this.#digest.digest('hex') }
  }
}

export interface WrittenFiles {
  contents: TableContents
  /** The number of rows whose file is missing in the store. */
  missing: number
}

export async function* filesOfAttachments(
  { client, takenAt, tables }: Snapshot,
  store: AttachmentStore,
): AsyncGenerator<Buffer, WrittenFiles> {
  const tally = new FileTally()
  let missing = 0
  let after: [string, string] | null = null
  const names = tables.map(({ name }) => name)
  // A database from before attachments has no such table.
  while (names.includes(TABLE)) {
    const { rows }: { rows: { org_id: string; id: string }[] } = await client.query(attachmentsAfter(after, names))
    for (const { org_id: organizationId, id } of rows) {
      const key = { organizationId, id }
      const size = await store.sizeOf(key)
      if (size === null) missing++
      else yield* tarStream(nameOf(key), size, tally.over(key, await store.get(key)), takenAt)
    }
    const last = rows.at(-1)
    if (rows.length < ATTACHMENT_PAGE || last === undefined) break
    after = [last.org_id, last.id]
  }
  return { contents: tally.contents(), missing }
}

/** Writes files to the store of the restored installation; `undo` removes them after a failure. */
export class RestoredFiles {
  readonly #store: AttachmentStore
  readonly #put: FileKey[] = []

  constructor(store: AttachmentStore) {
    this.#store = store
  }

  async put(key: FileKey, bytes: AsyncIterable<Buffer>): Promise<void> {
    await this.#store.put(key, bytes)
    this.#put.push(key)
  }

  async undo(): Promise<void> {
    for (const key of this.#put) await this.#store.remove(key).catch(() => {})
  }
}
