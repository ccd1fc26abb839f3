// API schemas of messages, deliveries and reactions: spec 7.1, 7.2.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { MessageAttachment, MissingAttachment } from '#messaging/attachments/schema.ts'
import { callStatuses } from '#messaging/channels/arrivals/arrived.ts'
import { CONTENT_MAX, channelNames } from '#messaging/channels/channel.ts'
import { messageHeader, shownButtons, shownFooter } from '#messaging/templates/component-schema.ts'
import { priceKinds } from '#money/pricing/rules.ts'
import { DeliveryError } from './delivery-error.ts'
import { ButtonReply, interactiveOut } from './interactive-schema.ts'
import { answeredStates, type DeliveryStatus, deliveryStatuses } from './rules.ts'
import { Order, Referral, ReferredProduct } from './shop-schema.ts'

export const SUBJECT_MAX = CONTENT_MAX.subject
export const MESSAGE_TEXT_MAX = CONTENT_MAX.text
export const HTML_MAX = CONTENT_MAX.html
const EMOJI_MAX = 32

/** Used as a mail header: a line break could start another header. */
export const subject = () => Type.Unsafe<string>({ ...In.line(SUBJECT_MAX), description: 'Subject, one line.' })

/** Refused if it is in the past or too far ahead: server/messaging/messages/schedule.ts. */
export const sendAt = () =>
  Type.Unsafe<Date>({
    ...In.time(),
    description: 'When to send the message, at most 35 days ahead, in Unix seconds or ISO 8601. By default now.',
  })

export const MessageChange = In.object({
  subject: Type.Optional(In.nullable(subject())),
  text: Type.Optional(In.nullable(In.text(MESSAGE_TEXT_MAX))),
  html: Type.Optional(In.nullable(In.text(HTML_MAX))),
  send_at: Type.Optional(In.nullable(sendAt())),
})
export type MessageChange = Static<typeof MessageChange>

export const MessageQuery = In.object({ ...pageQuery('msg'), conversation_id: In.id('conv') })
export type MessageQuery = Static<typeof MessageQuery>

/** The state that the caller saw: undoing a message must not delete one that was sent in the meantime. */
export const MessageRemoval = In.object({
  only: Type.Optional(oneOf(['queued'], 'MessageRemovalState')),
})
export type MessageRemoval = Static<typeof MessageRemoval>

export const MessageForm = In.object({
  html: Type.Optional(
    Type.Unsafe<'raw' | 'sanitised'>({
      ...oneOf(['raw', 'sanitised'], 'HtmlForm'),
      description:
        '`raw` (default): the HTML as received or written. `sanitised`: the HTML without scripts, forms and external requests, safe to display; inline images of the email have `data-attachment`, the ID of their attachment.',
    }),
  ),
})

export const NewReaction = In.object({
  emoji: Type.Unsafe<string>({ ...In.line(EMOJI_MAX), description: 'A single emoji.' }),
})

const Reaction = Type.Object(
  {
    reactor_id: Type.String({ description: 'ID of the user or contact who reacted.' }),
    emoji: Type.String(),
    created_at: Out.time(),
    error: Out.nullable(DeliveryError),
  },
  { $id: 'Reaction' },
)

export const Call = Type.Object(
  {
    direction: Type.Unsafe<'inbound' | 'outbound'>({
      ...oneOf(['inbound', 'outbound'], 'CallDirection'),
      description: '`inbound`: the contact called. `outbound`: the contact was called.',
    }),
    status: Type.Unsafe<(typeof callStatuses)[number]>({
      ...oneOf(callStatuses, 'CallStatus'),
      description: '`ringing`: the end of the call has not been reported yet. `missed`: the call was not answered.',
    }),
    duration_seconds: Out.nullable(
      Type.Integer({ description: 'Duration of an answered call in seconds. Null otherwise.' }),
    ),
  },
  { $id: 'AppCall', description: 'A call on the messaging app. A message that represents a call has no text.' },
)

