// Everything stored about a contact, in the API's formats: the answer to a data access request.

import { filesOf } from '#forms/submissions/actions.ts'
import type { SubmissionRow } from '#forms/submissions/queries.ts'
import { ofContact } from '#forms/submissions/removal-queries.ts'
import { showSubmission } from '#forms/submissions/show.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { publicId, seconds } from '#kit/wire.ts'
import { type OriginalOfMessage, originalsOf } from '#messaging/attachments/original-queries.ts'
import { namesOf } from '#messaging/channels/notices/actions.ts'
import { type NoticeRow, naming } from '#messaging/channels/notices/queries.ts'
import { showNotice } from '#messaging/channels/notices/show.ts'
import { shownPart } from '#messaging/channels/sms/smpp/part-text.ts'
import * as contacts from '#messaging/contacts/actions.ts'
import type { ConsentRow } from '#messaging/contacts/consents/queries.ts'
import { showConsent } from '#messaging/contacts/consents/show.ts'
import { addressesOf, allAddressesOf } from '#messaging/contacts/known-by.ts'
import { showContact } from '#messaging/contacts/show.ts'
import type { ConversationRow } from '#messaging/conversations/queries.ts'
import { showConversation } from '#messaging/conversations/show.ts'
import { waitingOf } from '#messaging/inbound/waiting/of-person.ts'
import { byIds, type DeliveryRow, type MessageRow } from '#messaging/messages/queries.ts'
import { showDelivery, showMessage } from '#messaging/messages/show.ts'
import { eachPage } from './each-page.ts'
import type {
  GroupOfContact,
  Person,
  SharedWritingOfContact,
  StoredEvent,
  StoredMail,
  StoredPart,
  StoredTimes,
} from './queries.ts'
import * as queries from './queries.ts'

/** Rows per statement: a person's thousands of messages are read without blocking others. */
const PAGE_ROWS = 500

export type PersonalData = Awaited<ReturnType<typeof exportContact>>

/** Not a snapshot: a change during the read may show in one part and not in another. */
export async function exportContact(tx: Tx, { organizationId, at }: Scope, contactId: Uuid) {
  const person = { organizationId, contactId }
  const row = await contacts.findStored(tx, person, contactId)
  const times = await tx.row<StoredTimes>(queries.times(person))
  const known = await addressesOf(tx, organizationId, contactId)
  const { conversation_id: _, ...contact } = showContact(row)
  const conversations = await tx.rows<ConversationRow>(queries.conversationsOf(person))
  const consents = await tx.rows<ConsentRow>(queries.consentsOf(person))
  const groups = await tx.rows<GroupOfContact>(queries.groupsOf(person))
  const writings = await tx.rows<SharedWritingOfContact>(queries.sharedWritingsOf(person))
  const campaigns = await tx.rows<queries.CampaignDelivery>(queries.campaignDeliveriesOf(person))
  const { messages, events } = await messagesOf(tx, person)
  const submissions = await eachPage(PAGE_ROWS, (after) =>
    tx.rows<SubmissionRow>(ofContact(organizationId, contactId, after, PAGE_ROWS)),
  )
  const files = await filesOf(tx, organizationId, submissions)
  const mail = await eachPage(PAGE_ROWS, (after) => tx.rows<StoredMail>(queries.sandboxMail(person, after, PAGE_ROWS)))
  const parts = await eachPage(PAGE_ROWS, (after) => tx.rows<StoredPart>(queries.partsFrom(person, after, PAGE_ROWS)))
  const waiting = await waitingOf(tx, { organizationId, addresses: await allAddressesOf(tx, organizationId, row) })
  const names = await namesOf(tx, organizationId, contactId)
  const notices = names.length === 0 ? [] : await tx.rows<NoticeRow>(naming(organizationId, names))
  const aboutIds = [...conversations, ...campaigns].map(({ id }) => id)
  const aboutThem = await eventsOf(tx, person, [contactId, ...aboutIds])
  return {
    exported_at: seconds(at),
    organization_id: publicId('org', organizationId),
    contact: {
      ...contact,
      app_number: times?.app_number ?? null,
      last_inbound_at: seconds(times?.last_inbound_at ?? null),
    },
    known_by: known.map(({ field, address, created_at }) => ({ field, address, since: seconds(created_at) })),
    consents: consents.map(showConsent),
    groups: groups.map(({ id, name, member_since }) => ({
      id: publicId('group', id),
      name,
      member_since: seconds(member_since),
    })),
    written_by_shared_accounts: writings.map(({ address, wrote_at }) => ({
      address,
      last_written_at: seconds(wrote_at),
    })),
    campaigns: campaigns.map(({ campaign_id, campaign_name: name, variables, ...delivery }) => ({
      campaign: { id: publicId('camp', campaign_id), name },
      variables,
      delivery: showDelivery(delivery),
      opens: delivery.opens ?? 0,
      opened_at: seconds(delivery.opened_at),
      clicks: delivery.clicks ?? 0,
      clicked_at: seconds(delivery.clicked_at),
      unsubscribed_at: seconds(delivery.unsubscribed_at),
      complained_at: seconds(delivery.complained_at),
    })),
    submissions: submissions.map((one) => showSubmission(one, files)),
    conversations: conversations.map(showConversation),
    messages,
    events: [...aboutThem, ...events],
    received_sms_parts: parts.map(({ part, parts: of, text, received_at }) => ({
      part,
      of,
      text: shownPart(text),
      received_at: seconds(received_at),
    })),
    waiting,
    channel_notices: notices.map(showNotice),
    sandbox_messages: mail.map(({ id, received_at, ...shown }) => ({
      id: publicId('sbx', id),
      ...shown,
      received_at: seconds(received_at),
    })),
  }
}

