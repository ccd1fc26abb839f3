// Contact lists: named sets of contacts, often hundreds of thousands. A group, in contrast, receives one message
// together and has at most a thousand members.

import { forgetAnswers } from '#edge/idempotency.ts'
import { checkCursor, checkPage, envelope, type Page } from '#edge/paging.ts'
import { bury, emit, emitChange } from '#events/actions.ts'
import type { Actor, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { absent, refusal } from '#kit/refusals.ts'
import { enqueueWork } from '#kit/work.ts'
import * as contacts from '../actions.ts'
import * as contactQueries from '../queries.ts'
import { cleaned } from '../rules.ts'
import { listCreated, listDeleted, listUpdated } from './events.ts'
import type { ListRow } from './queries.ts'
import * as queries from './queries.ts'
import type { ListChange, ListQuery, NewList } from './schema.ts'
import { showList } from './show.ts'

/** Names shown in an error. */
const NAMED_MAX = 5

export async function list(tx: Tx, { organizationId }: Actor, query: ListQuery) {
  checkPage(query)
  await checkCursor(query, async (id) => (await tx.row(queries.byId(organizationId, id))) !== undefined)
  return envelope(query, await tx.rows<ListRow>(queries.list(organizationId, query)), showList)
}

export async function find(tx: Tx, { organizationId }: Pick<Scope, 'organizationId'>, id: Uuid): Promise<ListRow> {
  const row = await tx.row<ListRow>(queries.byId(organizationId, id))
  if (!row) throw absent('list')
  return row
}

export async function exists(tx: Tx, { organizationId }: Pick<Scope, 'organizationId'>, id: Uuid): Promise<boolean> {
  return (await tx.row(queries.byId(organizationId, id))) !== undefined
}

export async function members(tx: Tx, actor: Actor, id: Uuid, page: Page) {
  await find(tx, actor, id)
  return contacts.list(tx, actor, { ...page, list_id: id })
}

export async function create(tx: Tx, actor: Actor, input: NewList): Promise<ListRow> {
  const row = await tx.row<ListRow>(queries.insert(actor, newUuid(actor.at.getTime()), cleaned(input)))
  return told(tx, actor, row, listCreated)
}

export async function change(tx: Tx, actor: Actor, id: Uuid, input: ListChange): Promise<ListRow> {
  await tx.rows(queries.lockAll(actor.organizationId, [id]))
  const before = await find(tx, actor, id)
  const after = await tx.row<ListRow>(queries.update(actor.organizationId, id, cleaned(input)))
  if (!after) throw absent('list')
  await emitChange(tx, actor, listUpdated(before), listUpdated(after))
  return after
}

/** Existing members are unchanged. */
export async function addMembers(tx: Tx, actor: Actor, id: Uuid, contactIds: Uuid[]): Promise<ListRow> {
  const before = await find(tx, actor, id)
  await contacts.mustExist(tx, actor, contactIds, 'contact_ids')
  const added = await tx.run(queries.addMembers(actor, id, contactIds))
  return added === 0 ? before : counted(tx, actor, id, added)
}

/** Contacts that are not members are skipped. */
export async function removeMembers(tx: Tx, actor: Actor, id: Uuid, contactIds: Uuid[]): Promise<ListRow> {
  const before = await find(tx, actor, id)
  // Locks the contacts before the members, as the deletion of a contact does.
  await tx.rows(contactQueries.existing(actor.organizationId, contactIds))
  const removed = await tx.run(queries.removeMembers(actor.organizationId, id, contactIds))
  return removed === 0 ? before : counted(tx, actor, id, -removed)
}

async function counted(tx: Tx, actor: Actor, id: Uuid, change: number): Promise<ListRow> {
  return told(tx, actor, await tx.row<ListRow>(queries.count(actor.organizationId, id, change)), listUpdated)
}

/**
 * Adds imported contacts, which are locked, to the list. False if the list was deleted in the meantime. The event of
 * the list is published when the import ends.
 */
export async function addImported(tx: Tx, scope: Scope, id: Uuid, contactIds: readonly Uuid[]): Promise<boolean> {
  const { organizationId } = scope
  const added = await tx.run(queries.addMembers(scope, id, contactIds))
  return (await tx.row(queries.count(organizationId, id, added))) !== undefined
}

export async function tellImported(tx: Tx, scope: Scope, id: Uuid): Promise<void> {
  const row = await tx.row<ListRow>(queries.byId(scope.organizationId, id))
  if (row) await emit(tx, scope.organizationId, scope.at, [listUpdated(row)])
}

/**
 * Deletes the list at once; its members are deleted in batches. The contacts stay. 409 if a segment refers to the list,
 * as it would select other contacts without it, or if a campaign that has not ended does.
 */
export async function remove(tx: Tx, actor: Actor, id: Uuid): Promise<void> {
  const { organizationId, at } = actor
  await tx.rows(queries.lockAll(organizationId, [id]))
  const segments = await tx.rows<{ name: string }>(queries.segmentsOf(organizationId, id, NAMED_MAX))
  if (segments.length > 0) throw refusal('conflict', 'list_in_segments', { segments: segments.map(({ name }) => name) })
  const campaigns = await tx.rows<{ name: string }>(queries.campaignsOf(organizationId, id, NAMED_MAX))
  if (campaigns.length > 0)
    throw refusal('conflict', 'list_in_campaigns', { campaigns: campaigns.map(({ name }) => name) })
  if (!(await tx.row(queries.markDeleted(actor, id)))) throw absent('list')
  await bury(tx, actor, [id])
  tx.onCommit(forgetAnswers(organizationId, [id]))
  tx.onCommit(enqueueWork('list_removal', organizationId, at))
  await emit(tx, organizationId, at, [listDeleted(id)])
}

async function told(
  tx: Tx,
  { organizationId, at }: Actor,
  row: ListRow | undefined,
  event: typeof listUpdated,
): Promise<ListRow> {
  if (!row) throw absent('list')
  await emit(tx, organizationId, at, [event(row)])
  return row
}
