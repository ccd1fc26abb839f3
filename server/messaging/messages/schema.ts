// Messages, deliveries and reactions as the API takes and shows them: spec 7.1, 7.2.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { MessageAttachment, MissingAttachment } from '#messaging/attachments/schema.ts'
import { callStatuses } from '#messaging/channels/arrivals/arrived.ts'
import { CONTENT_MAX, channelNames } from '#messaging/channels/channel.ts'
import { priceKinds } from '#money/pricing/rules.ts'
import { DeliveryError } from './delivery-error.ts'
import { answeredStates, deliveryStatuses } from './rules.ts'

export const SUBJECT_MAX = CONTENT_MAX.subject
export const MESSAGE_TEXT_MAX = CONTENT_MAX.text
export const HTML_MAX = CONTENT_MAX.html
const EMOJI_MAX = 32

/** It becomes a mail's header: a line break in it could begin another header. */
export const subject = () => Type.Unsafe<string>({ ...In.line(SUBJECT_MAX), description: 'One line.' })

/** Refused where it lies in the past or too far ahead: server/messaging/messages/schedule.ts. */
export const sendAt = () =>
  Type.Unsafe<Date>({
    ...In.time(),
    description: 'When it leaves, at most 35 days ahead: Unix seconds, or ISO 8601. Left out, now.',
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

/** The state that the caller saw: who takes a message back does not delete one that was sent in the meantime. */
export const MessageRemoval = In.object({
  only: Type.Optional(oneOf(['queued'], 'MessageRemovalState')),
})
export type MessageRemoval = Static<typeof MessageRemoval>

export const MessageForm = In.object({
  html: Type.Optional(
    Type.Unsafe<'raw' | 'sanitised'>({
      ...oneOf(['raw', 'sanitised'], 'HtmlForm'),
      description:
        '`sanitised`: its HTML with nothing that runs, is sent or is fetched, for a page that shows it; pictures that came with the mail have `data-attachment`, the id of their attachment. `raw`, as it came, by default.',
    }),
  ),
})

export const NewReaction = In.object({
  emoji: Type.Unsafe<string>({ ...In.line(EMOJI_MAX), description: 'One emoji.' }),
})

const Reaction = Type.Object(
  {
    reactor_id: Type.String(),
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
      description: '`inbound`: the contact called.',
    }),
    status: Type.Unsafe<(typeof callStatuses)[number]>({
      ...oneOf(callStatuses, 'CallStatus'),
      description: '`ringing`: how it ended has not been reported. `missed`: nobody answered.',
    }),
    duration_seconds: Out.nullable(Type.Integer({ description: 'Of one that was answered.' })),
  },
  { $id: 'AppCall', description: 'A call in the app, which a message without any text stands for.' },
)

const EarlierText = Type.Object(
  {
    text: Out.nullable(Type.String()),
    written_at: Type.Unsafe<number | null>({
      ...Out.nullable(Out.time()),
      description: "By the provider's clock; null for the text that it had first.",
    }),
  },
  { $id: 'EarlierText' },
)

/** As an estimate tells it too: spec 7.4. */
export const Unreachable = Type.Object(
  {
    contact_id: Out.id('contact'),
    reason: Type.String({ description: 'The code of the refusal that a message to this contact alone would get.' }),
  },
  { $id: 'Unreachable' },
)

const AnsweredMessage = Type.Object(
  {
    message_id: Out.nullable(Out.id('msg')),
    state: Type.Unsafe<(typeof answeredStates)[number]>({
      ...oneOf(answeredStates, 'AnsweredState'),
      description:
        '`available`: `message_id` names it; it may be in a conversation of somebody else. `deleted`: it was deleted. `unknown`: it was never stored here.',
    }),
  },
  { $id: 'AnsweredMessage' },
)

const ReferredProduct = Type.Object(
  { catalog_id: Out.nullable(Type.String()), product_retailer_id: Type.String() },
  { $id: 'ReferredProduct' },
)

const Order = Type.Object(
  {
    catalog_id: Out.nullable(Type.String()),
    items: Type.Array(
      Type.Object({
        product_retailer_id: Type.String(),
        quantity: Out.nullable(Type.Integer()),
        price: Type.Unsafe<string | null>({
          ...Out.nullable(Type.String()),
          description: 'Of one, as decimal text, as the catalog of the contact showed it.',
        }),
        currency: Type.Unsafe<string | null>({
          ...Out.nullable(Type.String()),
          description: 'Of the price: three letters, as of ISO 4217.',
        }),
      }),
    ),
  },
  { $id: 'Order' },
)

const Referral = Type.Object(
  {
    source_type: Type.Unsafe<string | null>({
      ...Out.nullable(Type.String()),
      description: 'As WhatsApp says it: `ad` or `post`.',
    }),
    source_id: Out.nullable(Type.String()),
    source_url: Out.nullable(Type.String()),
    headline: Out.nullable(Type.String()),
    body: Out.nullable(Type.String()),
    media_type: Out.nullable(Type.String()),
    image_url: Out.nullable(Type.String()),
    video_url: Out.nullable(Type.String()),
    thumbnail_url: Out.nullable(Type.String()),
    ctwa_clid: Type.Unsafe<string | null>({
      ...Out.nullable(Type.String()),
      description: 'The id of the click, for the Conversions API of Meta. Null for ads in the status.',
    }),
    welcome_message: Type.Unsafe<string | null>({
      ...Out.nullable(Type.String()),
      description: 'The greeting that the ad showed.',
    }),
  },
  { $id: 'Referral' },
)

