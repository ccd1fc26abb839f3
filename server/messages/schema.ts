// Messages, deliveries and reactions as the API takes and shows them: decisions §4 and §8.

import { channelNames } from '#channels/rules.ts'
import { pageQuery } from '#edge/paging.ts'
import { Problem } from '#edge/problem.ts'
import { BLANKS, In, Out, oneOf, shownAs, type Static, Type } from '#kit/wire.ts'
import { priceKinds } from '#pricing/rules.ts'
import { deliveryStatuses } from './rules.ts'

export const SUBJECT_MAX = 500
export const MESSAGE_TEXT_MAX = 100_000
export const HTML_MAX = 500_000
export const BATCH_MAX = 1000
/** Eight kilobytes for each: what is read in one piece keeps everybody else waiting. */
export const BATCH_BODY_BYTES_MAX = 8 * 1024 * 1024
const EMOJI_MAX = 32

/** A subject becomes a mail's header: a line break in it could begin another header. */
const ONE_LINE = String.raw`^[^\p{Cc}\p{Cs}\u2028\u2029]*$`
const ONE_LINE_NOT_BLANK = String.raw`^[\p{Z}\p{Cf}]*[^${BLANKS}\p{Cs}][^\p{Cc}\p{Cs}\u2028\u2029]*$`
const subject = () =>
  Type.String({ minLength: 1, maxLength: SUBJECT_MAX, pattern: ONE_LINE_NOT_BLANK, description: 'One line.' })

export const Draft = In.object(
  {
    conversation_id: In.id('conv'),
    channel: oneOf(channelNames, 'Channel'),
    subject: Type.Optional(In.nullable(subject())),
    text: Type.Optional(In.nullable(In.text(MESSAGE_TEXT_MAX))),
    html: Type.Optional(In.nullable(In.text(HTML_MAX))),
  },
  'NewMessage',
)
export type Draft = Static<typeof Draft>

/** Items are checked one by one, so that a bad one is refused by itself and its neighbours are sent. */
export const Batch = In.object({
  messages: Type.Array(shownAs(Type.Unknown(), Draft), { minItems: 1, maxItems: BATCH_MAX }),
})

export const MessageChange = In.object({
  subject: Type.Optional(In.nullable(subject())),
  text: Type.Optional(In.nullable(In.text(MESSAGE_TEXT_MAX))),
  html: Type.Optional(In.nullable(In.text(HTML_MAX))),
})
export type MessageChange = Static<typeof MessageChange>

export const MessageQuery = In.object({ ...pageQuery('msg'), conversation_id: In.id('conv') })
export type MessageQuery = Static<typeof MessageQuery>

export const NewReaction = In.object({
  emoji: Type.String({ minLength: 1, maxLength: EMOJI_MAX, pattern: ONE_LINE, description: 'One emoji.' }),
})

const DeliveryError = Type.Object({ code: Type.String(), detail: Type.String() }, { $id: 'DeliveryError' })
const Reaction = Type.Object(
  { reactor_id: Type.String(), emoji: Type.String(), created_at: Out.time() },
  { $id: 'Reaction' },
)

/** As an estimate tells it too: decisions §8. */
const Unreachable = Type.Object(
  {
    contact_id: Out.id('contact'),
    reason: Type.String({ description: 'The code of the refusal that a message to this contact alone would get.' }),
  },
  { $id: 'Unreachable' },
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
    html: Out.nullable(Type.String()),
    template_id: Out.nullable(Type.String()),
    variables: Out.nullable(Type.Record(Type.String(), Type.String())),
    attachments: Type.Array(Type.Object({})),
    reactions: Type.Array(Reaction),
    status: Out.nullable(oneOf(deliveryStatuses, 'DeliveryStatus')),
    price: Type.Unsafe<string | null>({
      ...Out.nullable(Out.amount()),
      description: 'What it costs by now: what was charged less what was given back.',
    }),
    error: Out.nullable(DeliveryError),
    read_at: Out.nullable(Out.time()),
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

const AcceptedItem = Type.Object(
  { status: Type.Integer({ enum: [201], description: 'As if it had been sent by itself.' }), message: Message },
  { $id: 'AcceptedBatchItem' },
)
const RefusedItem = Type.Object(
  { status: Type.Integer({ minimum: 400, maximum: 599, description: 'The status of the refusal.' }), error: Problem },
  { $id: 'RefusedBatchItem' },
)

// Written as one shape, which costs less than a choice; shown as the choice that it is.
const BatchItem = Type.Object({
  status: Type.Integer(),
  message: Type.Optional(Message),
  error: Type.Optional(Problem),
})

export const BatchOutcome = Type.Object(
  {
    data: Type.Array(shownAs(BatchItem, Type.Unsafe({ oneOf: [AcceptedItem, RefusedItem], $id: 'BatchItem' })), {
      description: 'An outcome for each item, in their order.',
    }),
  },
  { $id: 'BatchOutcome' },
)
