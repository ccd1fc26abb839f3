// Conversations: each contains the messages between a user and one contact or a group.

import { forgetAnswers } from '#edge/idempotency.ts'
import { bury, emit } from '#events/actions.ts'
import { type Hook, runHooks } from '#events/hooks.ts'
import type { Actor, Scope } from '#kit/app.ts'
import { planByKey } from '#kit/database/by-key.ts'
import type { Tx } from '#kit/database/database.ts'
import { FOREIGN_KEY_VIOLATION, sqlState } from '#kit/database/errors.ts'
import { noteDeletions } from '#kit/deletions.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { absent, absentIn, invalid, Refusal, refusal } from '#kit/refusals.ts'
import * as wallet from '#money/wallet/actions.ts'
import { conversationCreated, conversationDeleted, conversationUpdated, type GoneConversation } from './events.ts'
import { endMergesInto } from './merge-queries.ts'
import type { ConversationRow } from './queries.ts'
import * as queries from './queries.ts'
import { belongsToAnother, counterpartOf, deletedAtOnceMax, roundsOf, SEE } from './rules.ts'
import type { ConversationChange, NewConversation } from './schema.ts'

/** Returns a conversation that the actor may see; 404 otherwise, so that its existence is not revealed. */
export async function find(tx: Tx, actor: Actor, id: Uuid): Promise<ConversationRow> {
  const row = await tx.row<ConversationRow>(queries.visible(actor, id))
  if (!row) throw absent('conversation')
  return row
}

export interface Start {
  actor: Actor
  input: NewConversation
}

/** For each, the user's only conversation with the contact or group; `isNew` is true when it was created now. */
export async function start(
  tx: Tx,
  scope: Scope,
  starts: Start[],
): Promise<({ row: ConversationRow; isNew: boolean } | Refusal)[]> {
  const wanted = starts.map(({ actor, input }) => wantedBy(actor, input, newUuid(scope.at.getTime())))
  const valid = wanted.filter((one): one is queries.Wanted => !(one instanceof Refusal))
  const byPlace = new Map<string, { row: ConversationRow; isNew: boolean }>()
  const missing = () => valid.filter((one) => !byPlace.has(placeOf(one)))
  // An existing one may be deleted during the lookup: then it is created after all.
  for (let look = 0; look < LOOKS_MAX && missing().length > 0; look++) {
    // Sent together: the lock is taken before the next statement checks who may see conversations.
    const lock = tx.run(queries.shareReaders(scope.organizationId))
    const [made] = await Promise.all([insert(tx, scope, missing()), lock])
    await emit(tx, scope.organizationId, scope.at, made.map(conversationCreated))
    for (const row of made) byPlace.set(placeOf(row), { row, isNew: true })
    if (missing().length === 0) break
    const existing = await tx.rows<ConversationRow>(queries.byCounterparts(scope.organizationId, missing()))
    for (const row of existing) byPlace.set(placeOf(row), { row, isNew: false })
  }
  // Of two concurrent requests for the same one, the first created it.
  const told = new Set<string>()
  return wanted.map((one) => {
    if (one instanceof Refusal) return one
    const found = byPlace.get(placeOf(one))
    if (!found) return MAY_NOT_SEE
    const isNew = found.isNew && !told.has(placeOf(one))
    told.add(placeOf(one))
    return { row: found.row, isNew }
  })
}

/** Maximum number of lookups when concurrent changes interfere. */
const LOOKS_MAX = 2

/** Neither created nor existing: the user's role does not, or no longer, include conversations. */
const MAY_NOT_SEE = refusal('permission_denied', 'permission_missing', { permissions: [SEE] })

export function wantedBy(actor: Actor, input: NewConversation, id: Uuid): queries.Wanted | Refusal {
  const counterpart = counterpartOf(input)
  return counterpart instanceof Refusal ? counterpart : { id, user_id: actor.userId, ...counterpart }
}

/** The unique key of a conversation: its user and its counterpart. */
export function placeOf({ user_id, contact_id, group_id }: Omit<queries.Wanted, 'id'>): string {
  return `${user_id} ${contact_id ?? group_id}`
}

/**
 * The foreign keys check that the contacts and groups exist: this saves a round trip, and nothing can change between
 * check and insert.
 */
async function insert(tx: Tx, scope: Scope, wanted: queries.Wanted[]): Promise<ConversationRow[]> {
  if (wanted.length === 0) return []
  try {
    return await tx.rows<ConversationRow>(queries.insert(scope, wanted))
  } catch (error) {
    // With several, the one that failed is unknown; alone, it is certain.
    if (sqlState(error) !== FOREIGN_KEY_VIOLATION || wanted.length > 1) throw error
    throw wanted[0]?.contact_id ? absentIn('contact_id', 'contact') : absentIn('group_id', 'group')
  }
}

export interface Change {
  actor: Actor
  id: Uuid
  input: ConversationChange
}

