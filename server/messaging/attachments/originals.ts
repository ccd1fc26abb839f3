// The originals of inbound messages: mails as they were received, in the attachment store. The file is written before
// the message is stored, and attached in the message's transaction; a file without a message is deleted.

import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { refusal } from '#kit/refusals.ts'
import { RECEIVED_BYTES_MAX } from '#messaging/channels/email/receiver/kept-mail.ts'
import { insertOriginal, type OriginalRow, originalOf } from './original-queries.ts'
import { keepFile, noteFile } from './other-files.ts'
import { UPLOAD_KEPT_MS } from './rules.ts'
import { type AttachmentStore, NotThere } from './store/store.ts'
import { dropFile } from './take.ts'

/** A mail provider may deliver a larger mail by webhook; its message is then stored without the original. */
export const ORIGINAL_BYTES_MAX = RECEIVED_BYTES_MAX
/** Concurrent downloads of originals per process: each keeps a file open for as long as its reader takes. */
const SERVED_AT_ONCE_MAX = 100

/** Stored, and not attached to a message yet. */
export interface StoredOriginal {
  id: Uuid
  size: number
  /** In hexadecimal. */
  sha256: string
}

/** Runs outside any transaction. Null if it is too large; rejects if a retry may succeed. */
export async function storeOriginal(
  app: App,
  store: AttachmentStore,
  { organizationId }: Pick<Scope, 'organizationId'>,
  bytes: Buffer,
): Promise<StoredOriginal | null> {
  if (bytes.length === 0) return null
  if (bytes.length > ORIGINAL_BYTES_MAX) {
    const about = { organization_id: organizationId, size: bytes.length }
    app.log.warn(about, 'original email too large; message stored without it')
    return null
  }
  const at = app.clock()
  const id = newUuid(at.getTime())
  const scope = { organizationId, at }
  const dueAt = new Date(at.getTime() + UPLOAD_KEPT_MS)
  await app.database.transaction((tx) => noteFile(tx, scope, id, dueAt), organizationId)
  try {
    await store.put({ organizationId, id }, Readable.from([bytes], { objectMode: false }))
  } catch (error) {
    await dropFile(app, store, organizationId, id)
    throw error
  }
  return { id, size: bytes.length, sha256: hash('sha256', bytes) }
}

/** Runs in the transaction that stores the message. */
export async function attachOriginal(tx: Tx, scope: Scope, messageId: Uuid, stored: StoredOriginal): Promise<void> {
  if (!(await keepFile(tx, scope, stored.id))) throw new Error('storing the original email took too long')
  await tx.run(insertOriginal(scope, { ...stored, messageId }))
}

export interface OpenOriginal {
  size: number
  content: Readable
}

/** Serves originals to everyone who may read the message. */
export class Originals {
  readonly #app: App
  readonly #store: AttachmentStore
  #open = 0

  constructor(app: App, store: AttachmentStore) {
    this.#app = app
    this.#store = store
  }

  /** `isHead`: the file is not read. */
  async open(organizationId: Uuid, messageId: Uuid, isHead: boolean): Promise<OpenOriginal> {
    const row = await this.#app.database.reads.row<OriginalRow>(originalOf(organizationId, messageId))
    if (!row) throw noOriginal()
    if (isHead) return { size: row.size, content: Readable.from([]) }
    if (this.#open >= SERVED_AT_ONCE_MAX) throw refusal('temporarily_unavailable', 'too_many_downloads')
    this.#open++
    try {
      const content = await this.#store.get({ organizationId, id: row.id })
      content.once('close', () => this.#open--)
      return { size: row.size, content }
    } catch (error) {
      this.#open--
      throw error instanceof NotThere ? noOriginal() : error
    }
  }
}

const noOriginal = () => refusal('not_found', 'original_not_found')
