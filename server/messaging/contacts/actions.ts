// Contacts: people that an organization exchanges messages with. Groups of contacts: groups/.

import { forgetAnswers } from '#edge/idempotency.ts'
import { checkCursor, checkPage, envelope, PAGE_MAX, type Page } from '#edge/paging.ts'
import { bury, emit, emitChange } from '#events/actions.ts'
import { runHooks } from '#events/hooks.ts'
import type { Actor, Scope } from '#kit/app.ts'
import { planByKey } from '#kit/database/by-key.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Statement } from '#kit/database/sql.ts'
import { readContactAddress } from '#kit/email-address.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { absent, absentIn } from '#kit/refusals.ts'
import * as organizationQueries from '#people/organizations/queries.ts'
import * as consents from './consents/actions.ts'
import type { HeldRow } from './consents/queries.ts'
import * as consentQueries from './consents/queries.ts'
import { contactCreated, contactDeleted, contactUpdated } from './events.ts'
import { forgetKnown } from './known-by.ts'
import { leaveAll } from './lists/places.ts'
import type { ContactRow } from './queries.ts'
import * as queries from './queries.ts'
import { cleaned, mustBeNamed, mustHaveHappened, readPhoneNumber } from './rules.ts'
import type { ContactChange, ContactQuery, NewContact } from './schema.ts'
import { showContact } from './show.ts'
import * as suppressions from './suppressions/actions.ts'

export async function list(tx: Tx, actor: Actor, query: ContactQuery) {
  checkPage(query)
  await checkCursor(query, async (id) => (await tx.row(queries.byId(actor, id))) !== undefined)
  return envelope(query, await tx.rows<ContactRow>(queries.list(actor, asStored(query))), showContact)
}

/** A page of the contacts `t` that meet the condition. */
export async function listWhere(tx: Tx, actor: Actor, page: Page, condition: Statement) {
  checkPage(page)
  await checkCursor(page, async (id) => (await tx.row(queries.byId(actor, id))) !== undefined)
  return envelope(page, await tx.rows<ContactRow>(queries.list(actor, page, condition)), showContact)
}

/** A filter finds an address in any notation; text that is not an address is searched literally and finds nothing. */
function asStored(query: ContactQuery): ContactQuery {
  const email = query.email === undefined ? undefined : readContactAddress(query.email)
  // A plus that was not URL-encoded arrives as a space.
  const phone = query.phone_number === undefined ? undefined : readPhoneNumber(query.phone_number.replace(/^ /, '+'))
  return {
    ...query,
    ...(email && 'value' in email ? { email: email.value } : {}),
    ...(phone && 'value' in phone ? { phone_number: phone.value } : {}),
  }
}

/** A page of a group's members. */
export async function listOfGroup(tx: Tx, actor: Actor, groupId: Uuid, page: Page) {
  checkPage(page)
  await checkCursor(page, async (id) => (await tx.row(queries.byId(actor, id))) !== undefined)
  return envelope(page, await tx.rows<ContactRow>(queries.listOfGroup(actor, groupId, page)), showContact)
}

export async function find(tx: Tx, actor: Actor, id: Uuid): Promise<ContactRow> {
  const row = await tx.row<ContactRow>(queries.byId(actor, id))
  if (!row) throw absent('contact')
  return row
}

/** Creates a contact, owned by the acting user unless another owner is given. */
export async function create(tx: Tx, actor: Actor, input: NewContact): Promise<ContactRow> {
  const contact = cleaned(input)
  mustHaveHappened(contact.unsubscribed, actor.at)
  if (contact.owner_id) await mustBeMember(tx, actor, contact.owner_id)
  const id = newUuid(actor.at.getTime())
  await suppressions.shareAddresses(tx, actor.organizationId, contact)
  await tx.run(queries.insert(actor, id, contact))
  await runHooks('words.changed', tx, actor, { kind: 'contact', ids: [id] })
  await suppressions.markContact(tx, actor.organizationId, id)
  await consents.noteChanges(tx, actor, id, {}, contact.unsubscribed)
  const row = await find(tx, actor, id)
  mustBeNamed(row)
  await emit(tx, actor.organizationId, actor.at, [contactCreated(row)])
  return row
}

