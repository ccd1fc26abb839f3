// A person is forgotten as the API deletes a contact; whoever has the machine is told before how much goes.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'
import * as contacts from '#messaging/contacts/actions.ts'
import * as audit from '#people/audit/actions.ts'
import * as queries from './queries.ts'

export interface Extent {
  conversations: number
  messages: number
  groups: number
  queued_deliveries: number
}

export async function extentOf(tx: Tx, { organizationId }: Scope, contactId: Uuid): Promise<Extent> {
  await contacts.findStored(tx, { organizationId }, contactId)
  const row = (await tx.row<Record<keyof Extent, bigint>>(queries.extent({ organizationId, contactId }))) as never
  return Object.fromEntries(Object.entries<bigint>(row).map(([name, count]) => [name, Number(count)])) as never
}

/** The entry names the contact by its id alone, which leads nowhere afterwards. */
export async function eraseContact(tx: Tx, scope: Scope, contactId: Uuid, extent: Extent): Promise<void> {
  await contacts.remove(tx, scope, contactId)
  const object = publicId('contact', contactId)
  audit.record(tx, scope, 'command_line', { action: 'contact.erased', object, details: { ...extent } })
}

export function recordExport(tx: Tx, scope: Scope, contactId: Uuid): void {
  audit.record(tx, scope, 'command_line', { action: 'contact.exported', object: publicId('contact', contactId) })
}
