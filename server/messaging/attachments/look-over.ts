// Checks that the attachment store contains exactly the files of the rows. Slow: it queries each file.

import type { App } from '#kit/app.ts'
import * as queries from './look-over-queries.ts'
import type { AttachmentStore, FileKey } from './store/store.ts'
import { attachmentStore } from './store/stores.ts'

const PAGE = 500
const NAMED_MAX = 3

/** Returns a sentence for each kind of difference; none if the store is complete. */
export async function attachmentNotes(
  { database, settings }: Pick<App, 'database' | 'settings'>,
  store: AttachmentStore = attachmentStore(settings),
): Promise<string[]> {
  const { reads } = database
  const missing = new Named()
  const strays = new Named()
  for (let after: queries.RowKey | null = null; ; ) {
    const rows: queries.RowKey[] = await reads.rows<queries.RowKey>(queries.rowsAfter(after, PAGE))
    for (const { org_id: organizationId, id, size } of rows)
      if ((await store.sizeOf({ organizationId, id })) !== size) missing.add({ organizationId, id })
    after = rows.at(-1) ?? null
    if (rows.length < PAGE) break
  }
  let page: FileKey[] = []
  const lookUp = async () => {
    const known = await reads.rows<{ org_id: string; id: string }>(queries.knownAmong(page))
    const names = new Set(known.map(({ org_id, id }) => `${org_id} ${id}`))
    for (const key of page) if (!names.has(`${key.organizationId} ${key.id}`)) strays.add(key)
    page = []
  }
  for await (const key of store.list()) if (page.push(key) === PAGE) await lookUp()
  if (page.length > 0) await lookUp()
  return [
    ...missing.sentence(
      (count, named) =>
        `Of ${count} attachments, originals, exports and files of forms the file is not in the store as it was written (${named}): messages with them fail as attachment_missing, links are a 404. Bring them back from a backup.`,
    ),
    ...strays.sentence(
      (count, named) =>
        `${count} files in the store of attachments belong to no attachment, original, export or form (${named}), as after a restore to an earlier moment: nothing refers to them, and they may be removed.`,
    ),
  ]
}

/** Counts files and names the first ones. */
class Named {
  #count = 0
  readonly #first: string[] = []

  add({ organizationId, id }: FileKey): void {
    if (this.#count++ < NAMED_MAX) this.#first.push(`${organizationId}.${id}`)
  }

  sentence(of: (count: number, named: string) => string): string[] {
    if (this.#count === 0) return []
    const more = this.#count > NAMED_MAX ? ', …' : ''
    return [of(this.#count, this.#first.join(', ') + more)]
  }
}
