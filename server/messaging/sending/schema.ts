// What is sent, and what became of it, as the API takes and shows it: spec 7.1, 7.2.

import { Problem } from '#edge/problem.ts'
import type { Refusal } from '#kit/refusals.ts'
import { smsEncodings } from '#kit/sms-size.ts'
import { In, Out, oneOf, type Static, shownAs, Type } from '#kit/wire.ts'
import { ATTACHMENTS_MAX } from '#messaging/channels/attachment-limits.ts'
import { channelNames } from '#messaging/channels/channel.ts'
import { HTML_MAX, MESSAGE_TEXT_MAX, Message, sendAt, subject, Unreachable } from '#messaging/messages/schema.ts'
import { language, VariablesIn } from '#messaging/templates/schema.ts'
import { priceKinds } from '#money/pricing/rules.ts'
import type { Made } from './made.ts'
import type { Ruled } from './ruled.ts'

export const BATCH_MAX = 1000
/** Eight kilobytes for each: what is read in one piece keeps everybody else waiting. */
export const BATCH_BODY_BYTES_MAX = 8 * 1024 * 1024

export const NewMessage = In.object(
  {
    conversation_id: In.id('conv'),
    channel: oneOf(channelNames, 'Channel'),
    subject: Type.Optional(
      In.nullable(
        Type.Unsafe<string>({
          ...subject(),
          description: 'One line. A mail in a thread without it leaves with "Re:" and the subject of the thread.',
        }),
      ),
    ),
    text: Type.Optional(In.nullable(In.text(MESSAGE_TEXT_MAX))),
    html: Type.Optional(In.nullable(In.text(HTML_MAX))),
    template_id: Type.Optional(
      Type.Unsafe<string | null>({
        ...In.nullable(In.id('tmpl')),
        description: 'What it is made from, instead of subject, text and html.',
      }),
    ),
    variables: Type.Optional(In.nullable(VariablesIn)),
    language: Type.Optional(
      Type.Unsafe<string | null>({
        ...In.nullable(language()),
        description: 'Of the templates with the same name and channel the one in this language, where there is one.',
      }),
    ),
    send_at: Type.Optional(In.nullable(sendAt())),
    attachments: Type.Optional(
      In.nullable(
        Type.Array(In.id('att'), {
          maxItems: ATTACHMENTS_MAX,
          description: 'Files that were uploaded within a day, and went with no other message.',
        }),
      ),
    ),
  },
  'NewMessage',
)
export type NewMessage = Static<typeof NewMessage>

/** As it goes through: with what its template made of it, and what its account asks of it. */
export type Draft = NewMessage & { made?: Made | Refusal; ruled?: Ruled }

/** Items are checked one by one, so that a bad one is refused by itself and its neighbours are sent. */
export const Batch = In.object({
  messages: Type.Array(shownAs(Type.Unknown(), NewMessage), { minItems: 1, maxItems: BATCH_MAX }),
})

/** Of `outside_gsm`: enough to find what to write in another way. */
export const OUTSIDE_GSM_MAX = 10

const SmsSize = Type.Object(
  {
    encoding: oneOf(smsEncodings, 'SmsEncoding'),
    segments: Type.Integer({ description: 'The parts that its text travels in.' }),
    characters_left: Type.Integer({
      description: 'How many more fit the last part, as its encoding counts them; the next begins another part.',
    }),
    outside_gsm: Type.Array(Type.String(), {
      description: `The characters because of which it travels as UCS-2, with 70 instead of 160 a part; the first ${OUTSIDE_GSM_MAX}.`,
    }),
  },
  { $id: 'SmsSize', description: 'How long an SMS is; null on other channels.' },
)

export const MessageEstimate = Type.Object(
  {
    total: Out.amount(),
    currency: Type.Literal('INR'),
    send_at: Type.Unsafe<number | null>({
      ...Out.nullable(Out.time()),
      description: 'When it would leave: as asked, or later where its account lets it wait; null for at once.',
    }),
    deliveries: Type.Array(
      Type.Object({
        contact_id: Out.id('contact'),
        kind: oneOf(priceKinds, 'PriceKind'),
        price: Out.amount(),
        units: Type.Integer({ description: "How many of the month's numbers it takes." }),
      }),
    ),
    unreachable: Type.Array(Unreachable, { description: 'Whom it does not reach, and why.' }),
    sms: Out.nullable(SmsSize),
  },
  { $id: 'MessageEstimate' },
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