const EarlierText = Type.Object(
  {
    text: Out.nullable(Type.String()),
    written_at: Type.Unsafe<number | null>({
      ...Out.nullable(Out.time()),
      description:
        'When this version was written according to the provider, in Unix seconds. Null for the original text.',
    }),
  },
  { $id: 'EarlierText' },
)

/** Also used by estimates: spec 7.4. */
export const Unreachable = Type.Object(
  {
    contact_id: Out.id('contact'),
    reason: Type.String({ description: 'Error code that a message to this contact alone would be refused with.' }),
  },
  { $id: 'Unreachable' },
)

const AnsweredMessage = Type.Object(
  {
    message_id: Out.nullable(Out.id('msg')),
    state: Type.Unsafe<(typeof answeredStates)[number]>({
      ...oneOf(answeredStates, 'AnsweredState'),
      description:
        "`available`: see `message_id`; the message may be in another user's conversation. `deleted`: the message was deleted. `unknown`: the message was never stored here.",
    }),
  },
  { $id: 'AnsweredMessage' },
)

export const inReplyTo = Type.Unsafe<Static<typeof AnsweredMessage> | null>({
  ...Out.nullable(AnsweredMessage),
  description:
    'The message that this message quotes on the messaging app, or whose button was pressed. Null if there is none.',
})

export const Message = Type.Object(
  {
    id: Out.id('msg'),
    conversation_id: Out.id('conv'),
    direction: oneOf(['outbound', 'inbound'], 'MessageDirection'),
    channel: oneOf(channelNames, 'Channel'),
    sender: Type.String({ description: 'ID of the user or contact who wrote the message.' }),
    subject: Out.nullable(Type.String()),
    text: Out.nullable(Type.String()),
    html: Type.Unsafe<string | null>({
      ...Out.nullable(Type.String()),
      description:
        'HTML as received or written, not sanitized. Before you display it, retrieve the message with `html=sanitised`.',
    }),
    quoted_text: Type.Unsafe<string | null>({
      ...Out.nullable(Type.String()),
      description:
        'For inbound email, the earlier messages that it quotes; `text` contains only the new text. Null if it quotes nothing, and for outbound messages.',
    }),
    automatic: Type.Boolean({
      description:
        'Whether the message was sent automatically: an out-of-office reply, a mailing list, a report. Do not reply to it automatically.',
    }),
    authenticated: Type.Unsafe<boolean | null>({
      ...Out.nullable(Type.Boolean()),
      description:
        'For inbound email, whether SPF, DKIM or DMARC authenticated the sender. If false, the sender address may be forged. Null where the provider guarantees the sender, and for outbound messages.',
    }),
    reply_to: Type.Unsafe<string | null>({
      ...Out.nullable(Type.String()),
      description:
        'For inbound email, the Reply-To address if it differs from the sender. Further email in the conversation is sent to it, unless `authenticated` is false or the address is suppressed.',
    }),
    in_reply_to: inReplyTo,
    interactive: interactiveOut(),
    button_reply: Type.Unsafe<Static<typeof ButtonReply> | null>({
      ...Out.nullable(ButtonReply),
      description:
        'The button that the contact pressed, or the row that they chose; `text` contains its title. Null for every other message.',
    }),
    forwarded: Type.Unsafe<'once' | 'often' | null>({
      ...Out.nullable(oneOf(['once', 'often'], 'Forwarded')),
      description:
        'Whether the contact forwarded the message: `once`, or `often` if it was forwarded many times. Null if not forwarded.',
    }),
    product: Type.Unsafe<Static<typeof ReferredProduct> | null>({
      ...Out.nullable(ReferredProduct),
      description: 'The catalog product that the contact asks about.',
    }),
    order: Type.Unsafe<Static<typeof Order> | null>({
      ...Out.nullable(Order),
      description: 'The order that the contact placed from a catalog. `text` contains a summary.',
    }),
    referral: Type.Unsafe<Static<typeof Referral> | null>({
      ...Out.nullable(Referral),
      description: 'The ad or post from which the contact started the chat.',
    }),
    header: messageHeader(),
    footer: shownFooter('Footer of the template that the message was created from. Null without one.'),
    buttons: shownButtons('Buttons of the template that the message was created from, filled.'),
    template_id: Out.nullable(Out.id('tmpl')),
    template_version: Out.nullable(
      Type.Integer({ description: 'Version of the template that the message was created from.' }),
    ),
    variables: Out.nullable(Type.Record(Type.String(), Type.String())),
    attachments: Type.Array(MessageAttachment),
    missing_attachments: Type.Array(MissingAttachment, {
      description:
        'Files of an inbound message that are not stored (yet). Once a file is stored, it moves to `attachments` and `message.updated` is published.',
    }),
    reactions: Type.Array(Reaction),
    status: Type.Unsafe<DeliveryStatus | null>({
      ...Out.nullable(oneOf(deliveryStatuses, 'DeliveryStatus')),
      description:
        'Status of the delivery; for several recipients, of the delivery that is least advanced. Null for inbound messages.',
    }),
    price: Type.Unsafe<string | null>({
      ...Out.nullable(Out.amount()),
      description:
        'Current price in rupees: all charges less all reversals and price corrections. Null for inbound messages.',
    }),
    error: Out.nullable(DeliveryError),
    read_at: Out.nullable(Out.time()),
    edited_at: Type.Unsafe<number | null>({
      ...Out.nullable(Out.time()),
      description:
        'When the contact last edited the message, in Unix seconds. `text` is the edited text. Null if it was not edited.',
    }),
    earlier_texts: Type.Array(EarlierText, {
      description: 'Texts before the edits, oldest first; at most the latest 100.',
    }),
    withdrawn_at: Type.Unsafe<number | null>({
      ...Out.nullable(Out.time()),
      description:
        'When the contact deleted the message for everyone, in Unix seconds. Its content is kept: show it only on request. Null if not deleted.',
    }),
    call: Out.nullable(Call),
    send_at: Type.Unsafe<number | null>({
      ...Out.nullable(Out.time()),
      description: 'Scheduled time of sending, in Unix seconds. Null if it was not scheduled.',
    }),
    created_at: Out.time(),
    updated_at: Out.nullable(Out.time()),
    unreachable: Type.Unsafe<{ contact_id: string; reason: string }[] | null>({
      ...Out.nullable(Type.Array(Unreachable)),
      description:
        'In the response to sending to a group: the members that the message is not sent to. Null for a single contact, and whenever the message is retrieved later.',
    }),
  },
  { $id: 'Message' },
)

