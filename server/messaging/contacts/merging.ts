// Merges two contacts: the contacts' own data. Their conversations and messages are merged in messaging/merging, which
// calls `hold` before and `absorb` after it.

import { forgetAnswers } from '#edge/idempotency.ts'
import { bury, emit } from '#events/actions.ts'
import type { Actor } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { absent, absentIn, refusal } from '#kit/refusals.ts'
import { find } from './actions.ts'
import { contactMerged, contactUpdated } from './events.ts'
import { groupUpdated } from './groups/events.ts'
import * as groupQueries from './groups/queries.ts'
import * as knownAddresses from './known-by.ts'
import { leaveAll } from './lists/places.ts'
import * as listQueries from './lists/queries.ts'
import type { MergeableRow, Pair } from './merge-queries.ts'
import * as queries from './merge-queries.ts'
import { lostOf, mergedOf, type TakenField } from './merge-rules.ts'
import type { ContactRow } from './queries.ts'
import * as contactQueries from './queries.ts'
import * as suppressions from './suppressions/actions.ts'

export interface Held extends Pair {
  ofInto: MergeableRow
  ofFrom: MergeableRow
}

/**
 * Locks the addresses, groups and both contacts in the general lock order. Their values are known only before the
 * locks: a concurrent change wins, and the merge must be requested again.
 */
export async function hold(tx: Tx, { organizationId }: Actor, pair: Pair): Promise<Held> {
  const before = await tx.rows<MergeableRow>(queries.both(organizationId, pair))
  const groups = (await tx.rows<{ id: Uuid }>(queries.groupsOf(organizationId, pair.from))).map(({ id }) => id)
  await tx.rows(queries.lockGroups(organizationId, groups))
  await suppressions.shareAddressesOf(tx, organizationId, [
    ...before,
    ...(await knownBy(tx, organizationId, pair.from)),
  ])
  const rows = await tx.rows<MergeableRow>(queries.lockBoth(organizationId, pair))
  const ofInto = rows.find(({ id }) => id === pair.into)
  const ofFrom = rows.find(({ id }) => id === pair.from)
  if (!ofInto) throw absent('contact')
  if (!ofFrom) throw absentIn('from', 'contact')
  const now = await tx.rows<{ id: Uuid }>(queries.groupsOf(organizationId, pair.from))
  const isAsBefore =
    addressesOf(before) === addressesOf(rows) && now.every(({ id }) => groups.includes(id)) && before.length === 2
  if (!isAsBefore) throw refusal('conflict', 'contact_changed_meanwhile')
  return { ...pair, ofInto, ofFrom }
}

/** Addresses of contacts that were merged into `from` before. */
const knownBy = async (tx: Tx, organizationId: Uuid, id: Uuid) =>
  (await knownAddresses.addressesOf(tx, organizationId, id)).map(({ field, address }) => ({ [field]: address }))

const addressesOf = (rows: readonly MergeableRow[]): string =>
  JSON.stringify(rows.map(({ email, phone_number, app_id }) => [email, phone_number, app_id]))

/** Runs after everything that referred to `from`. */
export async function absorb(
  tx: Tx,
  actor: Actor,
  { from, into, ofInto, ofFrom }: Held,
  take: readonly TakenField[],
): Promise<{ row: ContactRow; lost: TakenField[] }> {
  const { organizationId, at } = actor
  const pair = { from, into }
  const merged = mergedOf(ofInto, ofFrom, take)
  await tx.run(queries.become(organizationId, into, merged))
  await knownAddresses.keepMerged(tx, organizationId, { ...pair, at }, [ofInto, ofFrom], merged)
  await suppressions.markContact(tx, organizationId, into)
  await tx.run(queries.moveConsents(organizationId, pair))
  const groups = await tx.rows<{ id: Uuid }>(queries.groupsOf(organizationId, from))
  await tx.run(queries.joinGroups(organizationId, pair))
  await tx.run(contactQueries.leaveGroups(actor, from))
  const joined = (await tx.rows<{ id: Uuid }>(queries.joinLists(organizationId, pair))).map(({ id }) => id)
  await tx.rows(listQueries.lockAll(organizationId, joined))
  await tx.run(queries.countMore(organizationId, joined))
  await leaveAll(tx, organizationId, from)
  await tx.run(contactQueries.remove(actor, from))
  await bury(tx, actor, [from])
  tx.onCommit(forgetAnswers(organizationId, [from]))
  const row = await find(tx, actor, into)
  const changed = []
  for (const { id } of groups) {
    const group = await tx.row<groupQueries.GroupRow>(groupQueries.byId(actor, id))
    if (group) changed.push(groupUpdated(group))
  }
  await emit(tx, organizationId, at, [contactMerged(from, into), contactUpdated(row), ...changed])
  return { row, lost: lostOf(ofFrom, merged) }
}