/**
 * Updates the given fields only: `attributes` as a whole, `unsubscribed` by channel.
 */
export async function change(tx: Tx, actor: Actor, id: Uuid, input: ContactChange): Promise<ContactRow> {
  const contact = cleaned(input)
  mustHaveHappened(contact.unsubscribed, actor.at)
  if (contact.owner_id) await mustBeMember(tx, actor, contact.owner_id)
  const { email, phone_number, app_id, unsubscribed } = contact
  const isAddressed = [email, phone_number, app_id].some((one) => one !== undefined)
  if (isAddressed) await suppressions.shareAddresses(tx, actor.organizationId, contact)
  const held = await tx.row<HeldRow>(consentQueries.lockContact(actor.organizationId, id))
  if (!held) throw absent('contact')
  const before = await find(tx, actor, id)
  await tx.run(queries.update(actor, id, contact))
  if (isAddressed) await suppressions.markContact(tx, actor.organizationId, id)
  await consents.noteChanges(tx, actor, id, held.unsubscribed, unsubscribed)
  const row = await find(tx, actor, id)
  mustBeNamed(row)
  if (await emitChange(tx, actor, contactUpdated(before), contactUpdated(row)))
    await runHooks('words.changed', tx, actor, { kind: 'contact', ids: [id] })
  return row
}

async function mustBeMember(tx: Tx, actor: Actor, userId: Uuid): Promise<void> {
  if (!(await tx.row(organizationQueries.isMember(actor.organizationId, userId)))) throw absentIn('owner_id', 'user')
}

/** Deletes permanently, with its conversations of all users and their messages. */
export async function remove(tx: Tx, actor: Scope, id: Uuid): Promise<void> {
  await tx.run(planByKey())
  // Locked before its event, so that no conversation with it can be created afterwards.
  if (!(await tx.row(queries.lock(actor, id)))) throw absent('contact')
  await runHooks('contact.removing', tx, actor, [id])
  await tx.run(queries.leaveGroups(actor, id))
  await leaveAll(tx, actor.organizationId, id)
  await tx.run(consentQueries.removeOf(actor.organizationId, id))
  await forgetKnown(tx, actor.organizationId, id)
  await tx.run(queries.remove(actor, id))
  await bury(tx, actor, [id])
  tx.onCommit(forgetAnswers(actor.organizationId, [id]))
  await emit(tx, actor.organizationId, actor.at, [contactDeleted(id)])
}

/** All contacts with the address, oldest first, for operators: several may share one. */
export async function withAddress(tx: Tx, { organizationId }: Scope, address: ContactQuery): Promise<Uuid[]> {
  const nobody = { organizationId, userId: NOBODY }
  return (await tx.rows<ContactRow>(queries.list(nobody, { ...asStored(address), limit: PAGE_MAX }))).map(
    ({ id }) => id,
  )
}

/** The contact as stored, without any user's conversation. */
export async function findStored(tx: Tx, { organizationId }: Pick<Scope, 'organizationId'>, id: Uuid) {
  const row = await tx.row<ContactRow>(queries.byId({ organizationId, userId: NOBODY }, id))
  if (!row) throw absent('contact')
  return row
}

/** 404 naming `field` unless every contact exists in the organization. */
export async function mustExist(tx: Tx, actor: Actor, ids: Uuid[], field: string): Promise<void> {
  const rows = await tx.rows<{ id: Uuid }>(queries.existing(actor.organizationId, ids))
  if (rows.length < new Set(ids).size) throw absentIn(field, 'contact')
}

/** No user: when a contact acts, the event shows no user's conversation. */
const NOBODY: Uuid = '00000000-0000-0000-0000-000000000000'

/** Unsubscribes the contact that used a link in a message. False if it was deleted. */
export const unsubscribe = consents.byLink
