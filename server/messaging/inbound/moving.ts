// A contact's number or id changed, as reported by the provider: the new address replaces the former one, which stays
// known (contacts/known-by.ts). Contacts are never merged by this.

import { emit } from '#events/actions.ts'
import { runHooks } from '#events/hooks.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Incoming } from '#messaging/channels/arrivals/arrived.ts'
import type { ChannelName, Identity } from '#messaging/channels/channel.ts'
import { channels } from '#messaging/channels/channels.ts'
import { contactUpdated } from '#messaging/contacts/events.ts'
import { contactKnownBy, insertAddresses, type KnownAddress } from '#messaging/contacts/known-by-queries.ts'
import * as contactQueries from '#messaging/contacts/queries.ts'
import * as suppressions from '#messaging/contacts/suppressions/actions.ts'
import { copyWritings } from '#messaging/dispatch/shared-queries.ts'

interface Mover {
  id: Uuid
  ownerId: Uuid
  /** True if the contact was found by a former address, to which nothing is sent. */
  isByMerged?: boolean
}

/** Runs after the message that reports it, whose sender is locked. */
export async function move(
  tx: Tx,
  scope: Scope,
  { id, ownerId, isByMerged = false }: Mover,
  incoming: Incoming,
): Promise<void> {
  const { organizationId, at } = scope
  const { channel, from, alsoFrom = [], movesTo = [] } = incoming
  const identitiesOf = (address: string): Identity[] => {
    const reading = channels[channel].identitiesOf(address)
    return 'value' in reading ? reading.value : []
  }
  const moved = await notTaken(
    tx,
    organizationId,
    id,
    movesTo.flatMap((address) => identitiesOf(address).slice(0, 1)),
  )
  if (moved.length === 0) return
  const viewer = { organizationId, userId: ownerId }
  const before = await tx.row<contactQueries.ContactRow>(contactQueries.byId(viewer, id))
  if (!before) return
  const former = new Set([from, ...alsoFrom].flatMap((address) => identitiesOf(address).map(({ value }) => value)))
  const isNewId = moved.some(({ field }) => field === 'app_id')
  // A person has one id at a time: the new id replaces the former one even if it is not mentioned.
  if (isNewId && !isByMerged && isProvidersId(channel, before.app_id)) former.add(before.app_id as string)
  const { own, known } = addressesAfter(before, former, moved)
  const isNamedByAddress = before.display_name !== null && former.has(before.display_name)
  const display_name = isNamedByAddress ? (moved.at(-1) as Identity).value : before.display_name
  await suppressions.shareAddresses(tx, organizationId, own)
  await tx.run(contactQueries.moveAddresses(organizationId, id, { ...own, display_name }))
  await tx.run(insertAddresses(organizationId, id, known, at))
  for (const { value } of moved) await tx.run(copyWritings(organizationId, id, [...former], value))
  await suppressions.markContact(tx, organizationId, id)
  await runHooks('words.changed', tx, scope, { kind: 'contact', ids: [id] })
  const after = await tx.row<contactQueries.ContactRow>(contactQueries.byId(viewer, id))
  await emit(tx, organizationId, at, [contactUpdated(after as contactQueries.ContactRow)])
}

/** The new addresses that no other contact has, the first per field. */
async function notTaken(tx: Tx, organizationId: Uuid, id: Uuid, identities: Identity[]): Promise<Identity[]> {
  const free: Identity[] = []
  for (const { field, value } of identities) {
    if (free.some((one) => one.field === field)) continue
    const owner =
      (await tx.row<{ id: Uuid }>(contactQueries.byAddress(organizationId, field, value))) ??
      (await tx.row<{ id: Uuid }>(contactKnownBy(organizationId, field, value)))
    if (owner === undefined || owner.id === id) free.push({ field, value })
  }
  return free
}

/**
 * The provider reports another id for a contact known by its number: ids change with the number, and the notice may not
 * have arrived. True when the former id was replaced.
 */
export async function renewId(
  tx: Tx,
  scope: Scope,
  contactId: Uuid,
  channel: ChannelName,
  id: string,
): Promise<boolean> {
  const { organizationId, at } = scope
  const viewer = { organizationId, userId: contactId }
  const row = await tx.row<contactQueries.ContactRow>(contactQueries.byId(viewer, contactId))
  const former = row?.app_id ?? null
  if (!row || former === id || !isProvidersId(channel, former) || !isProvidersId(channel, id)) return false
  await suppressions.shareAddresses(tx, organizationId, { app_id: id })
  await tx.run(contactQueries.moveAddresses(organizationId, contactId, { ...row, app_id: id }))
  await tx.run(insertAddresses(organizationId, contactId, [{ field: 'app_id', address: former as string }], at))
  return true
}

const isProvidersId = (channel: ChannelName, id: string | null): boolean =>
  id !== null && channels[channel].isProvidersId?.(id) === true

const NUMBER = /^\+?\d+$/

type AppAddresses = Pick<contactQueries.ContactRow, 'phone_number' | 'app_id'>

/**
 * A new address replaces a former one, or fills an empty field. If another user entered a different address for the
 * contact, it becomes an additional known address. A former number without a new one is removed too: it may belong to
 * another person now.
 */
export function addressesAfter(before: AppAddresses, former: ReadonlySet<string>, moved: readonly Identity[]) {
  const own: AppAddresses = { phone_number: before.phone_number, app_id: before.app_id }
  const known: KnownAddress[] = []
  for (const field of ['phone_number', 'app_id'] as const) {
    const [value, next] = [before[field], moved.find((one) => one.field === field)?.value ?? null]
    const isFormer = value !== null && former.has(value)
    if (isFormer && next === null && !NUMBER.test(value)) continue
    if (isFormer && value !== next) known.push({ field, address: value })
    if (value === null || isFormer) own[field] = next
    else if (next !== null && next !== value) known.push({ field, address: next })
  }
  return { own, known }
}
