// Deletions too large for one transaction (spec 5.26): the object is already hidden; its rows are deleted here in
// batches. The first transaction of a batch refunds waiting deliveries under the wallet's lock; the second deletes,
// without a lock that a send needs. The ledger is correct after each, and after an interruption the next run continues.

import { forgetAnswers } from '#edge/idempotency.ts'
import { runHooks } from '#events/hooks.ts'
import type { App } from '#kit/app.ts'
import { planByKey } from '#kit/database/by-key.ts'
import type { Tx } from '#kit/database/database.ts'
import { type Deletion, endDeletion, lockDeletion, nextDeletion } from '#kit/deletions.ts'
import type { Uuid } from '#kit/ids.ts'
import { pieceSize } from '#kit/piece-size.ts'
import * as wallet from '#money/wallet/actions.ts'
import type { Job } from '#worker/job.ts'
import { perOrganization } from '#worker/per-organization.ts'
import * as deletionQueries from './deletion-queries.ts'
import type { Which } from './queries.ts'
import { CONTACT_DELETED, CONVERSATION_DELETED, cancelQueued, forgetDeliveriesTo, forgetMessages } from './removal.ts'
import { wholeMessages } from './rules.ts'

/** Deliveries per batch: so few that the wallet is locked only briefly. */
const pieceOfDeliveries = () => pieceSize(200)
/** Messages that are checked for deliveries to a contact per step. */
const LOOKED_MESSAGES = 5000

export const deletionJobs = (app: App): Job[] => [
  perOrganization(app, 'deletion', (organizationId, signal) => goOn(app, organizationId, signal)),
]

async function goOn(app: App, organizationId: Uuid, signal: AbortSignal): Promise<null> {
  for (;;) {
    const deletion = await app.database.reads.row<Deletion>(nextDeletion(organizationId))
    if (!deletion) return null
    const one = new Pieces(app, organizationId, deletion.id, signal)
    if (deletion.kind === 'conversation') await removeConversation(one)
    else await forgetContact(one)
    await one.step(async (tx) => {
      // Responses that show the object itself; those of its messages are already deleted.
      tx.onCommit(forgetAnswers(organizationId, [deletion.id]))
      await tx.run(endDeletion(organizationId, deletion.id))
    })
  }
}

async function removeConversation(one: Pieces): Promise<void> {
  const { app, organizationId, id } = one
  const size = pieceOfDeliveries()
  for (;;) {
    // One row more than a batch shows whether its last message is complete.
    const next = deletionQueries.nextOfConversation(organizationId, id, size + 1)
    const piece = wholeMessages(await app.database.reads.rows<deletionQueries.PieceRow>(next), size)
    if (piece.ids.length === 0) return
    if (piece.isQueued) await one.cancel({ messageIds: piece.ids }, CONVERSATION_DELETED)
    const isGoingOn = await one.step(async (tx) => {
      await forgetMessages(tx, one.scope(), piece.ids)
      await runHooks('message.removing', tx, one.scope(), piece.ids)
      tx.onCommit(forgetAnswers(organizationId, piece.ids))
    })
    if (!isGoingOn) return
  }
}

/** Checks all messages and not only those to groups: a conversation may be merged into another in the meantime. */
async function forgetContact(one: Pieces): Promise<void> {
  const { app, organizationId, id } = one
  const size = pieceOfDeliveries()
  let after: Uuid | null = null
  for (;;) {
    const looked: deletionQueries.AddressedRow[] = await app.database.reads.rows<deletionQueries.AddressedRow>(
      deletionQueries.nextToContact(organizationId, id, after, LOOKED_MESSAGES),
    )
    const addressed = looked.filter(({ is_to }) => is_to)
    for (let from = 0; from < addressed.length; from += size) {
      const piece = addressed.slice(from, from + size)
      const which = { messageIds: piece.map((row) => row.id), contactIds: [id] }
      if (piece.some(({ is_queued }) => is_queued)) await one.cancel(which, CONTACT_DELETED)
      await one.step(async (tx) => {
        await forgetDeliveriesTo(tx, one.scope(), which)
        await runHooks('contact.forgetting', tx, one.scope(), which)
      })
    }
    if (looked.length < LOOKED_MESSAGES) return
    after = looked.at(-1)?.id ?? null
  }
}

/** The transactions of one deletion. */
class Pieces {
  readonly app: App
  readonly organizationId: Uuid
  readonly id: Uuid
  readonly #signal: AbortSignal

  constructor(app: App, organizationId: Uuid, id: Uuid, signal: AbortSignal) {
    this.app = app
    this.organizationId = organizationId
    this.id = id
    this.#signal = signal
  }

  scope() {
    return { organizationId: this.organizationId, at: this.app.clock() }
  }

  /** Cancels and refunds waiting deliveries. The wallet is locked first, in the general lock order. */
  async cancel(which: Which, reason: string): Promise<void> {
    this.#signal.throwIfAborted()
    await this.app.database.transaction(async (tx) => {
      await tx.run(planByKey())
      const walletState = await wallet.lock(tx, this.organizationId)
      if (await tx.row(lockDeletion(this.organizationId, this.id)))
        await cancelQueued(tx, this.scope(), walletState, which, reason)
    }, this.organizationId)
  }

  /** False when another process has completed the deletion. */
  async step(work: (tx: Tx) => Promise<void>): Promise<boolean> {
    this.#signal.throwIfAborted()
    return this.app.database.transaction(async (tx) => {
      await tx.run(planByKey())
      if (!(await tx.row(lockDeletion(this.organizationId, this.id)))) return false
      await work(tx)
      return true
    }, this.organizationId)
  }
}
