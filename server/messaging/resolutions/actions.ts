// Resolutions: what somebody found out of a delivery of which nobody knew whether it left. Each is settled once,
// whoever says it first: a person, or a receipt of its provider.

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

/** What a person may find out of a delivery, of a message or of a campaign. */
const told = ['sent', 'failed'].flatMap((end) => [`message.${end}`, `campaign.delivery_${end}`])

type SeenRow = DeliveryRow & { is_unknown: boolean }

/** Those in conversations that the actor sees, and of campaigns where it sees them. */
export async function list(tx: Tx, actor: Actor, { outcome: _, ...page }: DeliveryQuery) {
  checkPage(page)
  // Also one that was settled since: who walks through the list settles what it has seen.
  await checkCursor(page, async (id) => (await tx.row(queries.seen(actor, id))) !== undefined)
  return envelope(page, await tx.rows<DeliveryRow>(queries.unknownSeen(actor, page)), showDelivery)
}

/** The same said twice changes nothing; what is known to be otherwise is a conflict. */
export async function resolve(tx: Tx, actor: Actor, id: Uuid, as: Resolution): Promise<DeliveryRow> {
  return resolveOne(tx, actor, actor, as, async () => tx.row<SeenRow>(queries.seen(actor, id)))
}

/** By the operator, whoever's conversation it is in. */
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

/** How many were settled, and the last that was looked at; null when there was none any more. */
export interface Piece {
  settled: number
  last: Uuid | null
}

/** Those of an organization that were accepted before, a piece at a time; `after` is where the last one ended. */
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

/** How many of those that nobody else settled meanwhile. */
async function settle(tx: Tx, scope: Scope, doer: audit.Doer, ids: readonly Uuid[], as: Resolution): Promise<number> {
  const { organizationId, at } = scope
  // The wallet before the deliveries, the order in which everybody locks them.
  const walletState = as === 'not_sent' ? await wallet.lock(tx, organizationId) : null
  // Of a campaign that has ended nothing is sent again: nobody would take it from the queue.
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

/** For the command line: whoever's conversations they are in. */
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

/** How many there are, for who watches over the installation. */
export async function countUnknown(reads: Tx): Promise<Record<ChannelName, number>> {
  const rows = await reads.rows<{ channel: ChannelName; count: bigint }>(queries.countByChannel())
  const count = Object.fromEntries(channelNames.map((channel) => [channel, 0])) as Record<ChannelName, number>
  for (const row of rows) count[row.channel] = Number(row.count)
  return count
}