/** Each change sets the given fields only: spec 3.12. Several changes of one conversation apply in order. */
export async function change(tx: Tx, scope: Scope, changes: Change[]): Promise<(ConversationRow | Refusal)[]> {
  const pinnable = await pinnableOf(tx, scope, changes)
  const outcomes: (ConversationRow | Refusal)[] = []
  for (const round of roundsOf(changes)) {
    const valid = round.filter(({ change: { id, input } }) => isPinnable(pinnable, id, input))
    const rows = await tx.rows<queries.UpdatedRow>(
      queries.update(
        scope.organizationId,
        valid.map(({ change }) => change),
      ),
    )
    const changed = rows.filter(({ is_changed }) => is_changed)
    await emit(tx, scope.organizationId, scope.at, changed.map(conversationUpdated))
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const {
      change: { id, input, actor },
      index,
    } of round) {
      const row = byId.get(id)
      if (row && row.user_id === actor.userId) outcomes[index] = row
      else outcomes[index] = await whyNot(tx, actor, id, isPinnable(pinnable, id, input) ? null : NOT_ITS_MESSAGE)
    }
  }
  return outcomes
}

/**
 * Why a conversation was not changed: it belongs to another user and is visible; or it is not visible; or it is the
 * actor's own and `otherwise` applies.
 */
export async function whyNot(tx: Tx, actor: Actor, id: Uuid, otherwise: Refusal | null = null): Promise<Refusal> {
  const row = await tx.row<ConversationRow>(queries.visible(actor, id))
  if (row && row.user_id !== actor.userId) return belongsToAnother()
  return (row && otherwise) ?? absent('conversation')
}

const NOT_ITS_MESSAGE = invalid('pinned_message_id', 'not_in_conversation')

/** The messages to pin that are in their conversation; locked against deletion until they are pinned. */
async function pinnableOf(tx: Tx, scope: Scope, changes: Change[]): Promise<Set<string>> {
  const pins = changes.filter(({ input }) => input.pinned_message_id)
  if (pins.length === 0) return new Set()
  // Lock order: conversations before messages, as when a message is deleted.
  const ids = pins.map(({ id }) => id)
  await tx.run(queries.lock(scope.organizationId, ids))
  const rows = await tx.rows<{ id: Uuid; conversation_id: Uuid }>(
    queries.lockMessagesOf(
      scope.organizationId,
      pins.map(({ id, input }) => ({ id: input.pinned_message_id as Uuid, conversationId: id })),
    ),
  )
  return new Set(rows.map(({ id, conversation_id }) => `${conversation_id} ${id}`))
}

function isPinnable(pinnable: Set<string>, id: Uuid, { pinned_message_id }: ConversationChange): boolean {
  return !pinned_message_id || pinnable.has(`${id} ${pinned_message_id}`)
}

export async function open(tx: Tx, actor: Actor, id: Uuid): Promise<ConversationRow> {
  const row = await tx.row<ConversationRow>(queries.markOpened(actor, id))
  if (!row) throw await whyNot(tx, actor, id)
  await emit(tx, actor.organizationId, actor.at, [conversationUpdated(row)])
  return row
}

/** Deletes permanently, with all messages; queued ones are cancelled and refunded. */
export async function remove(tx: Tx, actor: Actor, id: Uuid): Promise<void> {
  await tx.run(planByKey())
  // Lock order: the wallet first, as when sending.
  await wallet.lock(tx, actor.organizationId)
  if (!(await tx.row(queries.lockOne(actor, id)))) throw await whyNot(tx, actor, id)
  await removeAll(tx, actor, [id])
}

/** The wallet and the conversations must be locked. */
async function removeAll(tx: Tx, scope: Scope, ids: Uuid[]): Promise<void> {
  const { organizationId, at } = scope
  // Sends in progress were decided while they existed.
  await wallet.renew(tx, organizationId, await wallet.lock(tx, organizationId), at)
  // Conversations that are being merged into them are deleted as well, in batches: they were too large for one
  // transaction.
  const parts = await tx.rows<{ id: Uuid }>(endMergesInto(organizationId, ids))
  if (parts.length > 0)
    await noteDeletions(
      tx,
      scope,
      'conversation',
      parts.map(({ id }) => id),
    )
  const held = await tx.row<{ count: number }>(queries.countHeld(organizationId, ids, deletedAtOnceMax() + 1))
  if (held && held.count > deletedAtOnceMax()) await noteDeletions(tx, scope, 'conversation', ids)
  else {
    await runHooks('conversation.removing', tx, scope, ids)
    // Stored responses of their messages also contain the conversation.
    tx.onCommit(forgetAnswers(organizationId, ids))
  }
  const gone = await tx.rows<GoneConversation>(queries.remove(organizationId, ids))
  await bury(tx, scope, ids)
  await emit(tx, organizationId, at, gone.map(conversationDeleted))
}

export const removeWithContacts: Hook<'contact.removing'> = (tx, scope, contactIds) =>
  removeWith(tx, scope, { contactIds })
export const removeWithGroups: Hook<'group.removing'> = (tx, scope, groupIds) => removeWith(tx, scope, { groupIds })

async function removeWith(tx: Tx, scope: Scope, counterparts: queries.Counterparts): Promise<void> {
  await wallet.lock(tx, scope.organizationId)
  const rows = await tx.rows<{ id: Uuid }>(queries.lockByCounterpart(scope.organizationId, counterparts))
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await removeAll(tx, scope, ids)
}