export const Message = Type.Object(
  {
    id: Out.id('msg'),
    conversation_id: Out.id('conv'),
    direction: oneOf(['outbound', 'inbound'], 'MessageDirection'),
    channel: oneOf(channelNames, 'Channel'),
    sender: Type.String({ description: 'The user or contact who wrote it.' }),
    subject: Out.nullable(Type.String()),
    text: Out.nullable(Type.String()),
    html: Type.Unsafe<string | null>({
      ...Out.nullable(Type.String()),
      description:
        'As it was written, by anybody: ask for it sanitised (`?html=sanitised` of one message) before a page shows it.',
    }),
    quoted_text: Type.Unsafe<string | null>({
      ...Out.nullable(Type.String()),
      description:
        'What a received mail quotes below its new words, which `text` has. Null where it quotes nothing, and of what was sent.',
    }),
    automatic: Type.Boolean({
      description: 'Whether a program wrote it: an out-of-office answer, a list, a report. Answer none by a program.',
    }),
    authenticated: Type.Unsafe<boolean | null>({
      ...Out.nullable(Type.Boolean()),
      description:
        'Of a mail that came in, whether it proved who wrote it (SPF, DKIM, DMARC): false, anybody may have. Null where nobody can claim to be another.',
    }),
    reply_to: Type.Unsafe<string | null>({
      ...Out.nullable(Type.String()),
      description:
        'Of a mail that came in, the other address at which its writer wants answers: the next mails in the conversation go there, unless `authenticated` is false or the address is suppressed.',
    }),
    in_reply_to: Type.Unsafe<Static<typeof AnsweredMessage> | null>({
      ...Out.nullable(AnsweredMessage),
      description: 'The message that it answers, where a message of the app quotes one.',
    }),
    forwarded: Type.Unsafe<'once' | 'often' | null>({
      ...Out.nullable(oneOf(['once', 'often'], 'Forwarded')),
      description: 'Whether the contact forwarded it from another chat; `often`: it was forwarded many times.',
    }),
    product: Type.Unsafe<Static<typeof ReferredProduct> | null>({
      ...Out.nullable(ReferredProduct),
      description: 'The product of a catalog that the contact asks about.',
    }),
    order: Type.Unsafe<Static<typeof Order> | null>({
      ...Out.nullable(Order),
      description: 'What the contact orders from a catalog; `text` has it in words.',
    }),
    referral: Type.Unsafe<Static<typeof Referral> | null>({
      ...Out.nullable(Referral),
      description: 'The ad or post through which the contact came to write.',
    }),
    template_id: Out.nullable(Out.id('tmpl')),
    template_version: Out.nullable(Type.Integer({ description: 'The version of the template that it was made from.' })),
    variables: Out.nullable(Type.Record(Type.String(), Type.String())),
    attachments: Type.Array(MessageAttachment),
    missing_attachments: Type.Array(MissingAttachment, {
      description:
        'Files that a contact sent and that are not here (yet): one that arrives goes over to `attachments`, which `message.updated` tells.',
    }),
    reactions: Type.Array(Reaction),
    status: Out.nullable(oneOf(deliveryStatuses, 'DeliveryStatus')),
    price: Type.Unsafe<string | null>({
      ...Out.nullable(Out.amount()),
      description: 'What it costs by now: what was charged less what was given back.',
    }),
    error: Out.nullable(DeliveryError),
    read_at: Out.nullable(Out.time()),
    edited_at: Type.Unsafe<number | null>({
      ...Out.nullable(Out.time()),
      description: 'When the contact who wrote it edited it last. `text` is what it says since then.',
    }),
    earlier_texts: Type.Array(EarlierText, {
      description: 'What it said before it was edited, the oldest first; the newest 100 of them.',
    }),
    withdrawn_at: Type.Unsafe<number | null>({
      ...Out.nullable(Out.time()),
      description:
        'When the contact who wrote it withdrew it (deleted it for everybody). Its content is kept; show it only to who asks.',
    }),
    call: Out.nullable(Call),
    send_at: Type.Unsafe<number | null>({
      ...Out.nullable(Out.time()),
      description: 'When it is to leave, where somebody said.',
    }),
    created_at: Out.time(),
    updated_at: Out.nullable(Out.time()),
    unreachable: Type.Unsafe<{ contact_id: string; reason: string }[] | null>({
      ...Out.nullable(Type.Array(Unreachable)),
      description:
        'In the answer to a send to a group: its members whom the message does not reach. Null for a single contact, and whenever the message is read later.',
    }),
  },
  { $id: 'Message' },
)

export const Delivery = Type.Object(
  {
    id: Out.id('dlv'),
    message_id: Out.nullable(Out.id('msg')),
    contact_id: Out.nullable(Out.id('contact')),
    address: Out.nullable(Type.String()),
    channel: oneOf(channelNames, 'Channel'),
    kind: oneOf(priceKinds, 'PriceKind'),
    status: oneOf(deliveryStatuses, 'DeliveryStatus'),
    price: Out.amount(),
    tier: Type.Integer(),
    units: Type.Integer({
      description:
        "How many of the month's numbers it takes: its segments where the price list counts by segment, else 1.",
    }),
    transaction_id: Out.id('txn'),
    reversal_id: Type.Unsafe<string | null>({
      ...Out.nullable(Out.id('txn')),
      description: 'The transaction that gave it back, because it never left.',
    }),
    provider_id: Out.nullable(Type.String()),
    error: Out.nullable(DeliveryError),
    attempts: Type.Integer(),
    created_at: Out.time(),
    sent_at: Out.nullable(Out.time()),
    delivered_at: Out.nullable(Out.time()),
    read_at: Out.nullable(Out.time()),
    ended_at: Out.nullable(Out.time()),
  },
  { $id: 'Delivery' },
)