async function messagesOf(tx: Tx, person: Person) {
  const all = { messages: [] as object[], events: [] as object[] }
  const inPages = (after: Uuid | null) => tx.rows<{ id: Uuid }>(queries.messageIds(person, after, PAGE_ROWS))
  await eachPage(PAGE_ROWS, async (after) => {
    const page = await inPages(after)
    const ids = page.map(({ id }) => id)
    const rows = await tx.rows<MessageRow>(byIds(person.organizationId, ids))
    const deliveries = await tx.rows<DeliveryRow>(queries.deliveriesOf(person, ids))
    const originals = await tx.rows<OriginalOfMessage>(originalsOf(person.organizationId, ids))
    const rowOf = new Map(rows.map((row) => [row.id, row]))
    for (const id of ids) {
      const row = rowOf.get(id)
      if (!row) continue
      const original = originals.find(({ message_id }) => message_id === id)
      all.messages.push({ ...shown(row, deliveries, person), original: original ? showOriginal(original) : null })
    }
    all.events.push(...(await eventsOf(tx, person, ids)))
    return page
  })
  return all
}

/** The mail itself is a file: `GET /v1/messages/:id/original`. */
const showOriginal = ({ size, sha256 }: OriginalOfMessage) => ({ size, sha256 })

/** A group message's data about other recipients, its status and its total cost are not the person's. */
function shown(row: MessageRow, all: readonly DeliveryRow[], { contactId }: Person) {
  const { status: _, price: __, error: ___, read_at, reactions, ...message } = showMessage(row)
  const contact = publicId('contact', contactId)
  const deliveries = all.filter(({ message_id }) => message_id === row.id).map(showDelivery)
  return {
    ...message,
    read_at: row.direction === 'inbound' ? read_at : null,
    reactions: reactions.filter(({ reactor_id }) => !reactor_id?.startsWith('contact_') || reactor_id === contact),
    deliveries,
  }
}

async function eventsOf(tx: Tx, { organizationId, contactId }: Person, ids: readonly Uuid[]) {
  const name = publicId('contact', contactId)
  const rows = await tx.rows<StoredEvent>(queries.eventsAbout(organizationId, ids, name))
  return rows.map(({ id, type, payload, created_at }) => ({
    id: publicId('evt', id),
    type,
    payload,
    created_at: seconds(created_at),
  }))
}
