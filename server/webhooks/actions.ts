// Webhook endpoints: address, subscribed types, and attempts. spec 14.7.

import { isDeepStrictEqual } from 'node:util'
import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import type { EventKind } from '#events/declaration.ts'
import { unsubscribe } from '#events/queries.ts'
import { showInterest } from '#feed/interest.ts'
import { isAmong, readableOf, unknownAmong } from '#feed/rules.ts'
import type { Actor } from '#kit/app.ts'
import type { Sealer } from '#kit/crypto.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { createReach } from '#kit/networks.ts'
import { absent, invalid, refusal } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import { enqueueWork } from '#kit/work.ts'
import * as audit from '#people/audit/actions.ts'
import { changes } from '#people/audit/rules.ts'
import type { DeliveryRow } from './delivery-queries.ts'
import * as deliveryQueries from './delivery-queries.ts'
import { networksOf } from './networks.ts'
import type { EndpointRow } from './queries.ts'
import * as queries from './queries.ts'
import { subscriberOf } from './recorder.ts'
import { ENDPOINTS_MAX, mustBeAnAddress, PAUSED_KEEPS_MS, REPLAY_MAX } from './rules.ts'
import type { DeliveryQuery, EndpointStatus, NewWebhookEndpoint, WebhookEndpointChange } from './schema.ts'
import { sealSecret } from './secrets.ts'
import { createShowDelivery, showEndpoint } from './show.ts'
import { newWebhookSecret } from './signing.ts'

export interface Terms {
  kinds: readonly EventKind[]
  sealer: Sealer
  /** The installation's own. */
  allowedNetworks: readonly string[]
}

export async function list(tx: Tx, { organizationId }: Actor, page: Parameters<typeof checkPage>[0]) {
  checkPage(page)
  await checkCursor(page, async (id) => (await tx.row(queries.byId(organizationId, id))) !== undefined)
  return envelope(page, await tx.rows<EndpointRow>(queries.list(organizationId, page)), showEndpoint)
}

export async function find(tx: Tx, { organizationId }: Actor, id: Uuid): Promise<EndpointRow> {
  const row = await tx.row<EndpointRow>(queries.byId(organizationId, id))
  if (!row) throw absent('webhook endpoint')
  return row
}

export async function create(tx: Tx, actor: Actor, input: NewWebhookEndpoint, terms: Terms) {
  const { organizationId, userId, at } = actor
  const { kinds, sealer } = terms
  await mustBeReachable(tx, organizationId, input.url, terms)
  mustBeKnown(kinds, input.event_types)
  await tx.run(queries.lockForNew(organizationId))
  const held = await tx.row<{ count: number }>(queries.count(organizationId))
  if ((held?.count ?? 0) >= ENDPOINTS_MAX)
    throw refusal('conflict', 'too_many_webhook_endpoints', { max: ENDPOINTS_MAX })
  const id = newUuid(at.getTime())
  const secret = newWebhookSecret()
  const one = {
    id,
    url: input.url,
    description: input.description ?? null,
    eventTypes: input.event_types,
    userId,
    permissions: [...actor.permissions],
    secret: sealSecret(sealer, organizationId, id, secret),
  }
  const row = (await tx.row<EndpointRow>(queries.insert(organizationId, at, one))) as EndpointRow
  await want(tx, actor, kinds, row)
  record(tx, actor, 'created', id, { event_types: input.event_types })
  return { row, secret }
}

/** The endpoint reads with the permissions of the user who sets it: nobody can forward what only others may read. */
export async function change(
  tx: Tx,
  actor: Actor,
  id: Uuid,
  input: WebhookEndpointChange,
  terms: Terms,
): Promise<EndpointRow> {
  const { organizationId, userId, at } = actor
  const before = await lock(tx, actor, id)
  const { kinds } = terms
  if (input.url !== undefined) await mustBeReachable(tx, organizationId, input.url, terms)
  if (input.event_types !== undefined) mustBeKnown(kinds, input.event_types)
  const status: EndpointStatus = (input.status as EndpointStatus | undefined) ?? before.status
  const isBack = status === 'enabled' && before.status !== 'enabled'
  const since = before.status === 'paused' ? new Date(at.getTime() - PAUSED_KEEPS_MS) : null
  const behind = isBack ? await tx.row<{ position: bigint }>(queries.lastPosition(organizationId, since)) : undefined
  const changed = {
    url: input.url ?? before.url,
    description: input.description === undefined ? before.description : input.description,
    eventTypes: input.event_types ?? before.event_types,
    userId,
    permissions: [...actor.permissions],
    status,
  }
  if (isAsItIs(before, changed)) return before
  const row = (await tx.row<EndpointRow>(
    queries.update(organizationId, id, at, changed, behind?.position ?? null),
  )) as EndpointRow
  if (status !== 'switched_off') await want(tx, actor, kinds, row)
  if (status === 'enabled') tx.onCommit(enqueueWork('webhooks', organizationId, at))
  const told = ({ description, event_types, status: now }: EndpointRow) => ({ description, event_types, status: now })
  record(tx, actor, 'updated', id, { ...changes(told(before), told(row)), url_changed: row.url !== before.url })
  return row
}

/** True for a change without an effect, the reader's permissions included (spec 3.12). */
function isAsItIs(before: EndpointRow, changed: queries.Change): boolean {
  const { url, description, event_types: eventTypes, user_id: userId, permissions, status } = before
  return isDeepStrictEqual(changed, { url, description, eventTypes, userId, permissions, status })
}

