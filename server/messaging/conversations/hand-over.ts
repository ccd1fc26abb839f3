// Handing over: spec 5.18, 5.19. A conversation gets another user, and where that one has one with the contact or group
// already, the two become one. Nobody who leaves, or may no longer see conversations, leaves any behind.

import { passAnswersOn } from '#edge/idempotency.ts'
import { type Hook, runHooks } from '#events/hooks.ts'
import { insertEvents } from '#events/queries.ts'
import type { Actor, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { absent, absentIn, invalid, Refusal } from '#kit/refusals.ts'
import * as contacts from '#messaging/contacts/actions.ts'
import * as wallet from '#money/wallet/actions.ts'
import { permissionsOfMember } from '#people/access/actions.ts'
import { find } from './actions.ts'
import { conversationMerged, conversationUpdated } from './events.ts'
import type { Heirs } from './hand-over-queries.ts'
import * as handOverQueries from './hand-over-queries.ts'
import type { ConversationRow } from './queries.ts'
import * as queries from './queries.ts'
import { asHandedOver, type HandOver, handOverOf, type Leaving, SEE, seesAll } from './rules.ts'

/** Conversations of one step: everything of a user goes in one transaction, but no statement of it is long. */
const PIECE_CONVERSATIONS = 1000

/**
 * Hands it to a member who sees conversations; the answer is the conversation as it is then, as far as the actor may
 * see it.
 */
export async function assign(tx: Tx, actor: Actor, id: Uuid, userId: Uuid): Promise<ConversationRow> {
  const { organizationId } = actor
  await tx.run(queries.lockReaders(organizationId))
  const before = await find(tx, actor, id)
  const permissions = await permissionsOfMember(tx, organizationId, userId)
  if (!permissions) throw absentIn('user_id', 'user')
  if (!permissions.has(SEE))
    throw invalid('user_id', `may not see conversations; give them a role with ${SEE}, or name somebody else`)
  if (before.user_id === userId) return before

  const look = async () => {
    const one = await tx.row<Leaving>(handOverQueries.leavingOne(organizationId, id, userId))
    if (!one) throw absent('conversation')
    return one
  }
  // What is being sent in it was decided while it was another's: such a send finds another state of the wallet.
  const walletState = await wallet.lock(tx, organizationId)
  const leaving = await look()
  const both = [leaving.id, ...(leaving.existing_id === null ? [] : [leaving.existing_id])]
  await tx.run(handOverQueries.lockForMove(organizationId, both))
  const [row] = await apply(tx, actor, handOverOf([leaving]))
  // Whoever becomes part of another makes one as well.
  if (leaving.existing_id === null) await wallet.renew(tx, organizationId, walletState, actor.at)
  if (!row) throw absent('conversation')
  // Who gives away their own and sees no others' learns nothing of what its new user has: they are told what they gave,
  // and to whom.
  return userId === actor.userId || seesAll(actor) ? row : asHandedOver(before, userId)
}

/** Nobody who leaves, or may no longer see conversations, keeps any. */
export const takeFromMembers: Hook<'members.changed'> = async (tx, scope, { userIds, transferTo }) => {
  const { organizationId } = scope
  await tx.run(queries.lockReaders(organizationId))
  // Contacts before the wallet and conversations: deleting one and writing in as one lock them in this order.
  await contacts.giveAway(tx, scope, userIds, transferTo)
  const rows = await tx.rows<{ user_id: Uuid }>(handOverQueries.mustGive(organizationId, userIds))
  const givers = rows.map(({ user_id }) => user_id)
  if (givers.length === 0) return
  const heirs = await heirsOf(tx, organizationId, transferTo)
  if (await becomesOne(tx, organizationId, givers, heirs)) await wallet.lock(tx, organizationId)
  await tx.run(handOverQueries.lockAllOf(organizationId, givers))
  for (const giver of givers) await giveAll(tx, scope, giver, heirs)
}

async function heirsOf(tx: Tx, organizationId: Uuid, transferTo: Uuid | null): Promise<Heirs> {
  const taker = await tx.row<{ user_id: Uuid }>(queries.taker(organizationId, transferTo))
  if (!taker)
    throw new Refusal(
      'conflict',
      'Nobody would be left who sees conversations; make another member one who does first.',
    )
  // Named, but about to lose the right themselves: then it is as if nobody was named.
  return { transferTo: taker.user_id === transferTo ? transferTo : null, otherwise: taker.user_id }
}

/**
 * Whether any of them will be part of another. Only then sending, which the wallet's lock stops, must wait: one goes
 * with its messages. What is found here can become less until it is done, never more, because nobody begins a
 * conversation meanwhile.
 */
async function becomesOne(tx: Tx, organizationId: Uuid, givers: Uuid[], heirs: Heirs): Promise<boolean> {
  const [giver, ...others] = givers
  if (giver === undefined || others.length > 0) return true
  return (await tx.row(handOverQueries.anyExisting(organizationId, giver, heirs))) !== undefined
}

async function giveAll(tx: Tx, scope: Scope, userId: Uuid, heirs: Heirs): Promise<void> {
  let after: Uuid | null = null
  for (;;) {
    const leaving: Leaving[] = await tx.rows<Leaving>(
      handOverQueries.leaving(scope.organizationId, userId, heirs, after, PIECE_CONVERSATIONS),
    )
    if (leaving.length > 0) await apply(tx, scope, handOverOf(leaving))
    if (leaving.length < PIECE_CONVERSATIONS) return
    after = leaving.at(-1)?.id ?? null
  }
}

/** The conversations as they are then, without those that became part of another. */
async function apply(tx: Tx, scope: Scope, { moved, merged }: HandOver): Promise<ConversationRow[]> {
  const { organizationId, at } = scope
  const rows = new Map<Uuid, ConversationRow>()
  const keep = (changed: ConversationRow[]) => {
    for (const row of changed) rows.set(row.id, row)
  }
  if (moved.length > 0) keep(await tx.rows<ConversationRow>(handOverQueries.move(organizationId, moved)))
  if (merged.length > 0) {
    await runHooks('conversation.merging', tx, scope, merged)
    keep(await tx.rows<ConversationRow>(handOverQueries.absorb(organizationId, merged)))
    const gone = merged.map(({ from }) => from)
    await tx.run(queries.remove(organizationId, gone))
    tx.onCommit(passAnswersOn(organizationId, merged))
  }
  // Written now and not with the commit: of many conversations not all are held in memory until then.
  const told = [
    ...[...rows.values()].map(conversationUpdated),
    ...merged.map(({ from, into }) => conversationMerged(from, into)),
  ]
  await tx.run(insertEvents(organizationId, at, told))
  return [...rows.values()]
}
