// Deletes submissions with their files, confirmation links and counts; large numbers in batches.

import { bury } from '#events/actions.ts'
import type { Hook } from '#events/hooks.ts'
import type { RemovePiece } from '#forms/definitions/jobs.ts'
import type { App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { enqueueWork } from '#kit/work.ts'
import { letFilesGo } from '#messaging/attachments/other-files.ts'
import { forget } from '#messaging/search/following.ts'
import * as queries from './removal-queries.ts'

/** Submissions per transaction. */
const PIECE_MAX = 500

/** Returns the number of deleted submissions. Locks counts before submissions, in the order of storing. */
export async function removeRows(
  tx: Tx,
  scope: Scope,
  { formId, ids }: { formId: Uuid; ids: readonly Uuid[] },
): Promise<number> {
  const { organizationId } = scope
  await tx.rows(queries.lockCount(organizationId, [formId]))
  await tx.run(queries.removeLinks(organizationId, ids))
  const files = await tx.rows<{ id: Uuid }>(queries.removeFiles(organizationId, ids))
  await letFilesGo(
    tx,
    scope,
    files.map(({ id }) => id),
  )
  const gone = await tx.rows<queries.GoneRow>(queries.removeSubmissions(organizationId, ids))
  await forget(tx, scope, [...ids])
  if (gone.length > 0) await tx.run(queries.countLess(organizationId, formId, gone.length))
  return gone.length
}

async function removeSome(tx: Tx, scope: Scope, rows: readonly queries.GoneRow[]): Promise<void> {
  const byForm = [...Map.groupBy(rows, ({ form_id }) => form_id)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  await tx.rows(
    queries.lockCount(
      scope.organizationId,
      byForm.map(([formId]) => formId),
    ),
  )
  for (const [formId, of] of byForm) {
    const ids = of.map(({ id }) => id)
    await removeRows(tx, scope, { formId, ids })
    await bury(tx, scope, ids)
  }
}

/** Deletes a batch of a deleted form's data; false once nothing is left. */
export const createPieces =
  ({ clock }: Pick<App, 'clock'>): RemovePiece =>
  (tx, organizationId, formId) =>
    removePieceOfForm(tx, { organizationId, at: clock() }, formId)

async function removePieceOfForm(tx: Tx, scope: Scope, formId: Uuid): Promise<boolean> {
  const { organizationId } = scope
  const rows = await tx.rows<queries.GoneRow>(queries.ofForm(organizationId, formId, PIECE_MAX))
  await removeSome(tx, scope, rows)
  if (rows.length > 0) return true
  const rest = await tx.row<Record<string, number>>(queries.removeRest(organizationId, formId, PIECE_MAX))
  if (Object.values(rest ?? {}).some((count) => count > 0)) return true
  return false
}

/**
 * Deleting a contact deletes its submissions, including those that only claim one of its addresses: both contain data
 * that may be the person's. The first batch is deleted here, the rest later; until then it is hidden.
 */
export const removeWithContacts: Hook<'contact.removing'> = async (tx, scope, contactIds) => {
  const { organizationId, at } = scope
  const rows = await tx.rows<queries.GoneRow>(queries.ofContacts(organizationId, contactIds, PIECE_MAX))
  await removeSome(tx, scope, rows)
  if (rows.length < PIECE_MAX) return
  await tx.run(queries.noteRemovals(organizationId, contactIds, at))
  tx.onCommit(enqueueWork('form_submissions', organizationId, at))
}

/** Deletes the next batch of a deleted contact's submissions; false when no removal is pending. */
export async function removeNextPiece({ database, clock }: App, organizationId: Uuid): Promise<boolean> {
  const next = await database.reads.row<{ contact_id: Uuid }>(queries.nextRemoval(organizationId))
  if (!next) return false
  await database.transaction(async (tx) => {
    const scope = { organizationId, at: clock() }
    const rows = await tx.rows<queries.GoneRow>(queries.ofContacts(organizationId, [next.contact_id], PIECE_MAX))
    await removeSome(tx, scope, rows)
    if (rows.length < PIECE_MAX) await tx.run(queries.endRemoval(organizationId, next.contact_id))
  }, organizationId)
  return true
}

export const mergeContacts: Hook<'contact.merging'> = async (tx, { organizationId }, { from, into }) => {
  await tx.run(queries.mergeContacts(organizationId, from, into))
}

/** A submission stays when its conversation is deleted. */
export const forgetConversations: Hook<'conversation.removing'> = async (tx, { organizationId }, ids) => {
  await tx.run(queries.forgetConversations(organizationId, ids))
}

export const mergeConversations: Hook<'conversation.merging'> = async (tx, { organizationId }, merged) => {
  await tx.run(queries.mergeConversations(organizationId, merged))
}

/** A submission stays when its message is deleted. */
export const forgetMessages: Hook<'message.forgotten'> = async (tx, { organizationId }, ids) => {
  await tx.run(queries.forgetMessages(organizationId, ids))
}
