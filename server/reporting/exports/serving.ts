// Serves an export by its link, as long as the token or session that requested the link may still see it. All errors
// look the same, except that of a withdrawn export.

import type { Readable } from 'node:stream'
import type { App } from '#kit/app.ts'
import { refusal } from '#kit/refusals.ts'
import { type AttachmentStore, NotThere } from '#messaging/attachments/store/store.ts'
import { standingOfBearer } from '#people/sessions/authority.ts'
import type { ExportLinks } from './links.ts'
import type { ExportRow } from './queries.ts'
import * as queries from './queries.ts'
import { permissionOf } from './rules.ts'

/** Files served concurrently per process: each stays open for as long as its reader takes. */
const SERVED_AT_ONCE_MAX = 100

export class ExportServing {
  readonly #app: App
  readonly #store: AttachmentStore
  readonly #links: ExportLinks
  #open = 0

  constructor(app: App, store: AttachmentStore, links: ExportLinks) {
    this.#app = app
    this.#store = store
    this.#links = links
  }

  async open(token: string, address: string): Promise<{ row: ExportRow; content: Readable }> {
    const { database, clock } = this.#app
    const linked = this.#links.read(token)
    if (!linked) throw noSuchFile()
    const { organizationId, exportId } = linked
    const row = await database.reads.row<ExportRow>(queries.one(organizationId, exportId))
    if (!row || row.expires_at <= clock()) throw noSuchFile()
    const standing = await standingOfBearer(database.reads, { ...linked, address, at: clock() })
    if (!standing?.permissions.has(permissionOf[row.kind])) throw noSuchFile()
    if (row.status === 'withdrawn') throw withdrawn()
    if (!row.file_id || row.status !== 'completed') throw noSuchFile()
    if (this.#open >= SERVED_AT_ONCE_MAX) throw refusal('temporarily_unavailable', 'too_many_export_downloads')
    this.#open++
    try {
      const content = await this.#store.get({ organizationId, id: row.file_id })
      content.once('close', () => this.#open--)
      return { row, content }
    } catch (error) {
      this.#open--
      throw error instanceof NotThere ? noSuchFile() : error
    }
  }
}

const noSuchFile = () => refusal('not_found', 'export_link_over')

/** Only for callers who could have read the file; all others get 404. */
const withdrawn = () => refusal('gone', 'export_withdrawn')
