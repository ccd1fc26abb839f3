// Requests, finds and cancels exports. The worker creates them (making.ts).

import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import type { Actor, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { reasonOf } from '#kit/messages/reasons.ts'
import { absent, invalid, Refusal, refusal } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import { enqueueWork } from '#kit/work.ts'
import { letFilesGo } from '#messaging/attachments/other-files.ts'
import * as audit from '#people/audit/actions.ts'
import type { ExportRow } from './queries.ts'
import * as queries from './queries.ts'
import { expiryOf, formatOf, KEPT_MAX, kindsWith, permissionOf, STATEMENT_DAYS_MAX, UNFINISHED_MAX } from './rules.ts'
import type { ExportQuery, NewExport } from './schema.ts'

const DAY_MS = 24 * 3600 * 1000

/** The export covers everything booked up to this request, however late it is created. */
export async function ask(tx: Tx, actor: Actor, asked: NewExport): Promise<ExportRow> {
  const { organizationId, userId, at } = actor
  const { kind, format, from, to, filter = {} } = asked
  mustBePossible(actor, asked)
  await tx.run(queries.takeTurn(organizationId))
  const { unfinished, kept } = (await tx.row<queries.CountRow>(queries.counts(organizationId))) as queries.CountRow
  if (unfinished >= UNFINISHED_MAX) throw refusal('conflict', 'too_many_unfinished_exports', { max: UNFINISHED_MAX })
  if (kept >= KEPT_MAX) throw refusal('conflict', 'too_many_stored_exports', { max: KEPT_MAX })
  const position = await tx.row<queries.Position>(queries.position(organizationId))
  if (!position) throw new Error('the organization has no wallet')
  const row = (await tx.row<ExportRow>(
    queries.insert(actor, {
      id: newUuid(at.getTime()),
      kind,
      format,
      from,
      to,
      userId,
      position,
      filter,
      expiresAt: expiryOf(at),
    }),
  )) as ExportRow
  tx.onCommit(enqueueWork('export', organizationId, at))
  audit.record(tx, actor, actor, {
    action: 'export.requested',
    object: publicId('exp', row.id),
    details: { kind, format, from: Math.floor(from.getTime() / 1000), to: Math.floor(to.getTime() / 1000) },
  })
  return row
}

function mustBePossible(actor: Actor, { kind, format, from, to, filter }: NewExport): void {
  const permission = permissionOf[kind]
  if (!actor.permissions.has(permission))
    throw new Refusal('permission_denied', reasonOf('export_permission_missing', { permission }), [
      { field: 'kind', ...validationError('permission_needed', { permission }) },
    ])
  if (format !== formatOf[kind]) throw invalid('format', 'format_of_export', { format: formatOf[kind] })
  if (filter !== undefined && kind !== 'contacts') throw invalid('filter', 'filter_only_for_contacts')
  if (from >= to) throw invalid('to', 'before_other', { other: 'from' })
  if (from > actor.at) throw invalid('from', 'in_future')
  if (kind === 'statement' && to.getTime() - from.getTime() > STATEMENT_DAYS_MAX * DAY_MS)
    throw invalid('to', 'period_too_long', { days: STATEMENT_DAYS_MAX })
}

/** Exports of the kinds that the caller may see, whoever requested them. */
export async function list(
  tx: Tx,
  actor: Actor,
  query: ExportQuery,
  show: (row: ExportRow) => object,
): Promise<{ has_more: boolean; data: object[] }> {
  checkPage(query)
  await checkCursor(query, async (id) => (await visible(tx, actor, id)) !== undefined)
  const rows = await tx.rows<ExportRow>(queries.list(actor.organizationId, query, kindsWith(actor.permissions)))
  return envelope(query, rows, show)
}

export async function find(tx: Tx, actor: Actor, id: Uuid): Promise<ExportRow> {
  const row = await visible(tx, actor, id)
  if (!row) throw absent('export')
  return row
}

async function visible(tx: Tx, actor: Actor, id: Uuid): Promise<ExportRow | undefined> {
  const row = await tx.row<ExportRow>(queries.one(actor.organizationId, id))
  return row && kindsWith(actor.permissions).includes(row.kind) ? row : undefined
}

/** Cancels a running export or removes a finished one, together with its file. */
export async function cancel(tx: Tx, actor: Actor, id: Uuid): Promise<void> {
  const { organizationId, at } = actor
  await find(tx, actor, id)
  const row = await tx.row<ExportRow>(queries.locked(organizationId, id))
  if (!row) throw absent('export')
  const cancelled = await tx.row<ExportRow>(queries.cancel(actor, id, expiryOf(at)))
  if (!cancelled) await tx.run(queries.remove(organizationId, id))
  await letGo(tx, actor, [row])
  audit.record(tx, actor, actor, {
    action: 'export.cancelled',
    object: publicId('exp', id),
    details: { kind: row.kind },
  })
}

/** Deletes the files of these rows, which no longer reference them. */
export async function letGo(tx: Tx, scope: Scope, rows: readonly Pick<ExportRow, 'file_id'>[]): Promise<void> {
  await letFilesGo(
    tx,
    scope,
    rows.flatMap(({ file_id }) => file_id ?? []),
  )
}
