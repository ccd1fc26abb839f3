// What campaigns do when something happens below or above them: money that comes in or is taken back, contacts that are
// deleted or merged. The wallet is locked in all of it.

import type { Hook } from '#events/hooks.ts'
import { giveBack, type Unsent } from '#messaging/messages/give-back.ts'
import * as messageQueries from '#messaging/messages/queries.ts'
import { CONTACT_DELETED } from '#messaging/messages/removal.ts'
import { type EndedRow, noteOutcomes } from '#money/usage/outcomes.ts'
import * as wallet from '#money/wallet/actions.ts'
import { releaseAll, resumeRecharged } from './control.ts'
import * as queries from './person-queries.ts'

export const resumeWithCredit: Hook<'credit.added'> = (tx, scope) => resumeRecharged(tx, scope)

export const releaseForClaim: Hook<'credit.short'> = (tx, scope, { walletState }) =>
  releaseAll(tx, scope, walletState as wallet.WalletState)

// The campaign's own money for them is released by its next batch, which is priced again.
export const forgetContacts: Hook<'contact.removing'> = async (tx, scope, contactIds) => {
  const { organizationId, at } = scope
  const walletState = await wallet.lock(tx, organizationId)
  await tx.rows(queries.lockWaitingFor(organizationId, contactIds))
  await tx.run(queries.skipWaiting(organizationId, contactIds, 'contact_deleted'))
  const queued = await tx.rows<Unsent & { left_in_part: boolean }>(queries.lockQueuedFor(organizationId, contactIds))
  if (queued.length > 0) {
    const ids = queued.map(({ id }) => id)
    const ended = await tx.rows<EndedRow>(messageQueries.cancel(organizationId, ids, at))
    noteOutcomes(tx, ended, at)
    const unsent = queued.filter(({ left_in_part }) => !left_in_part)
    await giveBack(tx, scope, walletState, unsent, { by: 'act', reason: CONTACT_DELETED })
  }
  await tx.run(queries.forgetDeliveriesFor(organizationId, contactIds, at))
  await tx.run(queries.forgetRecipients(organizationId, contactIds))
}

export const mergeContacts: Hook<'contact.merging'> = async (tx, { organizationId }, { from, into }) => {
  await tx.rows(queries.lockWaitingFor(organizationId, [from, into]))
  await tx.run(queries.skipBoth(organizationId, from, into))
  await tx.run(queries.skipBoth(organizationId, into, from))
  await tx.run(queries.moveRecipients(organizationId, from, into))
}
