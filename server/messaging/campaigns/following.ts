// Hooks of campaigns: credit that arrives or is taken back, contacts that are deleted or merged. The wallet is locked
// in all of them.

import { bury, passOn } from '#events/actions.ts'
import type { Hook } from '#events/hooks.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Statement } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'
import { giveBack, type Unsent } from '#messaging/messages/give-back.ts'
import * as messageQueries from '#messaging/messages/queries.ts'
import { CONTACT_DELETED } from '#messaging/messages/removal.ts'
import { type EndedRow, noteOutcomes } from '#money/usage/outcomes.ts'
import * as wallet from '#money/wallet/actions.ts'
import { releaseAll, resumeRecharged } from './control.ts'
import * as queries from './person-queries.ts'
import type { SkipReason } from './recipients.ts'
import { countOf, type MovedDelivery } from './report/count-rules.ts'
import { noteCounts, noteMoved } from './report/counts.ts'
import { tellEnded } from './telling.ts'
import * as trackingQueries from './tracking/queries.ts'

const BOTH_ARE_ONE = 'the contact became part of another, who receives the campaign already'

/** An unsubscription or complaint later than this is not attributed to the campaign. */
const ENDED_AFTER_MS = 30 * 24 * 3600 * 1000

export const resumeWithCredit: Hook<'credit.added'> = (tx, scope, { walletState }) =>
  resumeRecharged(tx, scope, walletState as wallet.WalletState)

export const releaseForClaim: Hook<'credit.short'> = (tx, scope, { walletState }) =>
  releaseAll(tx, scope, walletState as wallet.WalletState)

/** Attributes it to the last campaign sent to the contact on the channel. */
const noteEnded =
  (name: 'unsubscribed' | 'complained'): Hook<'contact.unsubscribed' | 'contact.complained'> =>
  async (tx, { organizationId, at }, { contactId, channel }) => {
    const since = new Date(at.getTime() - ENDED_AFTER_MS)
    const ended = { isComplaint: name === 'complained', channel, since, at }
    const of = await tx.row<{ campaign_id: Uuid }>(queries.markEnded(organizationId, contactId, ended))
    if (of) noteCounts(tx, [countOf(organizationId, of.campaign_id, name)], at)
  }

export const noteUnsubscribed = noteEnded('unsubscribed')
export const noteComplained = noteEnded('complained')

// The next batch releases the campaign's reservation for them, when it prices the rest again.
export const forgetContacts: Hook<'contact.removing'> = async (tx, scope, contactIds) => {
  const { organizationId, at } = scope
  const walletState = await wallet.lock(tx, organizationId)
  await tx.rows(queries.lockWaitingFor(organizationId, contactIds))
  await skip(tx, scope, queries.skipWaiting(organizationId, contactIds, 'contact_deleted'), 'contact_deleted')
  const queued = queries.lockQueuedFor(organizationId, contactIds)
  const cancelled = await refund(tx, scope, walletState, queued, CONTACT_DELETED)
  const sent = await tx.rows<MovedDelivery>(queries.countUnknownAsSent(organizationId, contactIds, at))
  noteMoved(tx, sent, at)
  const forgotten = await tx.rows<{ id: Uuid; campaign_id: Uuid; number: number }>(
    queries.forgetDeliveriesFor(organizationId, contactIds),
  )
  await bury(
    tx,
    scope,
    forgotten.map(({ id }) => id),
  )
  if (forgotten.length > 0) await tx.run(trackingQueries.forget(organizationId, forgotten))
  await tx.run(queries.forgetRecipients(organizationId, contactIds))
  await tellEnded(tx, scope, cancelled)
}

export const mergeContacts: Hook<'contact.merging'> = async (tx, scope, { from, into }) => {
  const { organizationId } = scope
  const walletState = await wallet.lock(tx, organizationId)
  await tx.rows(queries.lockWaitingFor(organizationId, [from, into]))
  await skip(tx, scope, queries.skipBoth(organizationId, from, into), 'duplicate_address')
  await skip(tx, scope, queries.skipBoth(organizationId, into, from), 'duplicate_address')
  // Of two queued deliveries the one to the merged contact is cancelled; if one was sent, the other is.
  const ofFrom = queries.lockQueuedToBoth(organizationId, from, into)
  const ofInto = queries.lockQueuedToBoth(organizationId, into, from)
  const cancelled = [
    ...(await refund(tx, scope, walletState, ofFrom, BOTH_ARE_ONE)),
    ...(await refund(tx, scope, walletState, ofInto, BOTH_ARE_ONE)),
  ]
  const moved = await tx.rows<{ id: Uuid }>(queries.deliveriesFor(organizationId, [from]))
  await tx.run(queries.moveDeliveries(organizationId, from, into))
  await tx.run(queries.yieldRecipients(organizationId, from, into))
  await tx.run(queries.moveRecipients(organizationId, from, into))
  const ids = moved.map(({ id }) => id)
  await passOn(tx, organizationId, ids, ['contact_id'], publicId('contact', from), publicId('contact', into))
  await tellEnded(tx, scope, cancelled)
}

async function skip(tx: Tx, scope: Scope, skipping: Statement, reason: SkipReason): Promise<void> {
  const { organizationId, at } = scope
  const skipped = await tx.rows<{ id: Uuid; count: number }>(skipping)
  noteCounts(
    tx,
    skipped.map(({ id, count }) => countOf(organizationId, id, 'skipped', { reason, count })),
    at,
  )
}

/** Cancels and refunds the deliveries that the statement locks; returns their ids. */
async function refund(
  tx: Tx,
  scope: Scope,
  walletState: wallet.WalletState,
  locking: Statement,
  reason: string,
): Promise<Uuid[]> {
  const queued = await tx.rows<Unsent & { left_in_part: boolean }>(locking)
  if (queued.length === 0) return []
  const ids = queued.map(({ id }) => id)
  const ended = await tx.rows<EndedRow & MovedDelivery>(messageQueries.cancel(scope.organizationId, ids, scope.at))
  noteOutcomes(tx, ended, scope.at)
  noteMoved(tx, ended, scope.at)
  const unsent = queued.filter(({ left_in_part }) => !left_in_part)
  await giveBack(tx, scope, walletState, unsent, { by: 'act', reason })
  return ids
}
