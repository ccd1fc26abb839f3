// Finds, searches, retries, marks and deletes submissions.

import { forgetAnswers } from '#edge/idempotency.ts'
import { checkCursor, checkPage, envelope, PAGE_DEFAULT } from '#edge/paging.ts'
import { bury } from '#events/actions.ts'
import type { Actor, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { firstUuidAt, type Uuid } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { absent, invalidFields, refusal } from '#kit/refusals.ts'
import { enqueueWork } from '#kit/work.ts'
import * as dayQueries from './day-queries.ts'
import { recountDetails } from './detail-queries.ts'
import type { FileRow, SubmissionRow } from './queries.ts'
import * as queries from './queries.ts'
import { removeRows } from './removal.ts'
import { CONFIRMATION_VALID_MS } from './rules.ts'
import type { SubmissionQuery } from './schema.ts'
import { showSubmission } from './show.ts'
import { partOf, soughtTexts } from './terms.ts'

/** Parts of the search index that a statement reads: first one, then more at a time, until the page is full. */
const PARTS_AT_ONCE = [1, 8, 32] as const
/** An id may be some milliseconds younger than its submission. */
const ID_SLACK_MS = 60_000

export async function list(tx: Tx, actor: Actor, formId: Uuid, query: SubmissionQuery) {
  const { organizationId } = actor
  checkPage(query)
  checkField(query)
  await mustBeForm(tx, organizationId, formId)
  await checkCursor(query, async (id) => (await tx.row(queries.existsIn(organizationId, formId, id))) !== undefined)
  const texts = soughtTexts(query)
  const rows =
    texts === null
      ? await tx.rows<SubmissionRow>(queries.list(organizationId, formId, query, boundsOf(query)))
      : await search(tx, organizationId, formId, query, texts)
  const files = await filesOf(tx, organizationId, rows)
  return envelope(query, rows, (row) => showSubmission(row, files))
}

/** 404 for a form that does not exist or is being deleted. */
export async function mustBeForm(tx: Tx, organizationId: Uuid, formId: Uuid): Promise<void> {
  if (!(await tx.row(queries.formExists(organizationId, formId)))) throw absent('form')
}

export function checkField({ field, value }: Pick<SubmissionQuery, 'field' | 'value'>): void {
  if ((field === undefined) === (value === undefined)) return
  const [missing, other] = field === undefined ? (['field', 'value'] as const) : (['value', 'field'] as const)
  throw invalidFields('invalid_query', [{ field: missing, ...validationError('required_with', { other }) }])
}

export const boundsOf = ({ from, to }: Pick<SubmissionQuery, 'from' | 'to'>): queries.Bounds => ({
  first: from === undefined ? null : firstUuidAt(from),
  behind: to === undefined ? null : firstUuidAt(new Date(to.getTime() + ID_SLACK_MS)),
})

/** Reads part by part, from the cursor on, until the page is full. */
async function search(
  tx: Tx,
  organizationId: Uuid,
  formId: Uuid,
  query: SubmissionQuery,
  texts: readonly string[],
): Promise<SubmissionRow[]> {
  if (texts.length === 0) return []
  const count = await tx.row<{ next_number: bigint }>(queries.countOf(organizationId, formId))
  const newest = partOf(Math.max(0, Number(count?.next_number ?? 0n) - 1))
  const cursor = query.starting_after ?? query.ending_before
  const at = cursor && (await tx.row<{ number: bigint }>(queries.existsIn(organizationId, formId, cursor)))
  const step = query.ending_before === undefined ? -1 : 1
  const wanted = (query.limit ?? PAGE_DEFAULT) + 1
  const rows: SubmissionRow[] = []
  let part = at ? partOf(Number(at.number)) : newest
  for (let round = 0; rows.length < wanted && part >= 0 && part <= newest; round++) {
    const size = PARTS_AT_ONCE[Math.min(round, PARTS_AT_ONCE.length - 1)] as number
    const parts = Array.from({ length: size }, (_, index) => part + step * index).filter(
      (one) => one >= 0 && one <= newest,
    )
    const sought = { parts, texts, bounds: boundsOf(query), limit: wanted - rows.length }
    // Only the part of the cursor is cut by it.
    const cut = round === 0 ? query : { ...query, starting_after: undefined, ending_before: undefined }
    const isAscending = step > 0
    const found = queries.found(organizationId, formId, { ...sought, query: cut as SubmissionQuery, isAscending })
    rows.push(...(await tx.rows<SubmissionRow>(found)))
    part += step * size
  }
  return rows
}

export const filesOf = async (tx: Tx, organizationId: Uuid, rows: readonly { id: Uuid }[]): Promise<FileRow[]> =>
  rows.length === 0
    ? []
    : tx.rows<FileRow>(
        queries.filesOf(
          organizationId,
          rows.map(({ id }) => id),
        ),
      )

export async function find(
  tx: Tx,
  { organizationId }: Pick<Scope, 'organizationId'>,
  id: Uuid,
): Promise<SubmissionRow> {
  const row = await tx.row<SubmissionRow>(queries.byId(organizationId, id))
  if (!row) throw absent('submission')
  return row
}

export async function shown(tx: Tx, organizationId: Uuid, row: SubmissionRow) {
  return showSubmission(row, await filesOf(tx, organizationId, [row]))
}

export async function findFile(tx: Tx, actor: Actor, submissionId: Uuid, id: Uuid): Promise<FileRow> {
  await find(tx, actor, submissionId)
  const row = await tx.row<FileRow>(queries.fileOf(actor.organizationId, submissionId, id))
  if (!row) throw absent('submission file')
  return row
}

/** Processes a failed submission again. 409 in any other state. */
export async function retry(tx: Tx, actor: Actor, id: Uuid): Promise<SubmissionRow> {
  const { organizationId, at } = actor
  const before = await locked(tx, organizationId, id)
  const row = await tx.row<SubmissionRow>(queries.retry(organizationId, id, at))
  if (!row) throw refusal('conflict', 'submission_state', { state: before.state })
  tx.onCommit(enqueueWork('form_submissions', organizationId, at))
  return row
}

/** A spam submission is not processed further and is not counted. Effects of earlier processing stay. */
export async function markSpam(tx: Tx, actor: Actor, id: Uuid): Promise<SubmissionRow> {
  const { organizationId } = actor
  const before = await locked(tx, organizationId, id)
  const row = await tx.row<SubmissionRow>(queries.markSpam(organizationId, id))
  if (!row) return before
  await recount(tx, organizationId, row, -1)
  return row
}

/** Processes the submission now unless it was processed before. A pending confirmation is requested again. */
export async function markNoSpam(tx: Tx, actor: Actor, id: Uuid): Promise<SubmissionRow> {
  const { organizationId, at } = actor
  const before = await locked(tx, organizationId, id)
  const since = new Date(at.getTime() - CONFIRMATION_VALID_MS)
  const row = await tx.row<SubmissionRow>(queries.markNoSpam(organizationId, id, at, since))
  if (!row) return before
  await recount(tx, organizationId, row, 1)
  tx.onCommit(enqueueWork('form_submissions', organizationId, at))
  if (row.confirmation === 'waiting') tx.onCommit(enqueueWork('form_mails', organizationId, at))
  return row
}

/** Lock order: the rows of days before their details. */
async function recount(tx: Tx, organizationId: Uuid, row: SubmissionRow, change: 1 | -1): Promise<void> {
  await tx.run(dayQueries.recount(organizationId, row, change))
  await tx.run(recountDetails(organizationId, row, change))
}

async function locked(tx: Tx, organizationId: Uuid, id: Uuid): Promise<SubmissionRow> {
  const row = await tx.row<SubmissionRow>(queries.lock(organizationId, id))
  if (!row) throw absent('submission')
  return row
}

/** With its files, its link and its events. The count of the form is one less; its analytics stay. */
export async function remove(tx: Tx, actor: Actor, id: Uuid): Promise<void> {
  const { organizationId } = actor
  const row = await find(tx, actor, id)
  const gone = await removeRows(tx, actor, { formId: row.form_id, ids: [id] })
  if (gone === 0) throw absent('submission')
  await bury(tx, actor, [id])
  tx.onCommit(forgetAnswers(organizationId, [id]))
}
