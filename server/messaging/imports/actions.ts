// Imports: preview, create, list and cancel. The worker runs them (working.ts).

import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import { emit } from '#events/actions.ts'
import type { Actor, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { absent, absentIn, invalid, refusal } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import { enqueueWork } from '#kit/work.ts'
import * as attachmentQueries from '#messaging/attachments/queries.ts'
import { removeClaimed } from '#messaging/attachments/removal.ts'
import * as lists from '#messaging/contacts/lists/actions.ts'
import * as audit from '#people/audit/actions.ts'
import { importEnded } from './events.ts'
import type { ImportRow, ImportSettings } from './queries.ts'
import * as queries from './queries.ts'
import { expiryOf, IMPORT_BYTES_MAX, KEPT_MAX, MEGABYTE, UNFINISHED_MAX } from './rules.ts'
import type { ImportQuery, ImportRemoval, NewImport } from './schema.ts'

export interface ImportFile {
  id: Uuid
  filename: string
  size: number
}

/** Returns an attachment that the actor can see and that no message uses; throws otherwise. */
export async function fileOf(tx: Tx, actor: Actor, id: Uuid): Promise<ImportFile> {
  const row = await tx.row<ImportFile & { message_id: Uuid | null }>(attachmentQueries.visible(actor, id))
  if (!row) throw absentIn('attachment_id', 'attachment')
  if (row.message_id !== null) throw taken()
  if (row.size > IMPORT_BYTES_MAX)
    throw invalid('attachment_id', 'import_too_large', { megabytes: IMPORT_BYTES_MAX / MEGABYTE })
  return row
}

const taken = () => invalid('attachment_id', 'file_in_use')

/** Creates the import. `settings` were made from the head of its file (preview.ts). */
export async function ask(
  tx: Tx,
  actor: Actor,
  { attachment_id, list_id = null }: NewImport,
  settings: ImportSettings,
): Promise<ImportRow> {
  const { organizationId, userId, at } = actor
  await tx.run(queries.takeTurn(organizationId))
  const { unfinished, kept } = (await tx.row<queries.CountRow>(queries.counts(organizationId))) as queries.CountRow
  if (unfinished >= UNFINISHED_MAX) throw refusal('conflict', 'imports_running', { max: UNFINISHED_MAX })
  if (kept >= KEPT_MAX) throw refusal('conflict', 'imports_stored', { max: KEPT_MAX })
  if (list_id !== null && !(await lists.exists(tx, actor, list_id))) throw absentIn('list_id', 'list')
  const { filename, size } = await fileOf(tx, actor, attachment_id)
  if ((await tx.rows(attachmentQueries.claim(organizationId, [attachment_id]))).length === 0) throw taken()
  const asked = { id: newUuid(at.getTime()), attachment_id, filename, size, user_id: userId, list_id, settings }
  const row = (await tx.row<ImportRow>(queries.insert(actor, { ...asked, expires_at: expiryOf(at) }))) as ImportRow
  tx.onCommit(enqueueWork('import', organizationId, at))
  audit.record(tx, actor, actor, {
    action: 'import.requested',
    object: publicId('imp', row.id),
    details: {
      filename,
      size,
      existing: settings.existing,
      list_id: publicId('list', list_id),
      ...consentsIn(settings),
    },
  })
  return row
}

/** Recorded with the import: the user who claims consent for others is responsible for it. */
const consentsIn = ({ consentChannels = [] }: ImportSettings) =>
  consentChannels.length === 0 ? {} : { consent_channels: consentChannels }

export async function list(tx: Tx, actor: Actor, query: ImportQuery, show: (row: ImportRow) => object) {
  checkPage(query)
  await checkCursor(query, async (id) => (await tx.row(queries.one(actor, id))) !== undefined)
  return envelope(query, await tx.rows<ImportRow>(queries.list(actor, query)), show)
}

export async function find(tx: Tx, actor: Actor, id: Uuid): Promise<ImportRow> {
  const row = await tx.row<ImportRow>(queries.one(actor, id))
  if (!row) throw absent('import')
  return row
}

/** Cancels an unfinished import: it stops after the current piece, and what it imported stays. Deletes an ended one. */
export async function cancel(
  tx: Tx,
  actor: Actor,
  id: Uuid,
  only: ImportRemoval['only'],
  publicUrl: string,
): Promise<void> {
  const { organizationId, at } = actor
  await find(tx, actor, id)
  const cancelled = await end(tx, actor, id, { status: 'cancelled', expiresAt: expiryOf(at) }, publicUrl)
  if (cancelled && only === 'ended') throw refusal('conflict', 'import_running')
  if (!cancelled) {
    if (only === 'under_way') throw refusal('conflict', 'import_ended')
    await tx.run(queries.expire(actor, id))
    tx.onCommit(enqueueWork('import', organizationId, at))
  }
  audit.record(tx, actor, actor, { action: 'import.cancelled', object: publicId('imp', id) })
}

/** Ends the import and deletes its file; false if it had already ended. */
export async function end(tx: Tx, scope: Scope, id: Uuid, ending: queries.Ending, publicUrl: string): Promise<boolean> {
  const row = await tx.row<ImportRow>(queries.end(scope, id, ending))
  if (!row) return false
  await removeClaimed(tx, scope, [row.attachment_id])
  if (row.list_id !== null && row.row_count > 0) await lists.tellImported(tx, scope, row.list_id)
  await emit(tx, scope.organizationId, scope.at, [importEnded({ ...row, status: ending.status }, publicUrl)])
  tx.onCommit(enqueueWork('import', scope.organizationId, ending.expiresAt))
  return true
}
