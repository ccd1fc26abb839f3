// Publishes `message.cancelled` for unsent deliveries of deleted or merged messages, conversations and contacts.
// spec 14.6

import { emit, subscribedTypes } from '#events/actions.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { type BareMessageRow, bareMessages, deliveriesByIds } from './cancelled-queries.ts'
import { messageCancelled, messageUndelivered } from './events.ts'
import { byIds, type DeliveryRow, type MessageRow } from './queries.ts'

/** What happens to the message of a cancelled delivery. A deleted one's event has no content (spec 14.4). */
export type Fate = 'deleted' | 'kept'

/** `undelivered`: a part of it was sent. */
const tellers = { cancelled: messageCancelled, undelivered: messageUndelivered }

export interface Cancelled {
  id: Uuid
  message_id: Uuid
  status: keyof typeof tellers
}

/** Call it after the charges are reversed, and before the rows of messages and deliveries are changed or deleted. */
export async function tellCancelled(tx: Tx, scope: Scope, cancelled: readonly Cancelled[], fate: Fate): Promise<void> {
  const { organizationId, at } = scope
  const types = Object.keys(tellers).map((status) => `message.${status}`)
  const asked = (await subscribedTypes(tx, [organizationId], types)).get(organizationId)
  const wanted = cancelled.filter(({ status }) => asked?.has(`message.${status}`))
  if (wanted.length === 0) return
  const messageIds = [...new Set(wanted.map(({ message_id }) => message_id))]
  const deliveryIds = wanted.map(({ id }) => id)
  const [messages, deliveries] = await Promise.all([
    fate === 'kept'
      ? tx.rows<MessageRow>(byIds(organizationId, messageIds))
      : tx.rows<BareMessageRow>(bareMessages(organizationId, messageIds)).then((rows) => rows.map(withoutContent)),
    tx.rows<DeliveryRow>(deliveriesByIds(organizationId, deliveryIds)),
  ])
  const messageOf = new Map(messages.map((row) => [row.id, row]))
  const events = deliveries.flatMap((delivery) => {
    const message = messageOf.get(delivery.message_id as Uuid)
    const shown = fate === 'kept' ? delivery : withoutRecipient(delivery)
    return message ? [tellers[delivery.status as Cancelled['status']](message, shown)] : []
  })
  await emit(tx, organizationId, at, events)
}

const withoutContent = (row: BareMessageRow): MessageRow => ({
  ...row,
  subject: null,
  text: null,
  html: null,
  quoted_text: null,
  variables: null,
  is_automatic: false,
  reply_to: null,
  is_authenticated: null,
  in_reply_to: null,
  interactive: null,
  provider_details: null,
  read_at: null,
  edited_at: null,
  earlier_texts: null,
  withdrawn_at: null,
  call: null,
  error_code: null,
  error_detail: null,
  error_details: null,
  delivered_read_at: null,
  attachments: null,
  missing_attachments: null,
  template_components: null,
  template_file: null,
  reactions: null,
})

const withoutRecipient = (row: DeliveryRow): DeliveryRow => ({
  ...row,
  contact_id: null,
  address: null,
  provider_id: null,
  error_detail: null,
  error_details: null,
})
