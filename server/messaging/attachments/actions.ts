// Attachments: upload, metadata and download. Sending and receiving them with messages is in sending and inbound.

import type { Readable } from 'node:stream'
import type { Actor, App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { FairTurns } from '#kit/fair-turns.ts'
import type { Uuid } from '#kit/ids.ts'
import { absent, invalid, type Refusal, refusal } from '#kit/refusals.ts'
import { enqueueWork } from '#kit/work.ts'
import type { Links } from './links.ts'
import type { AttachmentRow } from './queries.ts'
import * as queries from './queries.ts'
import { partIn, quotaBytes, UNUSED_KEPT_MS } from './rules.ts'
import { type AttachmentStore, NotThere, type Part } from './store/store.ts'
import { dropFile, type StoredFile, takeFile } from './take.ts'

/** Concurrent uploads per process. Organizations take turns, so that none occupies all of them. */
export const UPLOADS_AT_ONCE_MAX = 16
const UPLOADS_WAITING_MAX = 500
export const UPLOADS_OF_ONE_WAITING_MAX = 100
const UPLOAD_WAIT_MS = 20_000
/** Concurrent downloads per process: each keeps a file open for as long as its reader takes. */
export const SERVED_AT_ONCE_MAX = 500

const tooManyUploads = () => refusal('temporarily_unavailable', 'too_many_uploads')

export class Uploads {
  readonly #app: App
  readonly #store: AttachmentStore
  readonly #turns = new FairTurns({
    atOnce: UPLOADS_AT_ONCE_MAX,
    leavesRoom: true,
    waitingMax: UPLOADS_WAITING_MAX,
    waitingOfOneMax: UPLOADS_OF_ONE_WAITING_MAX,
    waitMs: UPLOAD_WAIT_MS,
    busy: tooManyUploads,
    crowded: tooManyUploads,
  })

  constructor(app: App, store: AttachmentStore) {
    this.#app = app
    this.#store = store
  }

  /** Refuses an upload at once if the quota is already exhausted. */
  take(
    { organizationId }: Pick<Actor, 'organizationId'>,
    file: { filename: string | null; content: Readable },
  ): Promise<StoredFile> {
    return this.#turns.take(organizationId, false, async () => {
      const used = await this.#app.database.reads.row<{ bytes: bigint }>(queries.usage(organizationId))
      if (used && Number(used.bytes) >= this.#quota) throw this.#full()
      const stored = await takeFile(this.#app, this.#store, organizationId, file)
      if (stored.size > 0) return stored
      await this.drop({ organizationId }, stored)
      throw invalid('file', 'file_empty')
    })
  }

  drop({ organizationId }: Pick<Actor, 'organizationId'>, { id }: StoredFile): Promise<void> {
    return dropFile(this.#app, this.#store, organizationId, id)
  }

  async keep(tx: Tx, actor: Actor, stored: StoredFile): Promise<AttachmentRow> {
    const { organizationId, userId, at } = actor
    const { id, filename, contentType, size } = stored
    if (!(await tx.row(queries.keepPending(organizationId, id))))
      throw refusal('temporarily_unavailable', 'file_too_slow')
    await tx.run(queries.insert(actor, { ...stored, messageId: null, place: null, createdBy: userId }))
    tx.onCommit(enqueueWork('attachment_removal', organizationId, new Date(at.getTime() + UNUSED_KEPT_MS)))
    // Last, because concurrent uploads of the organization wait for this row.
    if (size > this.#quota || !(await tx.row(queries.addUsage(organizationId, size, this.#quota)))) throw this.#full()
    return { id, message_id: null, filename, content_type: contentType, size }
  }

  get #quota(): number {
    return quotaBytes(this.#app.settings.attachmentsQuotaMegabytes)
  }

  #full(): Refusal {
    return invalid('file', 'attachments_full', { megabytes: this.#app.settings.attachmentsQuotaMegabytes })
  }
}

export async function find(tx: Tx, actor: Actor, id: Uuid): Promise<AttachmentRow> {
  const row = await tx.row<AttachmentRow>(queries.visible(actor, id))
  if (!row) throw absent('attachment')
  return row
}

export interface Served {
  row: AttachmentRow
  content: Readable
  /** The requested part of the file; null for all of it. */
  part: Part | null
}

/** Serves files behind links: every failure returns the same response. */
export class Serving {
  readonly #app: App
  readonly #store: AttachmentStore
  readonly #links: Links
  #open = 0

  constructor(app: App, store: AttachmentStore, links: Links) {
    this.#app = app
    this.#store = store
    this.#links = links
  }

  /** `range` and `ifRange`: headers of a player that requests a part. */
  async open(token: string, range?: string, ifRange?: string): Promise<Served> {
    const key = this.#links.read(token)
    const row = key && (await this.#app.database.reads.row<AttachmentRow>(queries.served(key.organizationId, key.id)))
    if (!key || !row) throw noSuchFile()
    return this.#read(row, key, partIn(range, ifRange, row.size))
  }

  /** For a member who may see the attachment. */
  async openFor(actor: Actor, id: Uuid): Promise<Served> {
    const row = await find(this.#app.database.reads, actor, id)
    return this.#read(row, { organizationId: actor.organizationId, id }, null)
  }

  async #read(row: AttachmentRow, key: { organizationId: Uuid; id: Uuid }, part: Part | null): Promise<Served> {
    if (this.#open >= SERVED_AT_ONCE_MAX) throw refusal('temporarily_unavailable', 'too_many_downloads')
    this.#open++
    try {
      const content = await this.#store.get(key, part ?? undefined)
      content.once('close', () => this.#open--)
      return { row, content, part }
    } catch (error) {
      this.#open--
      throw error instanceof NotThere ? noSuchFile() : error
    }
  }
}

const noSuchFile = () => refusal('not_found', 'file_link_not_found')
