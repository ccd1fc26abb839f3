// API representation of an accepted message.

import { amount, publicId, type Static, seconds } from '#kit/wire.ts'
import type { LinkTo } from '#messaging/attachments/links.ts'
import { showAttached } from '#messaging/attachments/show.ts'
import { showComponents, withFileOf } from '#messaging/messages/components.ts'
import type { Message } from '#messaging/messages/schema.ts'
import type { AcceptedMessage } from './rules.ts'

/** Shows a message that was just accepted, without reading it back. */
export function showAccepted(message: AcceptedMessage, at: Date, linkTo: LinkTo | null): Static<typeof Message> {
  const { subject, text, html, interactive = null, reply_to_message_id: quoted = null } = message.content
  const { made } = message
  const files = withFileOf(message.attachments, made?.file ?? null)
  return {
    id: publicId('msg', message.id),
    conversation_id: publicId('conv', message.conversationId),
    direction: 'outbound',
    channel: message.channel,
    sender: publicId('user', message.userId),
    subject,
    text,
    html,
    quoted_text: null,
    automatic: false,
    authenticated: null,
    reply_to: null,
    in_reply_to: quoted === null ? null : { message_id: publicId('msg', quoted), state: 'available' },
    interactive,
    button_reply: null,
    forwarded: null,
    product: null,
    order: null,
    referral: null,
    ...showComponents(made?.components ?? null, files[0]?.id ?? null),
    template_id: publicId('tmpl', made?.templateId ?? null),
    template_version: made?.version ?? null,
    variables: made?.variables ?? null,
    attachments: files.map((one) => showAttached(one, linkTo)),
    missing_attachments: [],
    reactions: [],
    status: 'queued',
    price: amount(message.price),
    error: null,
    read_at: null,
    edited_at: null,
    earlier_texts: [],
    withdrawn_at: null,
    call: null,
    send_at: seconds(message.sendAt),
    created_at: seconds(at),
    updated_at: null,
    unreachable:
      message.unreachable?.map(({ contactId, reason }) => ({ contact_id: publicId('contact', contactId), reason })) ??
      null,
  }
}
