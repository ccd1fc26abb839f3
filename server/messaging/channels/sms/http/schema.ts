// The callbacks of an HTTP gateway, as the API accepts them.

import { LINE_OR_EMPTY } from '#kit/text.ts'
import { In, oneOf, Type } from '#kit/wire.ts'
import { reportStates } from '../report-schema.ts'
import { callbackFormats, proofKeys, proofs } from './callbacks.ts'

const PLACE_MAX = 200
const described = <Schema extends object>(schema: Schema, description: string): Schema => ({ ...schema, description })
const format = () => oneOf(callbackFormats, 'SmsCallbackFormat')
const place = (description: string) => described(In.line(PLACE_MAX), description)
const places = (description: string) => Type.Optional(In.nullable(place(description)))
const LIST =
  'JSON pointer to the array, if one request carries several items: `/results`. An empty string means that the whole body is the array.'

const Reports = In.object(
  {
    format: format(),
    list: Type.Optional(In.nullable(described(Type.String({ maxLength: PLACE_MAX, pattern: LINE_OR_EMPTY }), LIST))),
    id: places(
      'Location of the message ID that the gateway returned on sending: `/id`, or the name of a form or query field. Either this or `reference` is required.',
    ),
    reference: places('Location of the value sent as `{reference}`, if the gateway returns it.'),
    status: place('Location of the delivery status.'),
    error: places("Location of the gateway's error code."),
    time: places('Location of the time: Unix seconds or milliseconds, or ISO 8601 with a time zone.'),
    ...reportStates,
  },
  'SmsReports',
)

const IncomingSms = In.object(
  {
    format: format(),
    list: Type.Optional(In.nullable(described(Type.String({ maxLength: PLACE_MAX, pattern: LINE_OR_EMPTY }), LIST))),
    from: place("Location of the sender's phone number."),
    text: place('Location of the text.'),
    id: places("Location of the gateway's message ID. Either this or `time` is required."),
    time: places('Location of the time: Unix seconds or milliseconds, or ISO 8601 with a time zone.'),
  },
  'SmsIncoming',
)

const Proof = In.object(
  {
    by: Type.Optional(
      described(
        oneOf(proofs, 'SmsProof'),
        '`header` or `query` (default): the secret itself. `hmac`: an HMAC-SHA256 of the body in a header.',
      ),
    ),
    name: Type.Optional(place('Name of the header or query parameter. By default `token`.')),
    key: Type.Optional(
      Type.Unsafe<(typeof proofKeys)[number]>({
        ...oneOf(proofKeys, 'SmsProofKey'),
        default: 'verify_token',
        description:
          "The secret that the gateway sends or signs with: the account's `verify_token`, its `password`, or its `callback_secret`.",
      }),
    ),
    prefix: Type.Optional(
      described(
        Type.String({ maxLength: PLACE_MAX, pattern: LINE_OR_EMPTY }),
        'Text before the secret or signature, such as `Bearer ` or `sha256=`. Empty by default.',
      ),
    ),
    encoding: Type.Optional(
      described(oneOf(['hex', 'base64'], 'SmsProofEncoding'), 'Encoding of the HMAC. By default `hex`.'),
    ),
    timestamp_header: places(
      'Header with the timestamp (Unix seconds). The HMAC is then over `timestamp.body`. HMAC only.',
    ),
  },
  'SmsCallbackProof',
)

export const Callbacks = described(
  In.object(
    {
      reports: Type.Optional(In.nullable(Reports)),
      incoming: Type.Optional(In.nullable(IncomingSms)),
      proof: Type.Optional(Proof),
    },
    'SmsCallbacks',
  ),
  "The gateway's requests to `callback_url` (delivery reports) and `incoming_url` (inbound messages), as POST, or as GET with the format `query`, and how they are authenticated: by a secret in a header or query parameter, or by an HMAC-SHA256 of the body. By default the `verify_token` in the query parameter `token`. A location is a JSON pointer for the format `json`, otherwise the name of a field.",
)
