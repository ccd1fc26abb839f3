// A person is forgotten as the API deletes a contact; whoever has the machine is told before how much goes.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'
import * as contacts from '#messaging/contacts/actions.ts'
import { allAddressesOf } from '#messaging/contacts/known-by.ts'
import { forgetFaultsOf } from '#messaging/imports/queries.ts'
import { countOfWriter, forgetOfWriter } from '#messaging/inbound/shared/queries.ts'
import * as audit from '#people/audit/actions.ts'
import * as queries from './queries.ts'

export interface Extent {
  conversations: number
  messages: number
  groups: number
  queued_deliveries: number
  /** What they wrote to accounts that organizations share, and is nobody's yet. */
  quarantined: number
}

type Counted = Omit<Extent, 'quarantined'>

export async function extentOf(tx: Tx, { organizationId }: Scope, contactId: Uuid): Promise<Extent> {
  const contact = await contacts.findStored(tx, { organizationId }, contactId)
  const row = (await tx.row<Record<keyof Counted, bigint>>(queries.extent({ organizationId, contactId }))) as never
  const counted = Object.fromEntries(Object.entries<bigint>(row).map(([name, count]) => [name, Number(count)]))
  let quarantined = 0
  for (const addresses of await allAddressesOf(tx, organizationId, contact))
    quarantined += (await tx.row<{ count: number }>(countOfWriter(organizationId, addresses)))?.count ?? 0
  return { ...(counted as unknown as Counted), quarantined }
}

/** The entry names the contact by its id alone, which leads nowhere afterwards. */
export async function eraseContact(tx: Tx, scope: Scope, contactId: Uuid, extent: Extent): Promise<void> {
  const contact = await contacts.findStored(tx, scope, contactId)
  // It has no contact that it could go with.
  for (const addresses of await allAddressesOf(tx, scope.organizationId, contact)) {
    await tx.run(forgetOfWriter(scope.organizationId, addresses))
    await tx.run(forgetFaultsOf(scope.organizationId, addresses))
  }
  await contacts.remove(tx, scope, contactId)
  const object = publicId('contact', contactId)
  audit.record(tx, scope, 'command_line', { action: 'contact.erased', object, details: { ...extent } })
}

export function recordExport(tx: Tx, scope: Scope, contactId: Uuid): void {
  audit.record(tx, scope, 'command_line', { action: 'contact.exported', object: publicId('contact', contactId) })
}
