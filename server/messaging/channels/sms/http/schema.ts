// How an HTTP gateway calls back, as the API takes it.

import { LINE_OR_EMPTY } from '#kit/text.ts'
import { In, oneOf, Type } from '#kit/wire.ts'
import { reportStates } from '../report-schema.ts'
import { callbackFormats, proofKeys, proofs } from './callbacks.ts'

const PLACE_MAX = 200
const told = <Schema extends object>(schema: Schema, description: string): Schema => ({ ...schema, description })
const format = () => oneOf(callbackFormats, 'SmsCallbackFormat')
const place = (description: string) => told(In.line(PLACE_MAX), description)
const places = (description: string) => Type.Optional(In.nullable(place(description)))
const LIST = 'Where the list stands in JSON that brings several at once: `/results`, or empty for all of it.'

const Reports = In.object(
  {
    format: format(),
    list: Type.Optional(In.nullable(told(Type.String({ maxLength: PLACE_MAX, pattern: LINE_OR_EMPTY }), LIST))),
    id: places('Where the id stands that the gateway answered with: `/id`, or the name of a field.'),
    reference: places('Where `{reference}` stands, if the gateway repeats it.'),
    status: place('Where it says what became of the message.'),
    error: places("Where the gateway's error code stands."),
    time: places('Where the time stands: Unix seconds or milliseconds, or ISO 8601 with its zone.'),
    ...reportStates,
  },
  'SmsReports',
)

const IncomingSms = In.object(
  {
    format: format(),
    list: Type.Optional(In.nullable(told(Type.String({ maxLength: PLACE_MAX, pattern: LINE_OR_EMPTY }), LIST))),
    from: place('Where the number of the contact stands.'),
    text: place('Where the text stands.'),
    id: places("Where the gateway's id of the message stands. This or `time` is needed."),
    time: places('Where its time stands, as in reports.'),
  },
  'SmsIncoming',
)

const Proof = In.object(
  {
    by: Type.Optional(oneOf(proofs, 'SmsProof')),
    name: Type.Optional(place('Of the header or the parameter.')),
    key: Type.Optional(
      Type.Unsafe<(typeof proofKeys)[number]>({
        ...oneOf(proofKeys, 'SmsProofKey'),
        default: 'verify_token',
        description: 'The `verify_token` of the answer, the `password`, or a `callback_secret` of its own.',
      }),
    ),
    prefix: Type.Optional(Type.String({ maxLength: PLACE_MAX, pattern: LINE_OR_EMPTY })),
    encoding: Type.Optional(oneOf(['hex', 'base64'], 'SmsProofEncoding')),
    timestamp_header: places(
      'The header with the time (Unix seconds) that an HMAC is made over too: time, point, body.',
    ),
  },
  'SmsCallbackProof',
)

export const Callbacks = told(
  In.object(
    {
      reports: Type.Optional(In.nullable(Reports)),
      incoming: Type.Optional(In.nullable(IncomingSms)),
      proof: Type.Optional(Proof),
    },
    'SmsCallbacks',
  ),
  'What the gateway brings to `callback_url` (reports) and `incoming_url` (what contacts write), by POST, or by GET with the format `query`; and how it proves itself: by a word in a header or a parameter, or by an HMAC (SHA-256) over the body. Left out: by the `verify_token` in the parameter `token`.',
)
