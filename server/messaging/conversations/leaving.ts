// Transfers the conversations of users who left or may no longer see conversations: spec 5.20. The newest come first,
// as many as one short transaction takes; the rest is recorded in `leavings` and transferred in batches by a job, even
// if a process ends meanwhile (spec 5.27). Every intermediate state is consistent: a conversation belongs either to the
// former user, who can no longer see it, or to one who can.

import type { Hook } from '#events/hooks.ts'
import type { App, Scope } from '#kit/app.ts'
import { planByKey } from '#kit/database/by-key.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { pieceSize } from '#kit/piece-size.ts'
import { refusal } from '#kit/refusals.ts'
import { enqueueWork } from '#kit/work.ts'
import * as giving from '#messaging/contacts/giving.ts'
import * as wallet from '#money/wallet/actions.ts'
import type { Job } from '#worker/job.ts'
import { perOrganization } from '#worker/per-organization.ts'
import { handOver } from './hand-over.ts'
import * as handOverQueries from './hand-over-queries.ts'
import * as leavingQueries from './leaving-queries.ts'
import * as queries from './queries.ts'
import { handOverOf, type Leaving } from './rules.ts'

/** Conversations that are transferred per transaction: so few that they are locked only briefly. */
const pieceOfConversations = () => pieceSize(500)

/**
 * Departures stay recorded for at least this long: a token may work for up to 5 more seconds in a process that has not
 * noticed (spec 2.6), and anything created with it is transferred too.
 */
const NOTED_AT_LEAST_MS = 10_000

/** Users who leave, or may no longer see conversations, keep none. */
export const takeFromMembers: Hook<'members.changed'> = async (tx, scope, { userIds, transferTo }) => {
  const { organizationId, at } = scope
  await tx.run(planByKey())
  await tx.run(queries.lockReaders(organizationId))
  const rows = await tx.rows<{ user_id: Uuid }>(leavingQueries.nonReaders(organizationId, userIds))
  const givers = rows.map(({ user_id }) => user_id)
  if (givers.length === 0) return
  await tx.run(leavingQueries.noteLeavings(scope, givers, transferTo))
  // Lock order: contacts before the wallet and conversations, as when a contact is deleted or writes.
  const leavings = await tx.rows<leavingQueries.LeavingRow>(leavingQueries.noted(organizationId))
  const own = leavings.filter(({ user_id }) => givers.includes(user_id))
  const areContactsGone = await giving.giveFew(tx, scope, goneOf(own))
  const isOver = await givePiece(tx, scope, givers)
  if (!isOver || !areContactsGone) tx.onCommit(enqueueWork('hand_over', organizationId, at))
  else {
    await tx.run(leavingQueries.end(organizationId, own.filter(mayEnd(at))))
    const again = againAt(own)
    if (again) tx.onCommit(enqueueWork('hand_over', organizationId, again))
  }
}

/** A user who is a member creates nothing that would have to be transferred. */
const mayEnd = (at: Date) => (one: leavingQueries.LeavingRow) =>
  !one.is_gone || one.created_at.getTime() + NOTED_AT_LEAST_MS <= at.getTime()

/** When the first departure will have been recorded for long enough. */
function againAt(leavings: readonly leavingQueries.LeavingRow[]): Date | null {
  const times = leavings.filter((one) => one.is_gone).map((one) => one.created_at.getTime())
  return times.length === 0 ? null : new Date(Math.min(...times) + NOTED_AT_LEAST_MS)
}

/**
 * Transfers the next batch, of these users or of all recorded ones. True when nothing is left. The readers are locked.
 */
async function givePiece(tx: Tx, scope: Scope, userIds: readonly Uuid[] | null): Promise<boolean> {
  const { organizationId } = scope
  const taker = await tx.row<{ user_id: Uuid }>(queries.taker(organizationId, null))
  if (!taker) {
    if (await tx.row(leavingQueries.anyLeft(organizationId, null)))
      throw refusal('conflict', 'no_member_sees_conversations')
    return true
  }
  const size = pieceOfConversations()
  const next = () => tx.rows<Leaving>(leavingQueries.next(organizationId, userIds, taker.user_id, size))
  let leaving = await next()
  // Only a merge must block sending, by the wallet's lock, because messages move with it. Deletions hold that lock too,
  // so the result stays valid under it.
  if (handOverOf(leaving).merged.length > 0) {
    await wallet.lock(tx, organizationId)
    leaving = await next()
  }
  if (leaving.length > 0) {
    const ids = leaving.flatMap(({ id, existing_id }) => (existing_id === null ? [id] : [id, existing_id]))
    await tx.run(handOverQueries.lockForMove(organizationId, ids))
    await handOver(tx, scope, handOverOf(leaving))
  }
  return leaving.length < size
}

const goneOf = (leavings: readonly leavingQueries.LeavingRow[]): giving.Giver[] =>
  leavings.filter((one) => one.is_gone).map(({ user_id, transfer_to }) => ({ id: user_id, transferTo: transfer_to }))

export const handOverJobs = (app: App): Job[] => [
  perOrganization(app, 'hand_over', (organizationId, signal) => goOn(app, organizationId, signal)),
]

async function goOn(app: App, organizationId: Uuid, signal: AbortSignal): Promise<Date | null> {
  const { database, clock } = app
  const step = <T>(work: (tx: Tx, scope: Scope) => Promise<T>): Promise<T> => {
    signal.throwIfAborted()
    return database.transaction(async (tx) => {
      await tx.run(planByKey())
      return work(tx, { organizationId, at: clock() })
    }, organizationId)
  }
  const locked = <T>(work: (tx: Tx, scope: Scope) => Promise<T>): Promise<T> =>
    step(async (tx, scope) => {
      await tx.run(queries.lockReaders(organizationId))
      return work(tx, scope)
    })

  const begunAt = clock()
  while (!(await locked((tx, scope) => givePiece(tx, scope, null)))) signal.throwIfAborted()
  const leavings = await database.reads.rows<leavingQueries.LeavingRow>(leavingQueries.noted(organizationId))
  await giving.giveAll(database.reads, locked, organizationId, goneOf(leavings))
  return locked(async (tx, { at }) => {
    if (await tx.row(leavingQueries.anyLeft(organizationId, null))) return at
    // By the time before the scan: whatever was created after it is found by the next run.
    await tx.run(leavingQueries.end(organizationId, leavings.filter(mayEnd(begunAt))))
    return againAt(leavings.filter((one) => !mayEnd(begunAt)(one)))
  })
}
