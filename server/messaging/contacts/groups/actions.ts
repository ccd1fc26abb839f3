// Groups: several contacts that one message reaches, with a delivery each.

import { forgetAnswers } from '#edge/idempotency.ts'
import { checkCursor, checkPage, envelope, type Page } from '#edge/paging.ts'
import { bury, emit, emitChange } from '#events/actions.ts'
import { runHooks } from '#events/hooks.ts'
import type { Actor } from '#kit/app.ts'
import { planByKey } from '#kit/database/by-key.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { absent, invalid } from '#kit/refusals.ts'
import * as contacts from '../actions.ts'
import { cleaned } from '../rules.ts'
import { groupCreated, groupDeleted, groupUpdated } from './events.ts'
import type { GroupRow } from './queries.ts'
import * as queries from './queries.ts'
import { GROUP_MEMBERS_MAX, type GroupChange, type GroupQuery, type NewGroup } from './schema.ts'
import { showGroup } from './show.ts'

export async function list(tx: Tx, actor: Actor, query: GroupQuery) {
  checkPage(query)
  await checkCursor(query, async (id) => (await tx.row(queries.byId(actor, id))) !== undefined)
  return envelope(query, await tx.rows<GroupRow>(queries.list(actor, query)), showGroup)
}

export async function find(tx: Tx, actor: Actor, id: Uuid): Promise<GroupRow> {
  const row = await tx.row<GroupRow>(queries.byId(actor, id))
  if (!row) throw absent('group')
  return row
}

export async function members(tx: Tx, actor: Actor, id: Uuid, page: Page) {
  await find(tx, actor, id)
  return contacts.listOfGroup(tx, actor, id, page)
}

export async function create(tx: Tx, actor: Actor, input: NewGroup): Promise<GroupRow> {
  const group = cleaned(input)
  const id = newUuid(actor.at.getTime())
  await tx.run(queries.insert(actor, id, group))
  await runHooks('words.changed', tx, actor, { kind: 'group', ids: [id] })
  if (group.contacts) {
    await contacts.mustExist(tx, actor, group.contacts, 'contacts')
    await add(tx, actor, id, group.contacts)
  }
  const row = await find(tx, actor, id)
  await emit(tx, actor.organizationId, actor.at, [groupCreated(row)])
  return row
}

/** Updates the given fields only; `contacts` replaces the members. */
export async function change(tx: Tx, actor: Actor, id: Uuid, input: GroupChange): Promise<GroupRow> {
  const group = cleaned(input)
  await mustLock(tx, actor, id)
  const before = await find(tx, actor, id)
  await tx.run(queries.update(actor, id, group))
  if (group.contacts) {
    // Contacts are locked before their memberships, in the same order as a contact's deletion.
    await contacts.mustExist(tx, actor, group.contacts, 'contacts')
    await tx.run(queries.removeOthers(actor, id, group.contacts))
    await add(tx, actor, id, group.contacts)
  }
  const row = await find(tx, actor, id)
  if (await emitChange(tx, actor, groupUpdated(before), groupUpdated(row)))
    await runHooks('words.changed', tx, actor, { kind: 'group', ids: [id] })
  return row
}

/** Adds members; existing members are unchanged. */
export async function addMembers(tx: Tx, actor: Actor, id: Uuid, contactIds: Uuid[]): Promise<GroupRow> {
  await mustLock(tx, actor, id)
  await contacts.mustExist(tx, actor, contactIds, 'contacts')
  const added = await add(tx, actor, id, contactIds)
  return added === 0 ? find(tx, actor, id) : told(tx, actor, id)
}

export async function removeMember(tx: Tx, actor: Actor, id: Uuid, contactId: Uuid): Promise<void> {
  await mustLock(tx, actor, id)
  if ((await tx.run(queries.removeMember(actor, id, contactId))) === 0) throw absent('member of the group')
  await told(tx, actor, id)
}

/** Deletes permanently, with its conversations of all users and their messages. The contacts stay. */
export async function remove(tx: Tx, actor: Actor, id: Uuid): Promise<void> {
  await tx.run(planByKey())
  // Locked before its event, so that no conversation with it can be created afterwards.
  await mustLock(tx, actor, id)
  await runHooks('group.removing', tx, actor, [id])
  await tx.run(queries.removeMembers(actor, id))
  await tx.run(queries.remove(actor, id))
  await bury(tx, actor, [id])
  tx.onCommit(forgetAnswers(actor.organizationId, [id]))
  await emit(tx, actor.organizationId, actor.at, [groupDeleted(id)])
}

async function mustLock(tx: Tx, actor: Actor, id: Uuid): Promise<void> {
  if (!(await tx.row(queries.lock(actor, id)))) throw absent('group')
}

/**
 * Runs after `mustExist`. The group's row must be locked, or new: two concurrent additions must not exceed the limit.
 */
async function add(tx: Tx, actor: Actor, id: Uuid, contactIds: Uuid[]): Promise<number> {
  if (contactIds.length === 0) return 0
  const added = await tx.run(queries.addMembers(actor, id, contactIds))
  const count = await tx.row<{ members: number }>(queries.countMembers(actor, id))
  if (count && count.members > GROUP_MEMBERS_MAX) throw invalid('contacts', 'group_full', { max: GROUP_MEMBERS_MAX })
  return added
}

async function told(tx: Tx, actor: Actor, id: Uuid): Promise<GroupRow> {
  const row = await find(tx, actor, id)
  await emit(tx, actor.organizationId, actor.at, [groupUpdated(row)])
  return row
}
