// Assigns a conversation to another user: spec 5.18, 5.19. If that user already has one with the contact or group, the
// two are merged: at once for readers, while the messages of large ones are moved in batches (messages/merging.ts).

import { passAnswersOn } from '#edge/idempotency.ts'
import { emit } from '#events/actions.ts'
import { runHooks } from '#events/hooks.ts'
import { insertEvents } from '#events/queries.ts'
import type { Actor, Scope } from '#kit/app.ts'
import { planByKey } from '#kit/database/by-key.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { pieceSize } from '#kit/piece-size.ts'
import { absent, absentIn, invalid } from '#kit/refusals.ts'
import { enqueueWork } from '#kit/work.ts'
import * as wallet from '#money/wallet/actions.ts'
import { permissionsOfMember } from '#people/access/actions.ts'
import { find } from './actions.ts'
import { conversationHandedOver, conversationMerged, conversationUpdated, type GoneConversation } from './events.ts'
import * as handOverQueries from './hand-over-queries.ts'
import * as mergeQueries from './merge-queries.ts'
import type { ConversationRow } from './queries.ts'
import * as queries from './queries.ts'
import { asHandedOver, type HandOver, handOverOf, type Leaving, SEE, seesAll } from './rules.ts'

/** Deliveries, and messages without one, that are moved to another conversation at once; more are moved in batches. */
const mergedAtOnceMax = () => pieceSize(1000)

/**
 * Assigns it to a member who may see conversations; returns the resulting conversation, as far as the actor may see it.
 */
export async function assign(tx: Tx, actor: Actor, id: Uuid, userId: Uuid): Promise<ConversationRow> {
  const { organizationId } = actor
  await tx.run(planByKey())
  await tx.run(queries.lockReaders(organizationId))
  const before = await find(tx, actor, id)
  const permissions = await permissionsOfMember(tx, organizationId, userId)
  if (!permissions) throw absentIn('user_id', 'user')
  if (!permissions.has(SEE)) throw invalid('user_id', 'user_without_conversations')
  if (before.user_id === userId) return before

  const look = async () => {
    const one = await tx.row<Leaving>(handOverQueries.leavingOne(organizationId, id, userId))
    if (!one) throw absent('conversation')
    return one
  }
  // A send in progress was decided for the previous owner: changing the wallet state makes it decide again.
  const walletState = await wallet.lock(tx, organizationId)
  const leaving = await look()
  const both = [leaving.id, ...(leaving.existing_id === null ? [] : [leaving.existing_id])]
  await tx.run(handOverQueries.lockForMove(organizationId, both))
  const [row] = await handOver(tx, actor, handOverOf([leaving]))
  // A merge changes the wallet state itself, in `handOver`.
  if (leaving.existing_id === null) {
    await wallet.renew(tx, organizationId, walletState, actor.at)
    await emit(tx, organizationId, actor.at, [conversationHandedOver(before)])
  }
  if (!row) throw absent('conversation')
  // An actor who may not see others' conversations learns nothing about the new owner's: only what was assigned, and to
  // whom.
  return userId === actor.userId || seesAll(actor) ? row : asHandedOver(before, userId)
}

/**
 * Returns the resulting conversations, without merged ones. They are locked, and so is the wallet when any is merged.
 */
export async function handOver(tx: Tx, scope: Scope, { moved, merged }: HandOver): Promise<ConversationRow[]> {
  const { organizationId, at } = scope
  const rows = new Map<Uuid, ConversationRow>()
  const removed = new Map<Uuid, GoneConversation>()
  const keep = (changed: ConversationRow[]) => {
    for (const row of changed) rows.set(row.id, row)
  }
  if (moved.length > 0) keep(await tx.rows<ConversationRow>(handOverQueries.move(organizationId, moved)))
  if (merged.length > 0) {
    // Sends in progress were decided while they existed.
    await wallet.renew(tx, organizationId, await wallet.lock(tx, organizationId), at)
    const gone = merged.map(({ from }) => from)
    await tx.run(mergeQueries.passMergesOn(organizationId, merged))
    const held = await tx.row<{ count: number }>(queries.countHeld(organizationId, gone, mergedAtOnceMax() + 1))
    if (held && held.count > mergedAtOnceMax()) {
      await tx.run(mergeQueries.noteMerges(scope, merged))
      tx.onCommit(enqueueWork('merge', organizationId, at))
    } else await runHooks('conversation.merging', tx, scope, merged)
    keep(await tx.rows<ConversationRow>(handOverQueries.absorb(organizationId, merged)))
    for (const one of await tx.rows<GoneConversation>(queries.remove(organizationId, gone))) removed.set(one.id, one)
    tx.onCommit(passAnswersOn(organizationId, merged))
  }
  // Search access follows the owner: messages that are moved later update it themselves.
  await runHooks('words.changed', tx, scope, { kind: 'conversation', ids: [...rows.keys()] })
  // Written now and not with the commit: of many conversations not all are held in memory until then.
  const told = [
    ...[...rows.values()].map(conversationUpdated),
    ...merged.flatMap(({ from, into }) => {
      const one = removed.get(from)
      return one ? [conversationMerged(one, into)] : []
    }),
  ]
  await tx.run(insertEvents(organizationId, at, told))
  return [...rows.values()]
}
