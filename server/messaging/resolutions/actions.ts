// Resolutions of deliveries with an unknown outcome. Each is settled once, by the first source: a person, or a receipt
// of its provider.

import { checkCursor, checkPage, envelope, type Page } from '#edge/paging.ts'
import { subscribedTypes } from '#events/actions.ts'
import type { Actor, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { absent, refusal } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import { enqueueWork } from '#kit/work.ts'
import { holdUnended } from '#messaging/campaigns/queries.ts'
import { noteMoved } from '#messaging/campaigns/report/counts.ts'
import { type ChannelName, channelNames } from '#messaging/channels/channel.ts'
import { tell } from '#messaging/dispatch/outcomes.ts'
import type { RecordedRow } from '#messaging/dispatch/queries.ts'
import { didNotLeave, giveBackWithinCharge } from '#messaging/messages/give-back.ts'
import type { DeliveryRow } from '#messaging/messages/queries.ts'
import { showDelivery } from '#messaging/messages/show.ts'
import { noteOutcomes } from '#money/usage/outcomes.ts'
import * as wallet from '#money/wallet/actions.ts'
import * as audit from '#people/audit/actions.ts'
import * as queries from './queries.ts'
import { agrees, NOT_SENT, type Resolution } from './rules.ts'
import type { DeliveryQuery } from './schema.ts'

/** Possible results, for messages and campaigns. */
const told = ['sent', 'failed'].flatMap((end) => [`message.${end}`, `campaign.delivery_${end}`])

type SeenRow = DeliveryRow & { is_unknown: boolean }

/** Lists deliveries in conversations that the actor may see, and those of campaigns if the actor may see campaigns. */
export async function list(tx: Tx, actor: Actor, { outcome: _, ...page }: DeliveryQuery) {
  checkPage(page)
  // The cursor may have been settled since: users settle deliveries while they page through the list.
  await checkCursor(page, async (id) => (await tx.row(queries.seen(actor, id))) !== undefined)
  return envelope(page, await tx.rows<DeliveryRow>(queries.unknownSeen(actor, page)), showDelivery)
}

/** Repeating the same resolution changes nothing; a contradicting one is a conflict. */
export async function resolve(tx: Tx, actor: Actor, id: Uuid, as: Resolution): Promise<DeliveryRow> {
  return resolveOne(tx, actor, actor, as, async () => tx.row<SeenRow>(queries.seen(actor, id)))
}

/** Resolves a delivery for the operator, in any user's conversation. */
export function resolveFromCommandLine(tx: Tx, scope: Scope, id: Uuid, as: Resolution): Promise<DeliveryRow> {
  const look = () => tx.row<SeenRow>(queries.anySeen(scope.organizationId, id))
  return resolveOne(tx, scope, 'command_line', as, look)
}

async function resolveOne(
  tx: Tx,
  scope: Scope,
  doer: audit.Doer,
  as: Resolution,
  look: () => Promise<SeenRow | undefined>,
): Promise<DeliveryRow> {
  const found = await look()
  if (!found) throw absent('delivery')
  if (found.is_unknown) await settle(tx, scope, doer, [found.id], as)
  const row = await look()
  if (!row) throw absent('delivery')
  if (!row.is_unknown && agrees(row.status, as)) return row
  if (row.is_unknown)
    throw as === 'again' ? refusal('conflict', 'campaign_ended') : refusal('conflict', 'delivery_sent_in_part')
  throw refusal('conflict', 'delivery_final', { status: row.status })
}

/** The number of settled deliveries and the last one checked; null at the end. */
export interface Piece {
  settled: number
  last: Uuid | null
}

/** An organization's deliveries accepted before a time, in batches; `after`: the last one of the previous batch. */
export async function resolveNext(
  tx: Tx,
  scope: Scope,
  as: Resolution,
  { before, after, limit }: { before: Date; after: Uuid | null; limit: number },
): Promise<Piece> {
  const rows = await tx.rows<{ id: Uuid }>(queries.nextUnknown(scope.organizationId, before, after, limit))
  const ids = rows.map(({ id }) => id)
  const settled = ids.length === 0 ? 0 : await settle(tx, scope, 'command_line', ids, as)
  return { settled, last: ids.at(-1) ?? null }
}

/** Returns how many were settled; others were settled elsewhere in the meantime. */
async function settle(tx: Tx, scope: Scope, doer: audit.Doer, ids: readonly Uuid[], as: Resolution): Promise<number> {
  const { organizationId, at } = scope
  // Lock order: the wallet before the deliveries.
  const walletState = as === 'not_sent' ? await wallet.lock(tx, organizationId) : null
  // Deliveries of an ended campaign are not sent again: no worker would claim them.
  const held = as === 'again' ? await tx.rows<{ id: Uuid }>(holdUnended(organizationId, ids)) : []
  const unended = held.map(({ id }) => id)
  const [asked, rows] = await Promise.all([
    subscribedTypes(tx, [organizationId], told),
    tx.rows<RecordedRow>(queries.settle(scope, ids, as, unended)),
  ])
  if (walletState) await giveBackWithinCharge(tx, scope, walletState, rows, () => didNotLeave(NOT_SENT))
  if (as === 'again' && rows.length > 0) await tx.run(enqueueWork('dispatch', organizationId, at))
  noteOutcomes(tx, rows, at)
  const errorCode = as === 'not_sent' ? NOT_SENT : null
  noteMoved(
    tx,
    rows.map((row) => ({ ...row, errorCode })),
    at,
  )
  await tell(tx, rows, asked, at)
  for (const { id } of rows)
    audit.record(tx, scope, doer, { action: 'delivery.resolved', object: publicId('dlv', id), details: { as } })
  return rows.length
}

/** For the command line: of all users' conversations. */
export async function listFromCommandLine(tx: Tx, organizationId: Uuid, page: Page) {
  return envelope(page, await tx.rows<DeliveryRow>(queries.unknownOf(organizationId, page)), (row) => ({
    organization_id: publicId('org', organizationId),
    ...showDelivery(row),
  }))
}

export async function organizationsWithUnknown(tx: Tx): Promise<Uuid[]> {
  return (await tx.rows<{ org_id: Uuid }>(queries.organizationsWithUnknown())).map(({ org_id }) => org_id)
}

export async function organizationOf(tx: Tx, id: Uuid): Promise<Uuid | null> {
  return (await tx.row<{ org_id: Uuid }>(queries.organizationOf(id)))?.org_id ?? null
}

/** The number of unknown outcomes per channel, for monitoring. */
export async function countUnknown(reads: Tx): Promise<Record<ChannelName, number>> {
  const rows = await reads.rows<{ channel: ChannelName; count: bigint }>(queries.countByChannel())
  const count = Object.fromEntries(channelNames.map((channel) => [channel, 0])) as Record<ChannelName, number>
  for (const row of rows) count[row.channel] = Number(row.count)
  return count
}
