// Finds or creates the contact of a submission, and stores on it what the submission may change.

import { channelsWith } from '#channels/table.ts'
import type { FormDefinition } from '#forms/definitions/definition.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { readContactAddress } from '#kit/email-address.ts'
import type { Uuid } from '#kit/ids.ts'
import * as contacts from '#messaging/contacts/actions.ts'
import * as consents from '#messaging/contacts/consents/actions.ts'
import { contactKnownBy } from '#messaging/contacts/known-by-queries.ts'
import * as lists from '#messaging/contacts/lists/actions.ts'
import * as contactQueries from '#messaging/contacts/queries.ts'
import { readPhoneNumber } from '#messaging/contacts/rules.ts'
import { lockStranger } from '#messaging/inbound/queries.ts'
import { memberFor, onBehalfOf } from './actor.ts'
import type { AgreedConsent } from './answer-text.ts'
import { type ContactFields, fieldsOf, type Known, type Match, matchOf } from './matching.ts'
import type { Answers } from './terms.ts'

/** The contact fields that the answers fill; invalid addresses are left out. */
export function readFields({ fields }: FormDefinition, answers: Answers): ContactFields {
  const found = fieldsOf(fields, answers)
  const email = found.email === undefined ? null : readContactAddress(found.email)
  const phone = found.phone_number === undefined ? null : readPhoneNumber(found.phone_number)
  const { email: _, phone_number: __, ...rest } = found
  return {
    ...rest,
    ...(email && 'value' in email && { email: email.value }),
    ...(phone && 'value' in phone && { phone_number: phone.value }),
  }
}

/**
 * The contacts that have these addresses, locked. While an address is unknown, no other transaction can create a
 * contact with it.
 */
export async function findMatch(tx: Tx, scope: Scope, fields: ContactFields, isProven: boolean): Promise<Match> {
  const { organizationId } = scope
  const addresses = [fields.email?.toLowerCase(), fields.phone_number].filter((one) => one !== undefined)
  // In a fixed order, to avoid deadlocks between submissions.
  for (const address of addresses.toSorted()) await tx.row(lockStranger(organizationId, address))
  const holderOf = async (field: 'email' | 'phone_number'): Promise<Known | null> => {
    const address = fields[field]
    if (address === undefined) return null
    return (
      (await tx.row<Known>(contactQueries.byAddress(organizationId, field, address))) ??
      (await tx.row<Known>(contactKnownBy(organizationId, field, address))) ??
      null
    )
  }
  const email = await holderOf('email')
  return matchOf(fields, { email, phone_number: await holderOf('phone_number') }, isProven)
}

/** The contact of a match; null for none. */
export async function applyMatch(
  tx: Tx,
  scope: Scope,
  match: Match,
  createdBy: Uuid | null,
): Promise<{ id: Uuid; link: 'created' | 'claimed' | 'confirmed' } | null> {
  if (match.kind === 'none') return null
  if (match.kind === 'claim') return { id: match.contact.id, link: 'claimed' }
  if (match.kind === 'create') {
    const { display_name, email, phone_number, attributes } = match.fields
    const actor = onBehalfOf(await memberFor(tx, scope, createdBy), scope)
    const given = { display_name, email, phone_number, attributes }
    const name = display_name || email || phone_number
    const row = await contacts.create(tx, actor, { ...defined(given), ...(name && { display_name: name }) })
    return { id: row.id, link: 'created' }
  }
  const { contact, fields } = match
  const before = await contacts.findStored(tx, scope, contact.id)
  const change = {
    ...(fields.display_name && { display_name: fields.display_name }),
    // An unverified number does not replace the contact's number.
    ...(before.phone_number === null && fields.phone_number && { phone_number: fields.phone_number }),
    ...(Object.keys(fields.attributes).length > 0 && { attributes: { ...before.attributes, ...fields.attributes } }),
  }
  if (Object.keys(change).length > 0) await contacts.change(tx, onBehalfOf(contact.owner_id, scope), contact.id, change)
  return { id: contact.id, link: 'confirmed' }
}

const defined = <T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never

/**
 * Records consents with their exact sentence, and adds to lists. Neither overrides an unsubscription or suppression.
 */
export async function applyConsents(
  tx: Tx,
  scope: Scope,
  contactId: Uuid,
  agreed: readonly AgreedConsent[],
): Promise<void> {
  for (const { text, channels } of agreed) await consents.byForm(tx, scope, { contactId, channels, text })
}

/** Lists deleted in the meantime are skipped. */
export async function applyLists(tx: Tx, scope: Scope, contactId: Uuid, listIds: readonly Uuid[]): Promise<void> {
  for (const listId of [...new Set(listIds)].toSorted()) {
    if (!(await lists.exists(tx, scope, listId))) continue
    if (await lists.addImported(tx, scope, listId, [contactId])) await lists.tellImported(tx, scope, listId)
  }
}

/** The channel of the inbound message: that of the address by which the contact was found. */
export function channelOf(
  { email, phone_number: phone }: ContactFields,
  held: { email: string | null; phone_number: string | null },
) {
  const isTheirs = email !== undefined && held.email?.toLowerCase() === email.toLowerCase()
  if (isTheirs) return { channel: channelsWith('email')[0], from: email }
  return phone !== undefined && held.phone_number !== null
    ? { channel: channelsWith('phone_number')[0], from: phone }
    : null
}
