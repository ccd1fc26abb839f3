// Former addresses of a contact: those of contacts that were merged into it. Inbound messages from them, suppressions,
// exports and deletions apply to the contact; messages are sent to its own addresses only.

import { type AddressField, addressFields } from '#channels/description.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { invalid } from '#kit/refusals.ts'
import * as queries from './known-by-queries.ts'
import { type KnownAddress, type KnownAddressRow, stored } from './known-by-queries.ts'
import { otherFormOf } from './number-forms.ts'

/** Maximum per contact: a person has fewer, and each is checked when the contact is suppressed or erased. */
export const KNOWN_ADDRESSES_MAX = 100

type Addressed = Record<AddressField, string | null>

export const addressesOf = (tx: Tx, organizationId: Uuid, contactId: Uuid): Promise<KnownAddressRow[]> =>
  tx.rows<KnownAddressRow>(queries.addressesOf(organizationId, contactId))

/** All addresses of a contact for searches, in every notation: its own, and one row for each former one. */
export async function allAddressesOf(tx: Tx, organizationId: Uuid, contact: Addressed & { id: Uuid }) {
  const others = await addressesOf(tx, organizationId, contact.id)
  const none = { email: null, phone_number: null, app_id: null }
  const { email, phone_number, app_id } = contact
  const numbers = [phone_number, ...others.map(({ field, address }) => (field === 'phone_number' ? address : null))]
  const forms = numbers.flatMap((number) => (number === null ? [] : (otherFormOf(number) ?? [])))
  return [
    { email, phone_number, app_id },
    ...others.map(({ field, address }) => ({ ...none, [field]: address })),
    ...forms.map((address) => ({ ...none, phone_number: address })),
  ]
}

/** Runs after the merge: stores the merged contact's addresses. */
export async function keepMerged(
  tx: Tx,
  organizationId: Uuid,
  { from, into, at }: { from: Uuid; into: Uuid; at: Date },
  both: readonly Addressed[],
  merged: Addressed,
): Promise<void> {
  await tx.run(queries.insertAddresses(organizationId, into, lostAddresses(both, merged), at))
  await tx.run(queries.copyAddresses(organizationId, from, into))
  if ((await addressesOf(tx, organizationId, into)).length > KNOWN_ADDRESSES_MAX)
    throw invalid('from', 'merge_too_many_addresses', { max: KNOWN_ADDRESSES_MAX })
  await tx.run(queries.removeAddresses(organizationId, from))
  await tx.run(queries.passIdsOn(organizationId, from, into))
  await tx.run(queries.noteMerged(organizationId, from, into, at))
}

/** Addresses of the two contacts that the merged one does not keep as its own. */
export function lostAddresses(both: readonly Addressed[], merged: Addressed): KnownAddress[] {
  return both.flatMap((one) =>
    addressFields.flatMap((field) => {
      const address = one[field]
      if (address === null || stored(field, address) === stored(field, merged[field] ?? '')) return []
      return [{ field, address }]
    }),
  )
}

/** Deletes former addresses and ids with the contact. */
export async function forgetKnown(tx: Tx, organizationId: Uuid, contactId: Uuid): Promise<void> {
  await tx.run(queries.removeAddresses(organizationId, contactId))
  await tx.run(queries.removeIds(organizationId, contactId))
}
