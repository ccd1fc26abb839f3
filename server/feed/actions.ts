// Reading events: spec 14.6.

import { checkPage, envelope, PAGE_DEFAULT } from '#edge/paging.ts'
import type { EventKind } from '#events/declaration.ts'
import type { Actor } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { type Prefix, parseTypeId, type Uuid } from '#kit/ids.ts'
import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import { reasonOf } from '#kit/messages/reasons.ts'
import { absent, invalidFields, Refusal } from '#kit/refusals.ts'
import type { EventRow } from './queries.ts'
import * as queries from './queries.ts'
import { readableOf, unknownAmong } from './rules.ts'
import type { EventQuery } from './schema.ts'
import { createShowEvent } from './show.ts'

const BEGINNING = '0'

/** `kinds`: all declared events. */
export async function list(tx: Tx, actor: Actor, kinds: readonly EventKind[], query: EventQuery) {
  checkPage(query)
  const { after, limit = PAGE_DEFAULT, from, to } = query
  const other = (['starting_after', 'ending_before'] as const).find((name) => query[name] !== undefined)
  if (after !== undefined && other !== undefined)
    throw invalidQuery('after', validationError('not_allowed_with', { other }))
  const types = query.type ?? ['*']
  if (unknownAmong(kinds, types).length > 0) throw invalidQuery('type', validationError('event_type_filter_unknown'))
  const readable = readableOf(kinds, actor, types)
  const show = createShowEvent(kinds)
  const wanted = { objectId: objectOf(query.object_id), from, to }
  if (after !== undefined) {
    const position = after === BEGINNING ? 0n : await placeOf(tx, actor, 'after', parseTypeId('evt', after))
    const rows = await tx.rows<EventRow>(queries.behind(actor, readable, position, wanted, limit + 1))
    return envelope({ limit }, rows, (row) => show(actor, row))
  }
  const before = query.starting_after && (await placeOf(tx, actor, 'starting_after', query.starting_after))
  const behind = query.ending_before && (await placeOf(tx, actor, 'ending_before', query.ending_before))
  const page = { limit, before: before || undefined, behind: behind || undefined }
  const rows = await tx.rows<EventRow>(queries.list(actor, readable, wanted, page))
  return envelope(query, rows, (row) => show(actor, row))
}

/** 404 both for an event that the actor may not read and for one that no longer exists. */
export async function find(tx: Tx, actor: Actor, kinds: readonly EventKind[], id: Uuid) {
  const row = await tx.row<EventRow>(queries.one(actor, readableOf(kinds, actor), id))
  if (!row) throw absent('event')
  return createShowEvent(kinds)(actor, row)
}

async function placeOf(tx: Tx, { organizationId }: Actor, field: string, id: Uuid | null): Promise<bigint> {
  const row = id === null ? undefined : await tx.row<{ position: bigint }>(queries.positionOf(organizationId, id))
  if (row) return row.position
  throw new Refusal('unknown_cursor', reasonOf('unknown_event', { field }), [
    { field, ...validationError('event_not_stored') },
  ])
}

function objectOf(text: string | undefined): Uuid | undefined {
  if (text === undefined) return undefined
  const id = parseTypeId(text.slice(0, Math.max(0, text.lastIndexOf('_'))) as Prefix, text)
  if (id === null) throw invalidQuery('object_id', validationError('object_id_format'))
  return id
}

export const invalidQuery = (field: string, error: ValidationError): Refusal =>
  invalidFields('invalid_query', [{ field, ...error }])
