// What contacts attach is kept before their message is: read from the provider outside any transaction, and of nobody
// until the message takes it in its own. What no message takes goes as an unused upload does.

import type { Readable } from 'node:stream'
import type { App, Scope } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { enqueueWork } from '#kit/work.ts'
import type { IncomingAttachment } from '#messaging/channels/arrivals/arrived.ts'
import { setContentId } from './inline-queries.ts'
import * as queries from './queries.ts'
import { FILE_BYTES_MAX, quotaBytes, UNUSED_KEPT_MS } from './rules.ts'
import type { AttachmentStore } from './store/store.ts'
import { dropFile, type StoredFile, takeFile } from './take.ts'

/** Of one message. */
export const INCOMING_MAX = 50
/** What contacts send is kept beyond the quota, up to so many times of it: nobody fills the disk from outside. */
export const INCOMING_QUOTA_TIMES = 2

class TooLarge extends Error {}

/** In their order, those that could be kept; rejects where it is worth trying again. */
export async function keepIncoming(
  app: App,
  store: AttachmentStore,
  { organizationId }: Pick<Scope, 'organizationId'>,
  attachments: readonly IncomingAttachment[],
): Promise<Uuid[]> {
  const passOver = (reason: string, count = 1) =>
    app.log.warn({ organization_id: organizationId, count, reason }, 'attachments of a contact were not kept')
  if (attachments.length > INCOMING_MAX) passOver('too many', attachments.length - INCOMING_MAX)
  const kept: Uuid[] = []
  for (const { filename, contentId = null, open } of attachments.slice(0, INCOMING_MAX)) {
    const stored = await takeWithin(app, store, organizationId, { filename, content: await open() })
    if (stored === null) passOver('too large')
    else if (stored.size > 0 && (await keep(app, organizationId, stored, contentId))) kept.push(stored.id)
    else {
      await dropFile(app, store, organizationId, stored.id)
      passOver(stored.size > 0 ? 'quota' : 'empty')
    }
  }
  return kept
}

/** Null where it is larger than any upload may be. */
async function takeWithin(
  app: App,
  store: AttachmentStore,
  organizationId: Uuid,
  { filename, content: given }: { filename: string | null; content: Readable },
): Promise<StoredFile | null> {
  try {
    return await takeFile(app, store, organizationId, { filename, content: bounded(given) })
  } catch (error) {
    if (error instanceof TooLarge) return null
    throw error
  } finally {
    given.destroy()
  }
}

async function* bounded(given: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of given) {
    bytes += chunk.length
    if (bytes > FILE_BYTES_MAX) throw new TooLarge('larger than is kept')
    yield chunk
  }
}

async function keep(app: App, organizationId: Uuid, stored: StoredFile, contentId: string | null): Promise<boolean> {
  const at = app.clock()
  const most = quotaBytes(app.settings.attachmentsQuotaMegabytes) * INCOMING_QUOTA_TIMES
  return app.database.transaction(async (tx) => {
    if (stored.size > most || !(await tx.row(queries.addUsage(organizationId, stored.size, most)))) return false
    if (!(await tx.row(queries.keepPending(organizationId, stored.id))))
      throw new Error('the file took too long to arrive')
    const row = { ...stored, messageId: null, place: null, createdBy: null }
    await tx.run(queries.insert({ organizationId, at }, row))
    if (contentId !== null) await tx.run(setContentId(organizationId, stored.id, contentId))
    tx.onCommit(enqueueWork('attachment_removal', organizationId, new Date(at.getTime() + UNUSED_KEPT_MS)))
    return true
  }, organizationId)
}
