// Failed rows may hold personal data of people who are not contacts: they are found by their addresses. spec 6.13, 6.33

import type { Hook } from '#events/hooks.ts'
import { refusal } from '#kit/refusals.ts'
import { findStored } from '#messaging/contacts/actions.ts'
import { allAddressesOf } from '#messaging/contacts/known-by.ts'
import * as queries from './queries.ts'
import { addressesIn } from './rules.ts'

export const forgetContacts: Hook<'contact.removing'> = async (tx, { organizationId }, contactIds) => {
  for (const id of contactIds) {
    const sets = await allAddressesOf(tx, organizationId, await findStored(tx, { organizationId }, id))
    const cells = sets.flatMap(({ email, phone_number, app_id }) => [email, phone_number, app_id])
    await tx.run(queries.forgetFaultsWith(organizationId, addressesIn(cells)))
  }
}

/**
 * A running import could create the contact again or store a failed row of theirs: erasing waits until it has ended.
 */
export const erase: Hook<'contact.erasing'> = async (tx, { organizationId }, { addresses }) => {
  await tx.run(queries.takeTurn(organizationId))
  const counts = await tx.row<queries.CountRow>(queries.counts(organizationId))
  if (counts && counts.unfinished > 0) throw refusal('conflict', 'import_may_hold_contact')
  for (const one of addresses) await tx.run(queries.forgetFaultsOf(organizationId, one))
}