export const Delivery = Type.Object(
  {
    id: Out.id('dlv'),
    message_id: Out.nullable(Out.id('msg')),
    contact_id: Out.nullable(Out.id('contact')),
    address: Out.nullable(
      Type.String({
        description: 'Address or phone number of the recipient. Null once the message or contact is deleted.',
      }),
    ),
    channel: oneOf(channelNames, 'Channel'),
    kind: oneOf(priceKinds, 'PriceKind'),
    status: Type.Unsafe<DeliveryStatus>({
      ...oneOf(deliveryStatuses, 'DeliveryStatus'),
      description:
        '`failed` and `cancelled`: never sent, the charge is reversed. `undelivered`: sent but not delivered, stays charged.',
    }),
    price: Out.amount(),
    tier: Type.Integer({ description: 'Tier of the price list in which it was charged, from 1.' }),
    units: Type.Integer({
      description:
        'How many units it counts towards the tiers of the month: its segments if the price list charges by segment, otherwise 1.',
    }),
    transaction_id: Out.id('txn'),
    reversal_id: Type.Unsafe<string | null>({
      ...Out.nullable(Out.id('txn')),
      description: 'The transaction that reversed the charge. Null if it was not reversed.',
    }),
    provider_id: Out.nullable(
      Type.String({ description: "The provider's ID of the message. Null until the provider accepted it." }),
    ),
    error: Out.nullable(DeliveryError),
    attempts: Type.Integer({ description: 'Number of attempts to send it.' }),
    created_at: Out.time(),
    sent_at: Out.nullable(Out.time()),
    delivered_at: Out.nullable(Out.time()),
    read_at: Out.nullable(Out.time()),
    ended_at: Out.nullable(Out.time()),
  },
  { $id: 'Delivery' },
)
