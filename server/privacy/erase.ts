// Erases a person as the API deletes a contact, plus data without a contact that is found by their addresses
// (program/personal-data.ts has both). The operator sees beforehand how much will be deleted.

import { runHooks } from '#events/hooks.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'
import * as contacts from '#messaging/contacts/actions.ts'
import { allAddressesOf } from '#messaging/contacts/known-by.ts'
import { countWaitingOf } from '#messaging/inbound/waiting/of-person.ts'
import * as audit from '#people/audit/actions.ts'
import * as queries from './queries.ts'

export interface Extent {
  conversations: number
  messages: number
  groups: number
  queued_deliveries: number
  /** Messages from them to shared accounts that are not assigned to an organization yet. */
  quarantined: number
  /** Inbound events from or about them that could not be processed and wait for the operator. */
  waiting: number
}

type Counted = Omit<Extent, 'quarantined' | 'waiting'>

export async function extentOf(tx: Tx, { organizationId }: Scope, contactId: Uuid): Promise<Extent> {
  const contact = await contacts.findStored(tx, { organizationId }, contactId)
  const row = (await tx.row<Record<keyof Counted, bigint>>(queries.extent({ organizationId, contactId }))) as never
  const counted = Object.fromEntries(Object.entries<bigint>(row).map(([name, count]) => [name, Number(count)]))
  const addresses = await allAddressesOf(tx, organizationId, contact)
  return { ...(counted as unknown as Counted), ...(await countWaitingOf(tx, { organizationId, addresses })) }
}

/** The audit entry contains the contact's id only, which refers to nothing afterwards. */
export async function eraseContact(tx: Tx, scope: Scope, contactId: Uuid, extent: Extent): Promise<void> {
  const contact = await contacts.findStored(tx, scope, contactId)
  const { organizationId } = scope
  const addresses = await allAddressesOf(tx, organizationId, contact)
  await runHooks('contact.erasing', tx, scope, { addresses })
  await contacts.remove(tx, scope, contactId)
  const object = publicId('contact', contactId)
  audit.record(tx, scope, 'command_line', { action: 'contact.erased', object, details: { ...extent } })
}

export function recordExport(tx: Tx, scope: Scope, contactId: Uuid): void {
  audit.record(tx, scope, 'command_line', { action: 'contact.exported', object: publicId('contact', contactId) })
}
