// Events as they are read: spec 14.6.

import { checkPage, envelope, PAGE_DEFAULT } from '#edge/paging.ts'
import type { EventKind } from '#events/declaration.ts'
import type { Actor } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { type Prefix, parseTypeId, type Uuid } from '#kit/ids.ts'
import { absent, Refusal } from '#kit/refusals.ts'
import type { EventRow } from './queries.ts'
import * as queries from './queries.ts'
import { readableOf, unknownAmong } from './rules.ts'
import type { EventQuery } from './schema.ts'
import { createShowEvent } from './show.ts'

const BEGINNING = '0'
export const NO_TYPE = 'is no type of event; the contract lists them under webhooks'

/** `kinds`: those that there are. */
export async function list(tx: Tx, actor: Actor, kinds: readonly EventKind[], query: EventQuery) {
  checkPage(query)
  const { after, limit = PAGE_DEFAULT, from, to } = query
  if (after !== undefined && (query.starting_after ?? query.ending_before) !== undefined)
    throw faulty('after', 'cannot be combined with starting_after or ending_before')
  const types = query.type ?? ['*']
  if (unknownAmong(kinds, types).length > 0) throw faulty('type', NO_TYPE)
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

/** 404 for one that the actor may not read, as for one that is not kept. */
export async function find(tx: Tx, actor: Actor, kinds: readonly EventKind[], id: Uuid) {
  const row = await tx.row<EventRow>(queries.one(actor, readableOf(kinds, actor), id))
  if (!row) throw absent('event')
  return createShowEvent(kinds)(actor, row)
}

async function placeOf(tx: Tx, { organizationId }: Actor, field: string, id: Uuid | null): Promise<bigint> {
  const row = id === null ? undefined : await tx.row<{ position: bigint }>(queries.positionOf(organizationId, id))
  if (row) return row.position
  throw new Refusal(
    'unknown_cursor',
    `${field} is not an event that is kept; take the id of one that the list returned.`,
    [{ field, message: 'is not an event that is kept' }],
  )
}

function objectOf(text: string | undefined): Uuid | undefined {
  if (text === undefined) return undefined
  const id = parseTypeId(text.slice(0, Math.max(0, text.lastIndexOf('_'))) as Prefix, text)
  if (id === null) throw faulty('object_id', 'must be the id of something, such as msg_01jd3v9k7he2n8q4x5c6t7w8yz')
  return id
}

export function faulty(field: string, message: string): Refusal {
  return new Refusal('invalid_query', `${field} ${message}.`, [{ field, message }])
}
