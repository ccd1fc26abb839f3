// Browsers registered for push notices. Each belongs to one member of one organization: another user who signs in on it
// takes it over.

import { hash } from 'node:crypto'
import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import type { Hook } from '#events/hooks.ts'
import type { Actor } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import type { MayReach } from '#kit/networks.ts'
import { absent, invalid, refusal } from '#kit/refusals.ts'
import { permissionsOfMember } from '#people/access/actions.ts'
import { mustBeAnAddress } from '#webhooks/rules.ts'
import type { SubscriptionRow } from './queries.ts'
import * as queries from './queries.ts'
import { authError, pointError, SUBSCRIPTIONS_OF_USER_MAX } from './rules.ts'
import type { NewPushSubscription } from './schema.ts'
import { showSubscription } from './show.ts'

export async function list(tx: Tx, { organizationId, userId, at }: Actor, page: Parameters<typeof checkPage>[0]) {
  checkPage(page)
  await checkCursor(page, async (id) => (await tx.row(queries.one(organizationId, userId, id))) !== undefined)
  const rows = await tx.rows<SubscriptionRow>(queries.list(organizationId, userId, at, page))
  return envelope(page, rows, showSubscription)
}

/** An existing subscription of this browser is renewed, and now belongs to this session. */
export async function subscribe(
  tx: Tx,
  { organizationId, userId, sessionId, at }: Actor,
  { endpoint, keys, expirationTime }: NewPushSubscription,
  mayReach: MayReach,
): Promise<{ row: SubscriptionRow; isNew: boolean }> {
  mustBeAnAddress(endpoint, mayReach, 'endpoint')
  for (const [field, error] of [
    ['keys.p256dh', pointError(keys.p256dh)],
    ['keys.auth', authError(keys.auth)],
  ] as const)
    if (error !== null) throw invalid(field, error)
  const expires_at = expirationTime == null ? null : new Date(expirationTime)
  if (expires_at !== null && expires_at <= at) throw invalid('expirationTime', 'push_subscription_expired')
  await tx.run(queries.lockForNew(organizationId))
  const endpointHash = hash('sha256', endpoint, 'buffer')
  const given = { endpoint, ...plain(keys), expires_at, session_id: sessionId ?? null }
  const known = await tx.row<SubscriptionRow>(queries.byEndpoint(organizationId, endpointHash))
  if (known?.user_id === userId)
    return {
      row: (await tx.row<SubscriptionRow>(queries.renew(organizationId, known.id, given))) as SubscriptionRow,
      isNew: false,
    }
  const held = await tx.row<{ count: number }>(queries.count(organizationId, userId, at))
  if ((held?.count ?? 0) >= SUBSCRIPTIONS_OF_USER_MAX)
    throw refusal('conflict', 'too_many_push_subscriptions', { max: SUBSCRIPTIONS_OF_USER_MAX })
  if (known) await tx.run(queries.remove(organizationId, known.id))
  const id = newUuid(at.getTime())
  const insert = queries.insert(organizationId, { ...given, id, user_id: userId, endpointHash }, at)
  return { row: (await tx.row<SubscriptionRow>(insert)) as SubscriptionRow, isNew: true }
}

/** Some libraries pad. */
const plain = ({ p256dh, auth }: NewPushSubscription['keys']) => ({
  p256dh: p256dh.replace(/=+$/, ''),
  auth: auth.replace(/=+$/, ''),
})

export async function remove(tx: Tx, { organizationId, userId }: Actor, id: Uuid): Promise<void> {
  if (!(await tx.row(queries.one(organizationId, userId, id)))) throw absent('push subscription')
  await tx.run(queries.remove(organizationId, id))
}

/** Former members get no more notices of the organization in their browsers. */
export const removeOfFormerMembers: Hook<'members.changed'> = async (tx, { organizationId }, { userIds }) => {
  for (const userId of userIds)
    if ((await permissionsOfMember(tx, organizationId, userId)) === null)
      await tx.run(queries.removeOfUser(organizationId, userId))
}
