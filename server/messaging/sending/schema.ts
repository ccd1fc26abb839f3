// API schemas of messages that are sent and their results: spec 7.1, 7.2.

import { Problem } from '#edge/problem.ts'
import type { Refusal } from '#kit/refusals.ts'
import { smsEncodings } from '#kit/sms-size.ts'
import { In, Out, oneOf, type Static, shownAs, Type } from '#kit/wire.ts'
import { ATTACHMENTS_MAX } from '#messaging/channels/attachment-limits.ts'
import { channelNames } from '#messaging/channels/channel.ts'
import { interactiveIn } from '#messaging/messages/interactive-schema.ts'
import { HTML_MAX, MESSAGE_TEXT_MAX, Message, sendAt, subject, Unreachable } from '#messaging/messages/schema.ts'
import { language, VariablesIn } from '#messaging/templates/schema.ts'
import { priceKinds } from '#money/pricing/rules.ts'
import type { Made } from './made.ts'
import type { Ruled } from './ruled.ts'

export const BATCH_MAX = 1000
/** Eight kilobytes per message: parsing a body blocks all other requests. */
export const BATCH_BODY_BYTES_MAX = 8 * 1024 * 1024

export const NewMessage = In.object(
  {
    conversation_id: In.id('conv'),
    channel: oneOf(channelNames, 'Channel'),
    subject: Type.Optional(
      In.nullable(
        Type.Unsafe<string>({
          ...subject(),
          description:
            'Subject, one line. For an email in an existing thread it defaults to "Re:" and the subject of the thread.',
        }),
      ),
    ),
    text: Type.Optional(In.nullable(In.text(MESSAGE_TEXT_MAX))),
    html: Type.Optional(In.nullable(In.text(HTML_MAX))),
    template_id: Type.Optional(
      Type.Unsafe<string | null>({
        ...In.nullable(In.id('tmpl')),
        description: 'Template to send, instead of `subject`, `text` and `html`.',
      }),
    ),
    variables: Type.Optional(In.nullable(VariablesIn)),
    language: Type.Optional(
      Type.Unsafe<string | null>({
        ...In.nullable(language()),
        description:
          'Language to send, if there is a template with the same name and channel in it; otherwise `template_id` itself is used.',
      }),
    ),
    send_at: Type.Optional(In.nullable(sendAt())),
    interactive: Type.Optional(interactiveIn()),
    reply_to_message_id: Type.Optional(
      Type.Unsafe<string | null>({
        ...In.nullable(In.id('msg')),
        description: 'Message of the conversation that this message quotes, on the messaging app.',
      }),
    ),
    attachments: Type.Optional(
      In.nullable(
        Type.Array(In.id('att'), {
          maxItems: ATTACHMENTS_MAX,
          description: 'IDs of files uploaded within the last 24 hours that are not used by another message.',
        }),
      ),
    ),
  },
  'NewMessage',
)
export type NewMessage = Static<typeof NewMessage>

/** A draft during sending: with its rendered template and the result of the account's rules. */
export type Draft = NewMessage & { made?: Made | Refusal; ruled?: Ruled }

/** Items are validated one by one: an invalid one is refused alone, and the others are sent. */
export const Batch = In.object({
  messages: Type.Array(shownAs(Type.Unknown(), NewMessage), { minItems: 1, maxItems: BATCH_MAX }),
})

/** Entries of `outside_gsm`: enough to find which characters to replace. */
export const OUTSIDE_GSM_MAX = 10

export const SmsSize = Type.Object(
  {
    encoding: oneOf(smsEncodings, 'SmsEncoding'),
    segments: Type.Integer({ description: 'Number of segments.' }),
    characters_left: Type.Integer({
      description: 'Number of characters that still fit into the last segment, in its encoding.',
    }),
    outside_gsm: Type.Array(Type.String(), {
      description: `The first ${OUTSIDE_GSM_MAX} characters outside the GSM alphabet. They make the SMS use UCS-2, with 70 instead of 160 characters per segment.`,
    }),
  },
  { $id: 'SmsSize', description: 'Length of an SMS. Null on other channels.' },
)

export const MessageEstimate = Type.Object(
  {
    total: Out.amount(),
    currency: Type.Literal('INR'),
    send_at: Type.Unsafe<number | null>({
      ...Out.nullable(Out.time()),
      description:
        "When the message would be sent, in Unix seconds: as requested, or later if the account's quiet hours postpone it. Null for now.",
    }),
    deliveries: Type.Array(
      Type.Object({
        contact_id: Out.id('contact'),
        kind: oneOf(priceKinds, 'PriceKind'),
        price: Out.amount(),
        units: Type.Integer({ description: 'How many units it counts towards the tiers of the month.' }),
      }),
    ),
    unreachable: Type.Array(Unreachable, { description: 'Contacts that the message would not be sent to, and why.' }),
    sms: Out.nullable(SmsSize),
  },
  { $id: 'MessageEstimate' },
)

const AcceptedItem = Type.Object(
  {
    status: Type.Integer({ enum: [201], description: 'HTTP status of the item, as if it had been sent alone.' }),
    message: Message,
  },
  { $id: 'AcceptedBatchItem' },
)
const RefusedItem = Type.Object(
  { status: Type.Integer({ minimum: 400, maximum: 599, description: 'HTTP status of the error.' }), error: Problem },
  { $id: 'RefusedBatchItem' },
)

// Declared as one shape, which serializes faster than a union; documented as a union.
const BatchItem = Type.Object({
  status: Type.Integer(),
  message: Type.Optional(Message),
  error: Type.Optional(Problem),
})

export const BatchOutcome = Type.Object(
  {
    data: Type.Array(shownAs(BatchItem, Type.Unsafe({ oneOf: [AcceptedItem, RefusedItem], $id: 'BatchItem' })), {
      description: 'One result per item, in the order of the request.',
    }),
  },
  { $id: 'BatchOutcome' },
)
