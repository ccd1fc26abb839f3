// The inbox: conversations with their latest data, counts, and marking as read.

import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import { emit } from '#events/actions.ts'
import type { Actor } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { absent, invalid } from '#kit/refusals.ts'
import type { Static } from '#kit/wire.ts'
import * as conversations from '#messaging/conversations/actions.ts'
import { conversationUpdated } from '#messaging/conversations/events.ts'
import * as listQueries from '#messaging/conversations/list-queries.ts'
import type { ConversationRow } from '#messaging/conversations/queries.ts'
import * as conversationQueries from '#messaging/conversations/queries.ts'
import { seesAll, whoseOf } from '#messaging/conversations/rules.ts'
import { showConversation } from '#messaging/conversations/show.ts'
import { isOfConversation } from '#messaging/messages/reading-queries.ts'
import { countUnread, markAllRead } from '#messaging/messages/unread-queries.ts'
import { type InboxRow, inboxOf } from './queries.ts'
import * as rules from './rules.ts'
import type { AllCounts, InboxQuery, ListedConversation, OneQuery, ReadConversation } from './schema.ts'
import { showInbox } from './show.ts'

type Listed = Static<typeof ListedConversation>

export async function list(tx: Tx, actor: Actor, query: InboxQuery): Promise<{ has_more: boolean; data: Listed[] }> {
  checkPage(query)
  rules.checkFilters(query)
  const whose = whoseOf(actor, query.user_id)
  await checkCursor(query, async (id) => (await tx.row(conversationQueries.visible(actor, id))) !== undefined)
  const rows = await tx.rows<ConversationRow>(listQueries.list(actor.organizationId, whose, query))
  if (query.expand === undefined) return envelope(query, rows, showConversation)
  const { has_more, data } = envelope(query, rows, (row) => row)
  return { has_more, data: await withInbox(tx, actor, data) }
}

export async function find(tx: Tx, actor: Actor, id: Uuid, { expand }: Static<typeof OneQuery>): Promise<Listed> {
  const row = await conversations.find(tx, actor, id)
  return expand === undefined ? showConversation(row) : withInboxOf(tx, actor, row)
}

async function withInboxOf(tx: Tx, actor: Actor, row: ConversationRow): Promise<Listed> {
  const [listed] = await withInbox(tx, actor, [row])
  if (!listed) throw absent('conversation')
  return listed
}

/** Skips conversations deleted in the meantime. */
async function withInbox(tx: Tx, actor: Actor, rows: readonly ConversationRow[]): Promise<Listed[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const found = await tx.rows<InboxRow>(inboxOf(actor.organizationId, ids, rules.READING))
  const byId = new Map(found.map((row) => [row.id, row]))
  return rows.flatMap((row) => {
    const beside = byId.get(row.id)
    return beside ? [{ ...showConversation(row), inbox: showInbox(actor, row, beside) }] : []
  })
}

export async function counts(tx: Tx, actor: Actor): Promise<Static<typeof AllCounts>> {
  const of = (whose: Uuid | null) =>
    tx.row<listQueries.CountsRow>(listQueries.counts(actor.organizationId, whose, rules.COUNTED_MAX))
  const [mine, everybody] = await Promise.all([of(actor.userId), seesAll(actor) ? of(null) : null])
  return { counted_to: rules.COUNTED_MAX, mine: mine as listQueries.CountsRow, everybody: everybody ?? null }
}

/**
 * The user has read the contact's messages, up to one or all of them. Idempotent. The response stored for retries
 * contains no message text, which may be deleted.
 */
export async function markRead(
  tx: Tx,
  actor: Actor,
  id: Uuid,
  messageId: Uuid | null,
): Promise<Static<typeof ReadConversation>> {
  const { organizationId, at } = actor
  // Inbound messages lock the conversation too: after this, all of one is visible, or nothing.
  if (!(await tx.row(conversationQueries.lockOne(actor, id)))) throw await conversations.whyNot(tx, actor, id)
  if (messageId !== null && !(await tx.row(isOfConversation(organizationId, id, messageId))))
    throw invalid('message_id', 'not_in_conversation')
  await tx.run(markAllRead(actor, id, messageId, rules.READ_AT_ONCE_MAX))
  const row = await tx.row<ConversationRow>(conversationQueries.settleUnread(organizationId, id, at))
  const left = await tx.row<{ count: number }>(countUnread(organizationId, id, rules.UNREAD_MAX))
  if (!row || !left) throw absent('conversation')
  await emit(tx, organizationId, at, [conversationUpdated(row)])
  return { ...showConversation(row), unread_count: left.count }
}
