// Segments: saved filters of contacts. A filter is evaluated each time it is used; no result is stored.

import { forgetAnswers } from '#edge/idempotency.ts'
import { checkCursor, checkPage, envelope, type Page } from '#edge/paging.ts'
import { bury, emit, emitChange } from '#events/actions.ts'
import type { Actor, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { absent, invalidFields } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import * as audit from '#people/audit/actions.ts'
import * as contacts from '../actions.ts'
import { countContacts } from './count-queries.ts'
import { segmentCreated, segmentDeleted, segmentUpdated } from './events.ts'
import { type Filter, listReferences, showFilter } from './filter.ts'
import { matchesFilter } from './filter-queries.ts'
import type { SegmentRow } from './queries.ts'
import * as queries from './queries.ts'
import { filterFrom } from './rules.ts'
import type { NewSegment, NewSegmentCount, SegmentChange, SegmentQuery } from './schema.ts'
import { showSegment } from './show.ts'

export async function list(tx: Tx, { organizationId }: Actor, query: SegmentQuery) {
  checkPage(query)
  await checkCursor(query, async (id) => (await tx.row(queries.byId(organizationId, id))) !== undefined)
  return envelope(query, await tx.rows<SegmentRow>(queries.list(organizationId, query)), showSegment)
}

export async function find(tx: Tx, { organizationId }: Pick<Scope, 'organizationId'>, id: Uuid): Promise<SegmentRow> {
  const row = await tx.row<SegmentRow>(queries.byId(organizationId, id))
  if (!row) throw absent('segment')
  return row
}

export async function create(tx: Tx, actor: Actor, { name, filter: input }: NewSegment): Promise<SegmentRow> {
  const { organizationId } = actor
  const filter = filterFrom(input)
  const listIds = await mustHaveLists(tx, organizationId, filter, queries.holdLists)
  const id = newUuid(actor.at.getTime())
  const row = await tx.row<SegmentRow>(queries.insert(actor, id, { name, filter: showFilter(filter) }))
  if (!row) throw new Error('the row was not inserted')
  if (listIds.length > 0) await tx.run(queries.addLists(organizationId, id, listIds))
  await emit(tx, organizationId, actor.at, [segmentCreated(row)])
  audit.record(tx, actor, actor, { action: 'segment.created', object: publicId('seg', id), details: { name } })
  return row
}

/** Updates the given fields only. */
export async function change(tx: Tx, actor: Actor, id: Uuid, input: SegmentChange): Promise<SegmentRow> {
  const { organizationId } = actor
  const filter = input.filter === undefined ? undefined : filterFrom(input.filter)
  // Lists are locked before segments, as when a list is deleted.
  const listIds = filter && (await mustHaveLists(tx, organizationId, filter, queries.holdLists))
  await tx.rows(queries.lock(organizationId, id))
  const before = await find(tx, actor, id)
  const changed = { ...(input.name && { name: input.name }), ...(filter && { filter: showFilter(filter) }) }
  const after = await tx.row<SegmentRow>(queries.update(organizationId, id, changed))
  if (!after) throw absent('segment')
  if (listIds) {
    await tx.run(queries.removeLists(organizationId, id))
    if (listIds.length > 0) await tx.run(queries.addLists(organizationId, id, listIds))
  }
  if (await emitChange(tx, actor, segmentUpdated(before), segmentUpdated(after))) recordChange(tx, actor, before, after)
  return after
}

/** A filter can contain personal data, which the audit log must not: the entry only records that the filter changed. */
function recordChange(tx: Tx, actor: Actor, before: SegmentRow, after: SegmentRow): void {
  const isSame = JSON.stringify(before.filter) === JSON.stringify(after.filter)
  audit.record(tx, actor, actor, {
    action: 'segment.updated',
    object: publicId('seg', after.id),
    details: {
      ...(before.name === after.name ? {} : { before: { name: before.name }, after: { name: after.name } }),
      ...(isSame ? {} : { changed: ['filter'] }),
    },
  })
}

export async function remove(tx: Tx, actor: Actor, id: Uuid): Promise<void> {
  const { organizationId, at } = actor
  await tx.rows(queries.lock(organizationId, id))
  const { name } = await find(tx, actor, id)
  await tx.run(queries.removeLists(organizationId, id))
  await tx.run(queries.remove(organizationId, id))
  await bury(tx, actor, [id])
  tx.onCommit(forgetAnswers(organizationId, [id]))
  await emit(tx, organizationId, at, [segmentDeleted(id)])
  audit.record(tx, actor, actor, { action: 'segment.deleted', object: publicId('seg', id), details: { name } })
}

// --- Evaluation -----------------------------------------------------------------------------------------------------

/** The filter of a stored segment. */
export const filterOf = ({ filter }: SegmentRow): Filter => filterFrom(filter)

export async function count(tx: Tx, actor: Actor, id: Uuid): Promise<number> {
  return countMatches(tx, actor, filterOf(await find(tx, actor, id)))
}

/** Counts the contacts of an unsaved filter, and returns up to `examples` of them. */
export async function countOf(tx: Tx, actor: Actor, { filter: input, examples = 0 }: NewSegmentCount) {
  const filter = filterFrom(input)
  await mustHaveLists(tx, actor.organizationId, filter, queries.lists)
  const count = await countMatches(tx, actor, filter)
  const { data } =
    examples === 0 || count === 0 ? { data: [] } : await listMatches(tx, actor, filter, { limit: examples })
  return { count, examples: data }
}

async function countMatches(tx: Tx, { organizationId, at }: Actor, filter: Filter): Promise<number> {
  const row = await tx.row<{ count: number }>(countContacts(organizationId, filter, at))
  return row?.count ?? 0
}

/** A page of the contacts that the segment selects now. */
export async function listContacts(tx: Tx, actor: Actor, id: Uuid, page: Page) {
  return listMatches(tx, actor, filterOf(await find(tx, actor, id)), page)
}

const listMatches = (tx: Tx, actor: Actor, filter: Filter, page: Page) =>
  contacts.listWhere(tx, actor, page, matchesFilter(actor.organizationId, filter, actor.at))

/** Returns the lists that the filter refers to; 422 names the fields of those that do not exist. */
async function mustHaveLists(
  tx: Tx,
  organizationId: Uuid,
  filter: Filter,
  find: typeof queries.lists,
): Promise<readonly Uuid[]> {
  const references = listReferences(filter)
  if (references.length === 0) return []
  const ids = [...new Set(references.map(({ listId }) => listId))]
  const found = new Set((await tx.rows<{ id: Uuid }>(find(organizationId, ids))).map(({ id }) => id))
  const missing = references.filter(({ listId }) => !found.has(listId))
  if (missing.length === 0) return ids
  const error = validationError('unknown_reference', { resource: 'list' })
  throw invalidFields(
    'invalid_content',
    missing.map(({ field }) => ({ field, ...error })),
  )
}
