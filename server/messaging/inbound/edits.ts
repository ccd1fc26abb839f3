// Edits by contacts: the message shows the newest text and keeps earlier ones, in whatever order edits and message
// arrive. spec 5.80.

import { emit } from '#events/actions.ts'
import { runHooks } from '#events/hooks.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { IncomingEdit } from '#messaging/channels/arrivals/arrived.ts'
import { keywordOf } from '#messaging/channels/keywords.ts'
import * as consents from '#messaging/contacts/consents/actions.ts'
import { lockContact } from '#messaging/contacts/consents/queries.ts'
import * as conversationQueries from '#messaging/conversations/queries.ts'
import { messageUpdated } from '#messaging/messages/events.ts'
import type { MessageRow } from '#messaging/messages/queries.ts'
import * as queries from '#messaging/messages/queries.ts'
import { insertVersion, type NewVersion, showNewest } from '#messaging/messages/version-queries.ts'
import { receive, storable } from './actions.ts'

/** An edit of an unknown message is stored as that message; the original text is added when it arrives. */
export async function receiveEdit(
  tx: Tx,
  scope: Scope,
  { message: incoming, editId }: IncomingEdit,
  attach: (messageId: Uuid) => Promise<void> = async () => {},
): Promise<void> {
  const { organizationId, at } = scope
  const text = storable(incoming.content.text)
  const versionOf = (messageId: Uuid): NewVersion => ({
    messageId,
    providerId: editId,
    text,
    writtenAt: incoming.time < at ? incoming.time : at,
  })
  const addEdit = async (messageId: Uuid) => {
    await tx.row(insertVersion(organizationId, versionOf(messageId), at))
    await tx.run(showNewest(organizationId, messageId))
  }
  const { message, isRepeated } = await receive(tx, scope, incoming, async (messageId) => {
    await attach(messageId)
    await addEdit(messageId)
  })
  if (!isRepeated || message === null) return
  const { id, text: firstText, edited_at: editedAt, sender_id: contactId } = message
  const keyword = keywordOf(incoming.channel, text)
  // Lock order: the contact before the conversation, as when a contact is deleted.
  if (keyword) await tx.row(lockContact(organizationId, contactId))
  if (!(await isKept(tx, scope, message))) return
  const first = { messageId: id, providerId: '', text: firstText, writtenAt: null }
  if (editedAt === null) await tx.row(insertVersion(organizationId, first, at))
  if (!(await tx.row(insertVersion(organizationId, versionOf(id), at)))) return
  await tx.run(showNewest(organizationId, id))
  if (keyword) await consents.byKeyword(tx, scope, { contactId, channel: incoming.channel, keyword, text: text ?? '' })
  await tellChanged(tx, scope, id)
}

/** The original text of a message, received after an edit of it. Idempotent. */
export async function addFirstText(
  tx: Tx,
  scope: Scope,
  message: MessageRow,
  text: string | null,
  attach: () => Promise<void>,
): Promise<void> {
  if (!(await isKept(tx, scope, message))) return
  const first = { messageId: message.id, providerId: '', text, writtenAt: null }
  if (!(await tx.row(insertVersion(scope.organizationId, first, scope.at)))) return
  await attach()
  await tellChanged(tx, scope, message.id)
}

/** Locks the message's conversation against deletion; false if the message was just deleted. */
async function isKept(tx: Tx, { organizationId }: Scope, { id, conversation_id }: MessageRow): Promise<boolean> {
  await tx.rows(conversationQueries.lock(organizationId, [conversation_id]))
  const rows = await tx.rows<MessageRow>(queries.byIds(organizationId, [id]))
  return rows.length > 0
}

async function tellChanged(tx: Tx, scope: Scope, id: Uuid): Promise<void> {
  const { organizationId, at } = scope
  await runHooks('words.changed', tx, scope, { kind: 'message', ids: [id] })
  const [row] = await tx.rows<MessageRow>(queries.byIds(organizationId, [id]))
  await emit(tx, organizationId, at, [messageUpdated(row as MessageRow)])
}
