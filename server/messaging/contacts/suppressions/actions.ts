// An organization's suppression list: addresses that nothing is sent to, whichever contact has them. The suppressions
// of a contact's addresses are also stored in the contact's row, in the same transaction, so that a send needs no
// further lookup.

import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import { runHooks } from '#events/hooks.ts'
import type { Actor, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import type { Details } from '#kit/messages/details.ts'
import { absent, invalid } from '#kit/refusals.ts'
import { detailsToStore, textToStore } from '#kit/stored-details.ts'
import { type PricedChannel, pricedChannels } from '#money/pricing/rules.ts'
import * as queries from './queries.ts'
import { hookOf, suppressedAddress } from './rules.ts'
import type { NewSuppression, SuppressionQuery, SuppressionReason } from './schema.ts'
import { showSuppression } from './show.ts'

export async function list(tx: Tx, { organizationId }: Actor, query: SuppressionQuery) {
  checkPage(query)
  await checkCursor(query, async (id) => (await tx.row(queries.byId(organizationId, id))) !== undefined)
  return envelope(
    query,
    await tx.rows<queries.SuppressionRow>(queries.list(organizationId, asListed(query))),
    showSuppression,
  )
}

/** A filter finds an address in any notation; other text is searched literally. */
function asListed(query: SuppressionQuery): SuppressionQuery {
  if (query.address === undefined) return query
  const readings = (query.channel ? [query.channel] : pricedChannels).map((channel) =>
    suppressedAddress(channel, query.address as string),
  )
  const found = readings.find((one) => 'value' in one)
  return found && 'value' in found ? { ...query, address: found.value } : query
}

/** Adds an address; an existing entry stays unchanged. 422 for text that is not an address of the channel. */
export async function add(tx: Tx, scope: Actor, input: NewSuppression) {
  const { channel, reason = 'manual', detail = null } = input
  const reading = suppressedAddress(channel, input.address)
  if ('message' in reading) throw invalid('address', reading)
  const said = { channel, address: reading.value, reason, detail, details: null }
  return suppress(tx, scope, { ...said, time: scope.at, userId: scope.userId })
}

interface Suppressing {
  channel: PricedChannel
  address: string
  reason: SuppressionReason
  detail: string | null
  /** As JSON. Text entered by users has no codes. */
  details: string | null
  time: Date
  userId?: Uuid | null
}

type Reported = Omit<Suppressing, 'detail' | 'details' | 'userId'> & { detail: Details | null }

/** Reported by a provider; anything that is not an address of the channel is ignored. */
export async function suppressReported(tx: Tx, scope: Scope, said: Reported): Promise<void> {
  const reading = suppressedAddress(said.channel, said.address)
  if (!('value' in reading)) return
  const stored = { detail: textToStore(said.detail), details: detailsToStore(said.detail) }
  const { contactIds } = await suppress(tx, scope, { ...said, ...stored, address: reading.value })
  const hook = hookOf[said.reason]
  if (hook === undefined) return
  for (const contactId of contactIds) await runHooks(hook, tx, scope, { contactId, channel: said.channel })
}

async function suppress(tx: Tx, { organizationId, at }: Scope, { time, userId = null, ...said }: Suppressing) {
  const { channel, address } = said
  await tx.row(queries.lockAddress(organizationId, address))
  const row = { ...said, user_id: userId, id: newUuid(at.getTime()), created_at: time < at ? time : at }
  const isNew = (await tx.run(queries.insert(organizationId, row))) > 0
  const found = await tx.row<queries.SuppressionRow>(queries.byAddress(organizationId, channel, address))
  const contactIds = isNew ? await follow(tx, organizationId, channel, address) : []
  return { row: found as queries.SuppressionRow, isNew, contactIds }
}

/** Removes an entry from the list. */
export async function remove(tx: Tx, { organizationId }: Actor, id: Uuid): Promise<void> {
  const row = await tx.row<queries.SuppressionRow>(queries.byId(organizationId, id))
  if (!row) throw absent('suppression')
  await tx.row(queries.lockAddress(organizationId, row.address))
  if ((await tx.run(queries.remove(organizationId, id))) === 0) throw absent('suppression')
  await follow(tx, organizationId, row.channel, row.address)
}

/** Copies the entry to the contacts with the address; returns their ids. */
async function follow(tx: Tx, organizationId: Uuid, channel: PricedChannel, address: string): Promise<Uuid[]> {
  const rows = await tx.rows<{ id: Uuid }>(queries.lockWithAddress(organizationId, channel, address))
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await tx.run(queries.mark(organizationId, ids))
  return ids
}

interface Addresses {
  email?: string | null | undefined
  phone_number?: string | null | undefined
  app_id?: string | null | undefined
}

/** Called before a contact gets these addresses: their entries on the list cannot change until the transaction ends. */
export const shareAddresses = (tx: Tx, organizationId: Uuid, given: Addresses): Promise<void> =>
  shareAddressesOf(tx, organizationId, [given])

export async function shareAddressesOf(tx: Tx, organizationId: Uuid, given: readonly Addresses[]): Promise<void> {
  const all = given.flatMap(({ email, phone_number, app_id }) => [email?.toLowerCase(), phone_number, app_id])
  const addresses = all.filter((one) => typeof one === 'string')
  for (const address of [...new Set(addresses)].toSorted()) await tx.row(queries.shareAddress(organizationId, address))
}

/** Afterwards: stores the list's current state for the contact's addresses. */
export async function markContact(tx: Tx, organizationId: Uuid, contactId: Uuid): Promise<void> {
  await tx.run(queries.mark(organizationId, [contactId]))
}