async function mustBeReachable(tx: Tx, organizationId: Uuid, url: string, { allowedNetworks }: Terms): Promise<void> {
  mustBeAnAddress(url, createReach([...allowedNetworks, ...(await networksOf(tx, organizationId))]))
}

/** Registers the endpoint's on-demand types, and no others. */
async function want(tx: Tx, actor: Actor, kinds: readonly EventKind[], row: EndpointRow): Promise<void> {
  const types = kinds.flatMap(({ type, isOnDemand }) => (isOnDemand && isAmong(row.event_types, type) ? [type] : []))
  const subscriber = subscriberOf(row.id)
  await tx.run(unsubscribe(actor.organizationId, subscriber, types))
  await showInterest(tx, actor, { subscriber, types, until: null })
}

export async function remove(tx: Tx, actor: Actor, id: Uuid): Promise<void> {
  const { organizationId } = actor
  await lock(tx, actor, id)
  await tx.run(queries.remove(organizationId, id))
  await tx.run(deliveryQueries.giveUpAll(organizationId, id, actor.at))
  await tx.run(unsubscribe(organizationId, subscriberOf(id)))
  record(tx, actor, 'deleted', id)
}

export async function rotateSecret(tx: Tx, actor: Actor, id: Uuid, overlapSeconds: number, sealer: Sealer) {
  const { organizationId, at } = actor
  await lock(tx, actor, id)
  const secret = newWebhookSecret()
  const sealed = sealSecret(sealer, organizationId, id, secret)
  const until = new Date(at.getTime() + overlapSeconds * 1000)
  const row = (await tx.row<EndpointRow>(queries.rotateSecret(organizationId, id, at, sealed, until))) as EndpointRow
  tx.onCommit(enqueueWork('webhooks', organizationId, at))
  record(tx, actor, 'secret_rotated', id)
  return { row, secret }
}

/** Sends the events of a period again, as far as both the endpoint and the actor may read them. */
export async function replay(
  tx: Tx,
  actor: Actor,
  id: Uuid,
  { from, to }: { from: Date; to: Date },
  kinds: readonly EventKind[],
): Promise<number> {
  const { organizationId, at } = actor
  if (from > to) throw invalid('to', 'before_other', { other: 'from' })
  const row = await lock(tx, actor, id)
  if (row.status !== 'enabled') throw refusal('conflict', 'webhook_endpoint_disabled')
  const readable = readableOf(kinds, actor, row.event_types)
  const limit = REPLAY_MAX + 1
  const count = await tx.run(deliveryQueries.replay(actor, readable, row, { from, to }, at, limit))
  if (count > REPLAY_MAX) throw invalid('from', 'replay_too_large', { max: REPLAY_MAX })
  tx.onCommit(enqueueWork('webhooks', organizationId, at))
  return count
}

export async function listDeliveries(
  tx: Tx,
  actor: Actor,
  id: Uuid,
  query: DeliveryQuery,
  kinds: readonly EventKind[],
) {
  checkPage(query)
  await find(tx, actor, id)
  await checkCursor(
    query,
    async (cursor) => (await tx.row(deliveryQueries.isThere(actor.organizationId, id, cursor))) !== undefined,
  )
  const { status, event_id } = query
  const rows = await tx.rows<DeliveryRow>(
    deliveryQueries.list(actor, readableOf(kinds, actor), id, { status, event_id }, query),
  )
  return envelope(query, rows, createShowDelivery(kinds))
}

export async function findDelivery(
  tx: Tx,
  actor: Actor,
  id: Uuid,
  deliveryId: Uuid,
  kinds: readonly EventKind[],
): Promise<DeliveryRow> {
  await find(tx, actor, id)
  const row = await tx.row<DeliveryRow>(deliveryQueries.one(actor, readableOf(kinds, actor), id, deliveryId))
  if (!row) throw absent('webhook delivery')
  return row
}

/** Retries a waiting delivery now; sends an ended one once more, outside the order. */
export async function retry(
  tx: Tx,
  actor: Actor,
  id: Uuid,
  deliveryId: Uuid,
  kinds: readonly EventKind[],
): Promise<DeliveryRow> {
  const { organizationId, at } = actor
  const endpoint = await find(tx, actor, id)
  if (endpoint.status !== 'enabled') throw refusal('conflict', 'webhook_endpoint_disabled')
  const row = await tx.row<DeliveryRow>(deliveryQueries.lockOne(actor, readableOf(kinds, actor), id, deliveryId))
  if (!row) throw absent('webhook delivery')
  const again =
    row.status === 'retrying'
      ? deliveryQueries.bringForward(organizationId, deliveryId, at)
      : deliveryQueries.repeat(organizationId, deliveryId, newUuid(at.getTime()), at)
  const made = (await tx.row<DeliveryRow>(again)) as DeliveryRow
  tx.onCommit(enqueueWork('webhooks', organizationId, at))
  return made
}

async function lock(tx: Tx, { organizationId }: Actor, id: Uuid): Promise<EndpointRow> {
  const row = await tx.row<EndpointRow>(queries.lock(organizationId, id))
  if (!row) throw absent('webhook endpoint')
  return row
}

function mustBeKnown(kinds: readonly EventKind[], types: readonly string[]): void {
  const [unknown] = unknownAmong(kinds, types)
  if (unknown !== undefined) throw invalid('event_types', 'event_type_unknown', { type: unknown })
}

type Recorded = 'created' | 'updated' | 'deleted' | 'secret_rotated'

function record(tx: Tx, actor: Actor, what: Recorded, id: Uuid, details: Record<string, unknown> = {}): void {
  const entry = { action: `webhook_endpoint.${what}`, object: publicId('whe', id), details } as const
  audit.record(tx, actor, actor, entry)
}
