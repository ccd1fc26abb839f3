// Who leaves, or may no longer see conversations, leaves none behind: spec 5.20. What they had goes to others, the
// newest first: so much at once as one short transaction takes, and the rest is noted in `leavings` and goes in pieces,
// by a job, whatever process ends meanwhile (spec 5.27). Each piece is right by itself: a conversation is either still
// the former user's, who sees it no more, or another's who does.

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

/** Conversations that go over in one transaction: so few that nobody notices how long they are held. */
const pieceOfConversations = () => pieceSize(500)

/**
 * Who left is noted for so long: a token is good for up to 5 seconds in a process that has not heard of it (spec 2.6),
 * and what is made with it meanwhile goes over as well.
 */
const NOTED_AT_LEAST_MS = 10_000

/** Nobody who leaves, or may no longer see conversations, keeps any. */
export const takeFromMembers: Hook<'members.changed'> = async (tx, scope, { userIds, transferTo }) => {
  const { organizationId, at } = scope
  await tx.run(planByKey())
  await tx.run(queries.lockReaders(organizationId))
  const rows = await tx.rows<{ user_id: Uuid }>(leavingQueries.nonReaders(organizationId, userIds))
  const givers = rows.map(({ user_id }) => user_id)
  if (givers.length === 0) return
  await tx.run(leavingQueries.noteLeavings(scope, givers, transferTo))
  // Contacts before the wallet and conversations: deleting one and writing in as one lock them in this order.
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

/** Who is a member still makes nothing that another would have to take. */
const mayEnd = (at: Date) => (one: leavingQueries.LeavingRow) =>
  !one.is_gone || one.created_at.getTime() + NOTED_AT_LEAST_MS <= at.getTime()

/** When the first of those who left has been noted for long enough. */
function againAt(leavings: readonly leavingQueries.LeavingRow[]): Date | null {
  const times = leavings.filter((one) => one.is_gone).map((one) => one.created_at.getTime())
  return times.length === 0 ? null : new Date(Math.min(...times) + NOTED_AT_LEAST_MS)
}

/** Of these users, or of all that are noted. True when nothing is left behind it. The readers are locked. */
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
  // Only where one becomes part of another, sending, which the wallet's lock stops, must wait: it goes with its
  // messages. Whoever deletes one has that lock as well, so what is seen behind it stays.
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
    // What they made behind the walk over the contacts is found by the next one.
    await tx.run(leavingQueries.end(organizationId, leavings.filter(mayEnd(begunAt))))
    return againAt(leavings.filter((one) => !mayEnd(begunAt)(one)))
  })
}
