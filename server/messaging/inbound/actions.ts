// Inbound messages from all channels: spec 5.23. A message goes to the contact's most recently active conversation,
// otherwise to a new one of the contact's owner, otherwise of the organization's owner; never to a user who cannot see
// it. An unknown sender becomes a contact.

import { emit } from '#events/actions.ts'
import { runHooks } from '#events/hooks.ts'
import type { Actor, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { invalid, Refusal } from '#kit/refusals.ts'
import { storableText } from '#kit/storable.ts'
import { showAnswered } from '#messaging/campaigns/answers.ts'
import { notePress } from '#messaging/campaigns/presses.ts'
import { PROVIDER_ID_MAX } from '#messaging/channels/adapter.ts'
import type { Incoming } from '#messaging/channels/arrivals/arrived.ts'
import type { ChannelName, Identity } from '#messaging/channels/channel.ts'
import { channels } from '#messaging/channels/channels.ts'
import { keywordOf } from '#messaging/channels/keywords.ts'
import * as contacts from '#messaging/contacts/actions.ts'
import * as consents from '#messaging/contacts/consents/actions.ts'
import { contactKnownBy } from '#messaging/contacts/known-by-queries.ts'
import { otherFormOf } from '#messaging/contacts/number-forms.ts'
import * as contactQueries from '#messaging/contacts/queries.ts'
import { readLine } from '#messaging/contacts/rules.ts'
import { DISPLAY_NAME_MAX } from '#messaging/contacts/schema.ts'
import * as suppressions from '#messaging/contacts/suppressions/actions.ts'
import * as conversations from '#messaging/conversations/actions.ts'
import { conversationUpdated } from '#messaging/conversations/events.ts'
import type { ConversationRow } from '#messaging/conversations/queries.ts'
import * as conversationQueries from '#messaging/conversations/queries.ts'
import type { NamedMessage } from '#messaging/messages/contact-reaction-queries.ts'
import { messageReceived } from '#messaging/messages/events.ts'
import type { MessageRow } from '#messaging/messages/queries.ts'
import * as queries from '#messaging/messages/queries.ts'
import { answeredBy, noteAnswered } from './answering.ts'
import { move, renewId } from './moving.ts'
import { insertInbound, lockIncoming, lockStranger, markReadOnArrival, type Repeatable, repeatedBy } from './queries.ts'

/** Null if it was received before and a user deleted it. */
export interface Received {
  message: MessageRow | null
  /** It was received before: nothing changed. */
  isRepeated: boolean
}

/** While its lock was waited for, the conversation may have been deleted or merged: then another one is searched. */
const LOOKS_MAX = 3

interface Latest {
  id: Uuid
  archived_at: Date | null
}

interface Writer {
  id: Uuid
  ownerId: Uuid
  /** True if the sender was found by a former address, to which nothing is sent. */
  isByMerged?: boolean
}

/** Stores the message once; 422 when `from` is not an address of the channel. `attach` runs before the event. */
export async function receive(
  tx: Tx,
  scope: Scope,
  incoming: Incoming,
  attach: (messageId: Uuid) => Promise<void> = async () => {},
): Promise<Received> {
  const { organizationId, at } = scope
  const { channel, time } = incoming
  const words = wordsOf(incoming)
  const repeatable = repeatableOf(incoming)
  const earlier = repeatable && (await receivedBefore(tx, scope, repeatable))
  if (earlier) return earlier
  // Excludes departures and role changes until this message is stored; afterwards it is transferred with the rest.
  await tx.run(conversationQueries.shareReaders(organizationId))
  // Lock order: the contact before the conversation, as when a contact is deleted.
  const writer = await writerOf(tx, scope, incoming)
  const answered = await answeredBy(tx, scope, incoming)
  const conversationId = await conversationWith(tx, scope, writer, incoming, answered)
  const { answersDelivery: deliveryId = null } = incoming
  // An automatic reply is not linked to a campaign.
  const { answersProviderId = null, details = null } = incoming
  const answer = { contactId: writer.id, channel, conversationId, deliveryId, providerId: answersProviderId }
  if (!isNoWork(incoming)) await showAnswered(tx, scope, answer)
  if (answersProviderId !== null && details?.button_reply)
    await notePress(tx, scope, { channel, providerId: answersProviderId, reply: details.button_reply })

  const id = newUuid(at.getTime())
  const { isAutomatic = false, isAuthenticated = null, replyTo = null, call = null } = incoming
  const proof = { isAutomatic, isAuthenticated, replyTo }
  const named = { providerId: repeatable?.providerId ?? null, contentHash: repeatable?.contentHash ?? null }
  const message = { id, conversationId, contactId: writer.id, channel, ...words, ...named, ...proof, call }
  await tx.run(insertInbound(organizationId, message, at))
  await noteAnswered(tx, scope, id, incoming, answered)
  if (isNoWork(incoming)) await tx.run(markReadOnArrival(organizationId, id, at))
  await attach(id)
  // The provider may deliver it late, and its clock may be ahead of ours.
  const wroteAt = time < at ? time : at
  const opensWindow = channels[channel].opensWindow && !writer.isByMerged && call === null
  const mark = opensWindow ? contactQueries.markInbound : contactQueries.markActive
  // The provider's notice about a contact is not an action of the contact.
  if (!incoming.isNotice) await tx.run(mark(organizationId, writer.id, wroteAt))
  else await move(tx, scope, writer, incoming)
  // An unauthenticated sender cannot opt anybody out.
  const keyword = incoming.isNotice || isAuthenticated === false ? null : keywordOf(channel, saidBy(incoming))
  if (keyword) await consents.byKeyword(tx, scope, { contactId: writer.id, channel, keyword, text: words.text ?? '' })
  const [row] = await tx.rows<MessageRow>(queries.byIds(organizationId, [id]))
  await emit(tx, organizationId, at, [messageReceived(row as MessageRow)])
  return { message: row as MessageRow, isRepeated: false }
}

/** The choice from a list is its title; the text also contains the description. */
const saidBy = ({ details, content: { text } }: Incoming): string | null => details?.button_reply?.title ?? text

/** True for messages that need no attention: they unarchive nothing, and are read on arrival. */
const isNoWork = ({ isAutomaticReply = false, isNotice = false }: Incoming): boolean => isAutomaticReply || isNotice

/** True if storing the message would change nothing. */
export async function isRepeated(reads: Tx, { organizationId }: Scope, incoming: Incoming): Promise<boolean> {
  const repeatable = repeatableOf(incoming)
  return repeatable !== null && (await reads.row(repeatedBy(organizationId, repeatable))) !== undefined
}

/** Null if repetitions cannot be recognized: without an id, or with one too long to be stored. */
function repeatableOf(incoming: Incoming): Repeatable | null {
  const { channel, from, contentHash = null, time } = incoming
  const providerId = storable(incoming.providerId)
  if (providerId === null || providerId.length > PROVIDER_ID_MAX) return null
  return { channel, from, providerId, contentHash, time, ...wordsOf(incoming) }
}

function wordsOf({ content: { subject, text, html, quotedText = null } }: Incoming) {
  return { subject: storable(subject), text: storable(text), html: storable(html), quotedText: storable(quotedText) }
}

/** Keeps the text, except characters that PostgreSQL cannot store. */
export function storable(text: string | null): string | null {
  return text === null ? null : storableText(text)
}

/** A repetition that arrives at the same time waits for the first one. */
async function receivedBefore(tx: Tx, { organizationId }: Scope, message: Repeatable): Promise<Received | null> {
  await tx.row(lockIncoming(organizationId, message.channel, message.providerId))
  const known = await tx.row<{ id: Uuid | null }>(repeatedBy(organizationId, message))
  if (!known) return null
  const [row] = known.id === null ? [] : await tx.rows<MessageRow>(queries.byIds(organizationId, [known.id]))
  return { message: row ?? null, isRepeated: true }
}

/** Finds the contact by any of its addresses; further addresses reported by the provider are added. */
async function writerOf(tx: Tx, scope: Scope, incoming: Incoming): Promise<Writer> {
  const { channel, from, alsoFrom = [] } = incoming
  const reading = channels[channel].identitiesOf(from)
  if ('message' in reading) throw invalid('from', reading)
  const others = alsoFrom.flatMap((one) => {
    const also = channels[channel].identitiesOf(one)
    return 'value' in also ? [also.value] : []
  })
  const identities = [reading.value, ...others].flat()
  const known = (await knownWriter(tx, scope, identities)) ?? (await asStranger(tx, scope, incoming, identities))
  // A number with two notations, in the provider's notation.
  const written = [from, ...alsoFrom].find((address) => otherFormOf(address) !== null)
  // The primary address.
  if ((others.length > 0 || written !== undefined) && incoming.isAuthenticated !== false && !incoming.isNotice)
    await learn(
      tx,
      scope,
      known,
      channel,
      [reading.value, ...others].flatMap(([first]) => first ?? []),
    )
  if (channels[channel].namesNumbers && written !== undefined && !incoming.isNotice)
    await tx.run(contactQueries.noteAppNumber(scope.organizationId, known.id, written))
  return known
}

/** Two concurrent first messages of an unknown sender create one contact. */
async function asStranger(tx: Tx, scope: Scope, incoming: Incoming, identities: Identity[]): Promise<Writer> {
  // In a fixed order, to avoid deadlocks between transactions that lock the same addresses.
  for (const value of [...new Set(identities.map((one) => one.value.toLowerCase()))].toSorted())
    await tx.row(lockStranger(scope.organizationId, value))
  return (await knownWriter(tx, scope, identities)) ?? stranger(tx, scope, incoming, identities[0] as Identity)
}

async function knownWriter(tx: Tx, { organizationId }: Scope, identities: Identity[]): Promise<Writer | null> {
  for (const { field, value } of identities) {
    const row = await tx.row<{ id: Uuid; owner_id: Uuid }>(contactQueries.byAddress(organizationId, field, value))
    if (row) return { id: row.id, ownerId: row.owner_id }
  }
  for (const { field, value } of identities) {
    const row = await tx.row<{ id: Uuid; owner_id: Uuid }>(contactKnownBy(organizationId, field, value))
    if (row) return { id: row.id, ownerId: row.owner_id, isByMerged: true }
  }
  return null
}

/**
 * Adds neither another contact's address nor one that replaces an existing address; contacts are never merged by this.
 */
async function learn(
  tx: Tx,
  scope: Scope,
  writer: Writer,
  channel: ChannelName,
  identities: Identity[],
): Promise<void> {
  const { organizationId } = scope
  const fields = new Set<string>()
  for (const { field, value } of identities) {
    // Of two addresses that fit the same field, the first is used.
    if (fields.has(field)) continue
    fields.add(field)
    const isTaken =
      (await tx.row(contactQueries.byAddress(organizationId, field, value))) ??
      (await tx.row(contactKnownBy(organizationId, field, value)))
    if (isTaken) continue
    // A contact known only by a former number may be another person, who has the number now.
    const isRenewed = field === 'app_id' && !writer.isByMerged && (await renewId(tx, scope, writer.id, channel, value))
    if (!isRenewed) {
      await suppressions.shareAddresses(tx, organizationId, { [field]: value })
      await tx.run(contactQueries.learnAddress(organizationId, writer.id, field, value))
    }
    await suppressions.markContact(tx, organizationId, writer.id)
    await runHooks('words.changed', tx, scope, { kind: 'contact', ids: [writer.id] })
  }
}

/** A new contact of the organization's owner, named by its address. */
async function stranger(tx: Tx, scope: Scope, { name }: Incoming, { field, value }: Identity): Promise<Writer> {
  const ownerId = await whoTakes(tx, scope, null)
  const contact = await contacts.create(tx, onBehalfOf(ownerId, scope), {
    display_name: readableName(name ?? null) ?? value,
    [field]: value,
  })
  return { id: contact.id, ownerId }
}

/** Sender-chosen name, reduced to one line and the maximum length of a name. */
function readableName(name: string | null): string | null {
  const line = [...(name ?? '').toWellFormed().replace(/\s+/g, ' ').trim()].slice(0, DISPLAY_NAME_MAX / 2).join('')
  return line !== '' && 'value' in readLine(line) ? line : null
}

async function conversationWith(
  tx: Tx,
  scope: Scope,
  writer: Writer,
  incoming: Incoming,
  answered: NamedMessage | null,
): Promise<Uuid> {
  const { organizationId, at } = scope
  const { channel, conversationId: proven = answered?.conversation_id ?? null } = incoming
  const latest =
    (proven === null
      ? undefined
      : await tx.row<Latest>(conversationQueries.lockOfContact(organizationId, proven, writer.id))) ??
    (await lockLatest(tx, scope, writer))
  const id = latest?.id ?? (await newConversation(tx, scope, writer))
  if (isNoWork(incoming)) {
    await tx.run(conversationQueries.markAnsweredAutomatically(organizationId, id, at))
    return id
  }
  const row = await tx.row<ConversationRow>(conversationQueries.markReceived(organizationId, id, channel, at))
  if (latest?.archived_at) await emit(tx, organizationId, at, [conversationUpdated(row as ConversationRow)])
  return id
}

async function lockLatest(tx: Tx, { organizationId }: Scope, writer: Writer): Promise<Latest | undefined> {
  for (let look = 0; look < LOOKS_MAX; look++) {
    const latest = await tx.row<Latest>(conversationQueries.lockLatestOfContact(organizationId, writer.id))
    if (latest) return latest
  }
  return undefined
}

/** A new conversation belongs to the contact's owner, otherwise to the organization's. */
async function newConversation(tx: Tx, scope: Scope, writer: Writer): Promise<Uuid> {
  const userId = await whoTakes(tx, scope, writer.ownerId)
  const start = { actor: onBehalfOf(userId, scope), input: { contact_id: writer.id } }
  const [outcome] = await conversations.start(tx, scope, [start])
  if (!outcome || outcome instanceof Refusal) throw outcome
  return outcome.row.id
}

async function whoTakes(tx: Tx, { organizationId }: Scope, preferred: Uuid | null): Promise<Uuid> {
  const taker = await tx.row<{ user_id: Uuid }>(conversationQueries.taker(organizationId, preferred))
  if (!taker) throw new Error('no member of the organization can see conversations')
  return taker.user_id
}

/**
 * Actor for actions on behalf of a user who did not request them: without token or permissions, so that it authorizes
 * nothing.
 */
function onBehalfOf(userId: Uuid, { organizationId, at }: Scope): Actor {
  return { organizationId, userId, tokenId: null, callerId: '', permissions: new Set(), isOperator: false, at }
}
