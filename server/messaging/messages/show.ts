// API representation of messages and deliveries.

import { amount, publicId, type Static, seconds } from '#kit/wire.ts'
import type { LinkTo } from '#messaging/attachments/links.ts'
import { showAttached, showMissing } from '#messaging/attachments/show.ts'
import { shownWith } from '#messaging/templates/components.ts'
import type { AnsweredMessage } from './answered-queries.ts'
import { showComponents, withFileOf } from './components.ts'
import { showError } from './delivery-error.ts'
import type { DeliveryRow, MessageRow } from './queries.ts'
import { messageStatus } from './rules.ts'
import type { Delivery, Message } from './schema.ts'

/** The user of the conversation is shown with the conversation. */
export type ShownMessageRow = Omit<MessageRow, 'user_id'>

/** `linkTo` is null for stored representations, which outlive the links. */
export function showMessage(row: ShownMessageRow, linkTo: LinkTo | null = null): Static<typeof Message> {
  const isInbound = row.direction === 'inbound'
  const files = withFileOf(row.attachments ?? [], row.template_file)
  return {
    id: publicId('msg', row.id),
    conversation_id: publicId('conv', row.conversation_id),
    direction: row.direction,
    channel: row.channel,
    sender: publicId(isInbound ? 'contact' : 'user', row.sender_id),
    subject: row.subject,
    text: row.text,
    html: row.html,
    quoted_text: row.quoted_text,
    automatic: row.is_automatic,
    authenticated: row.is_authenticated,
    reply_to: row.reply_to,
    in_reply_to: showAnswered(row.in_reply_to),
    interactive: row.interactive,
    button_reply: row.provider_details?.button_reply ?? null,
    forwarded: row.provider_details?.forwarded ?? null,
    product: row.provider_details?.product ?? null,
    order: row.provider_details?.order ?? null,
    referral: row.provider_details?.referral ?? null,
    ...showComponents(shownWith(row.template_components, row.variables), files[0]?.id ?? null),
    template_id: publicId('tmpl', row.template_id),
    template_version: row.template_version,
    variables: row.variables,
    attachments: files.map((one) => showAttached(one, linkTo)),
    missing_attachments: showMissing(row.missing_attachments ?? []),
    reactions: (row.reactions ?? []).map(({ reactor_id, is_user, emoji, created_at, ...failed }) => ({
      reactor_id: publicId(is_user ? 'user' : 'contact', reactor_id),
      emoji,
      created_at,
      error: showError(failed),
    })),
    status: messageStatus(row.statuses ?? []),
    price: amount(row.price_micros),
    error: showError(row),
    read_at: seconds(isInbound ? row.read_at : row.delivered_read_at),
    edited_at: seconds(row.edited_at),
    earlier_texts: row.earlier_texts ?? [],
    withdrawn_at: seconds(row.withdrawn_at),
    call: row.call,
    send_at: seconds(row.send_at),
    created_at: seconds(row.created_at),
    updated_at: seconds(row.updated_at),
    unreachable: null,
  }
}

export const showAnswered = (answered: AnsweredMessage | null): Static<typeof Message>['in_reply_to'] =>
  answered && { message_id: publicId('msg', answered.id), state: answered.state }

/**
 * Hides the contact and the address, and also the provider's id and error text: a WhatsApp id contains the phone
 * number, and the text often repeats the address.
 */
export const withoutContact = <Shown extends Static<typeof Delivery>>(shown: Shown): Shown => ({
  ...shown,
  contact_id: null,
  address: null,
  provider_id: null,
  error: shown.error && { ...shown.error, detail: '', details: null },
})

export function showDelivery(row: DeliveryRow): Static<typeof Delivery> {
  return {
    id: publicId('dlv', row.id),
    message_id: publicId('msg', row.message_id),
    contact_id: publicId('contact', row.contact_id),
    address: row.address,
    channel: row.channel,
    kind: row.kind,
    status: row.status,
    price: amount(row.price_micros),
    tier: row.tier,
    units: row.units,
    transaction_id: publicId('txn', row.transaction_id),
    reversal_id: publicId('txn', row.reversal_id),
    provider_id: row.provider_id,
    error: showError(row),
    attempts: row.attempts,
    created_at: seconds(row.created_at),
    sent_at: seconds(row.sent_at),
    delivered_at: seconds(row.delivered_at),
    read_at: seconds(row.read_at),
    ended_at: seconds(row.ended_at),
  }
}
