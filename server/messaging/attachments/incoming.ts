// Stores contacts' attachments before their message: read from the provider outside any transaction, and unowned until
// the message's transaction takes them. Unused ones are deleted like unused uploads. A file that is not stored is
// listed with its message: it is fetched later, or unavailable for a stated reason.

import type { Readable } from 'node:stream'
import { Fenced } from '#installation/fence.ts'
import type { App, Scope } from '#kit/app.ts'
import { isTemporary } from '#kit/database/errors.ts'
import type { Uuid } from '#kit/ids.ts'
import { interval } from '#kit/interval.ts'
import { enqueueWork } from '#kit/work.ts'
import type { FileReference, IncomingAttachment } from '#messaging/channels/arrivals/arrived.ts'
import { setContentId } from './inline-queries.ts'
import * as queries from './queries.ts'
import { FILE_BYTES_MAX, type MissingReason, quotaBytes, UNUSED_KEPT_MS } from './rules.ts'
import type { AttachmentStore } from './store/store.ts'
import { dropFile, type StoredFile, takeFile } from './take.ts'

/** Maximum number of stored files per message. */
export const INCOMING_MAX = 50
/** Inbound files are stored beyond the quota, up to this multiple of it, so that contacts cannot fill the disk. */
export const INCOMING_QUOTA_TIMES = 2

/**
 * For files beyond `INCOMING_MAX`, at most this many entries are listed: the last one stands for its file and all that
 * follow.
 */
export const MISSING_MAX = 50
/** A message waits at most this long for its files; then it is stored, and they are fetched later. */
const firstFetchMs = () => interval('FIRST_FETCH', 10_000)

export interface MissingFile {
  /** 1-based position among the attachments of the message; of an entry for several files, that of the last. */
  ordinal: number
  filename: string | null
  contentType: string | null
  /** Null while it is still to be fetched. */
  reason: MissingReason | null
  reference: FileReference | null
}

export interface IncomingFiles {
  stored: readonly { id: Uuid; ordinal: number }[]
  missing: readonly MissingFile[]
}

class TooLarge extends Error {}

/** Rejects if the whole message should be retried: files contained in the inbound event could not be stored. */
export async function storeIncoming(
  app: App,
  store: AttachmentStore,
  { organizationId }: Pick<Scope, 'organizationId'>,
  attachments: readonly IncomingAttachment[],
): Promise<IncomingFiles> {
  const stored: IncomingFiles['stored'][number][] = []
  const missing: MissingFile[] = []
  const listed = attachments.slice(0, INCOMING_MAX + MISSING_MAX)
  for (const [index, attachment] of listed.entries()) {
    if (index === listed.length - 1 && attachments.length > listed.length) {
      const ordinal = attachments.length
      missing.push({ ordinal, filename: null, contentType: null, reason: 'too_many', reference: null })
      app.log.warn({ organization_id: organizationId, files: ordinal }, 'inbound message with too many attachments')
      break
    }
    const outcome = index < INCOMING_MAX ? await tryToStore(app, store, organizationId, attachment) : 'too_many'
    const ordinal = index + 1
    if (typeof outcome === 'object') {
      stored.push({ id: outcome.id, ordinal })
      continue
    }
    const reason = outcome === 'later' ? null : outcome
    const { filename, contentType, reference = null } = attachment
    missing.push({ ordinal, filename, contentType, reason, reference: reason === null ? reference : null })
    const about = { organization_id: organizationId, reason: outcome }
    app.log.warn(about, 'inbound attachment not stored')
  }
  return { stored, missing }
}

async function tryToStore(
  app: App,
  store: AttachmentStore,
  organizationId: Uuid,
  attachment: IncomingAttachment,
): Promise<{ id: Uuid } | MissingReason | 'later'> {
  if (attachment.reference === undefined) return storeOne(app, store, organizationId, attachment)
  try {
    return await storeOne(app, store, organizationId, attachment, AbortSignal.timeout(firstFetchMs()))
  } catch (err) {
    if (isTemporary(err)) throw err
    if (!(err instanceof Fenced))
      app.log.info({ err, organization_id: organizationId }, 'inbound attachment download failed; will retry')
    return 'later'
  }
}

/** Rejects if it could not be read or stored at the moment. */
export async function storeOne(
  app: App,
  store: AttachmentStore,
  organizationId: Uuid,
  { filename, contentId = null, open }: Pick<IncomingAttachment, 'filename' | 'contentId' | 'open'>,
  signal?: AbortSignal,
): Promise<{ id: Uuid } | MissingReason> {
  const taken = await takeWithin(app, store, organizationId, { filename, content: await open(signal) })
  if (taken === null) return 'too_large'
  if (taken.size > 0 && (await keep(app, organizationId, taken, contentId))) return { id: taken.id }
  await dropFile(app, store, organizationId, taken.id)
  return taken.size > 0 ? 'no_room' : 'empty'
}

/** Null if it is larger than the maximum for uploads. */
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
    if (!(await tx.row(queries.keepPending(organizationId, stored.id)))) throw new Error('the download took too long')
    const row = { ...stored, messageId: null, place: null, createdBy: null }
    await tx.run(queries.insert({ organizationId, at }, row))
    if (contentId !== null) await tx.run(setContentId(organizationId, stored.id, contentId))
    tx.onCommit(enqueueWork('attachment_removal', organizationId, new Date(at.getTime() + UNUSED_KEPT_MS)))
    return true
  }, organizationId)
}
