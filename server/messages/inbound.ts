// What contacts write, from whichever channel it comes: decisions §3. It goes to the conversation with the contact that was active
// last, else to a new one of the contact's owner, else of the organization's owner. A stranger becomes a contact.

import { type ChannelName, channels, type Identity } from '#channels/rules.ts'
import * as contacts from '#contacts/actions.ts'
import * as contactQueries from '#contacts/queries.ts'
import * as conversations from '#conversations/actions.ts'
import { conversationUpdated } from '#conversations/events.ts'
import * as conversationQueries from '#conversations/queries.ts'
import type { ConversationRow } from '#conversations/queries.ts'
import type { Actor } from '#kit/app.ts'
import type { Tx } from '#kit/database.ts'
import { emit } from '#kit/events.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { Refusal, invalid } from '#kit/refusals.ts'
import type { Scope } from '#kit/reactions.ts'
import * as organizationQueries from '#organizations/queries.ts'
import { messageReceived } from './events.ts'
import { insertInbound, lockStranger } from './inbound-queries.ts'
import * as queries from './queries.ts'
import type { MessageRow } from './queries.ts'

export interface Incoming {
  channel: ChannelName
  /** The address of the contact on the channel. */
  from: string
  subject: string | null
  text: string | null
  html: string | null
  /** The provider's name for it; of a mail its Message-ID, which answers refer to. */
  providerId: string | null
}

interface Writer {
  id: Uuid
  ownerId: Uuid
}

/** Stores the message; 422 when `from` is no address of the channel. */
export async function receive(tx: Tx, scope: Scope, incoming: Incoming): Promise<MessageRow> {
  const { organizationId, at } = scope
  const { channel, subject, text, html, providerId } = incoming
  // The contact before the conversation, the order in which deleting a contact locks them.
  const writer = await writerOf(tx, scope, incoming)
  const conversationId = await conversationWith(tx, scope, writer)

  const id = newUuid(at.getTime())
  const message = { id, conversationId, contactId: writer.id, channel, subject, text, html, providerId }
  await tx.run(insertInbound(organizationId, message, at))
  await tx.run(contactQueries.markInbound(organizationId, writer.id, at))
  const [row] = await tx.rows<MessageRow>(queries.byIds(organizationId, [id]))
  await emit(tx, organizationId, at, [messageReceived(row as MessageRow)])
  return row as MessageRow
}

async function writerOf(tx: Tx, scope: Scope, { channel, from }: Incoming): Promise<Writer> {
  const reading = channels[channel].identitiesOf(from)
  if ('message' in reading) throw invalid('from', reading.message)
  const known = await knownWriter(tx, scope, reading.value)
  if (known) return known
  // Two first messages of a stranger at once make one contact.
  const [first] = reading.value as [Identity, ...Identity[]]
  await tx.row(lockStranger(scope.organizationId, first.value))
  return (await knownWriter(tx, scope, reading.value)) ?? stranger(tx, scope, first)
}

async function knownWriter(tx: Tx, { organizationId }: Scope, identities: Identity[]): Promise<Writer | null> {
  for (const { field, value } of identities) {
    const row = await tx.row<{ id: Uuid; owner_id: Uuid }>(contactQueries.byAddress(organizationId, field, value))
    if (row) return { id: row.id, ownerId: row.owner_id }
  }
  return null
}

/** A new contact of the organization's owner, called by its address until somebody knows better. */
async function stranger(tx: Tx, scope: Scope, { field, value }: Identity): Promise<Writer> {
  const ownerId = await organizationOwner(tx, scope)
  const contact = await contacts.create(tx, onBehalfOf(ownerId, scope), { display_name: value, [field]: value })
  return { id: contact.id, ownerId }
}

async function conversationWith(tx: Tx, scope: Scope, writer: Writer): Promise<Uuid> {
  const { organizationId, at } = scope
  const latest = await tx.row<{ id: Uuid; archived_at: Date | null }>(
    conversationQueries.lockLatestOfContact(organizationId, writer.id),
  )
  const id = latest?.id ?? (await newConversation(tx, scope, writer))
  const row = await tx.row<ConversationRow>(conversationQueries.markReceived(organizationId, id, at))
  if (latest?.archived_at) await emit(tx, organizationId, at, [conversationUpdated(row as ConversationRow)])
  return id
}

async function newConversation(tx: Tx, scope: Scope, writer: Writer): Promise<Uuid> {
  const isMember = await tx.row(contactQueries.membership(scope.organizationId, writer.ownerId))
  const userId = isMember ? writer.ownerId : await organizationOwner(tx, scope)
  const start = { actor: onBehalfOf(userId, scope), input: { contact_id: writer.id } }
  const [outcome] = await conversations.start(tx, scope, [start])
  if (!outcome || outcome instanceof Refusal) throw outcome
  return outcome.row.id
}

async function organizationOwner(tx: Tx, { organizationId }: Scope): Promise<Uuid> {
  const owner = await tx.row<{ user_id: Uuid }>(organizationQueries.firstOwner(organizationId))
  if (!owner) throw new Error('the organization has no owner')
  return owner.user_id
}

/** What the program does for a user who did not ask: with no token and no permission, so that nothing can be asked through it. */
function onBehalfOf(userId: Uuid, { organizationId, at }: Scope): Actor {
  return { organizationId, userId, tokenId: '', permissions: new Set(), isOperator: false, at }
}
