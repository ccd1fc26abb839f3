// The account that sends an organization's SMS, as the API accepts and shows it.

import { In, Out, oneOf, type Static, seconds, Type } from '#kit/wire.ts'
import type { Callback } from '../accounts/callback.ts'
import type { Account, Carrier } from '../accounts/kind.ts'
import { type TooEarly, tooEarly } from '../sending-rules.ts'
import { Dlt } from './dlt-schema.ts'
import { Callbacks } from './http/schema.ts'
import { reportStates } from './report-schema.ts'
import { idFormats, longMessages, type SmppSettings, type SmsSettings } from './settings.ts'

const HOST_MAX = 253
const PORT_MAX = 65_535
const URL_MAX = 2000
const BODY_MAX = 10_000
const HEADERS_MAX = 20
const SECRET_MAX = 500
/** SMPP 3.4, 5.2: octets without the closing zero. */
const SYSTEM_ID_MAX = 15
const SYSTEM_TYPE_MAX = 12
const FROM_MAX = 20
const BYTE_MAX = 255
export const WINDOW_MAX = 500
const PER_SECOND_MAX = 5000
export const BINDS_MAX = 10
const ENQUIRE_LINK_SECONDS_MIN = 5
const ENQUIRE_LINK_SECONDS_MAX = 600
const STATUS_MIN = 200
const STATUS_MAX = 599
const STATUSES_MAX = 20

const protocol = oneOf(['smpp', 'http'], 'SmsProtocol')
const described = <Schema extends object>(schema: Schema, description: string): Schema => ({ ...schema, description })

const HttpRule = In.object({
  statuses: Type.Optional(
    Type.Array(Type.Integer({ minimum: STATUS_MIN, maximum: STATUS_MAX }), { minItems: 1, maxItems: STATUSES_MAX }),
  ),
  pointer: Type.Optional(In.nullable(described(In.line(), 'JSON pointer into the response: `/messages/0/status`.'))),
  equals: Type.Optional(In.nullable(described(In.line(), 'Expected value at `pointer`, as text.'))),
})

export const NewSmsAccount = In.object(
  {
    protocol,
    from: described(In.line(FROM_MAX), 'Sender: a header (`ASHATX`) or a phone number.'),
    password: Type.Optional(
      In.nullable(
        Type.Unsafe<string>({
          ...In.text(SECRET_MAX),
          description:
            'SMPP password, or the API key of the HTTP gateway, available as `{password}`. Never returned. If omitted, the stored password is kept, unless host, port, system_id or url changes.',
        }),
      ),
    ),
    dlt: Type.Optional(
      In.nullable(
        described(
          Dlt,
          'DLT registration for SMS to India. Null if the account does not send to India, or the provider adds it.',
        ),
      ),
    ),
    quiet_hours: Type.Optional(
      Type.Unsafe<TooEarly>({
        ...oneOf(tooEarly, 'SmsQuietHours'),
        default: 'refuse',
        description:
          'What to do with a promotional SMS to +91 that would be sent between 21:00 and 10:00 India time: refuse it without a charge, or charge it and schedule it for 10:00. An SMS is promotional if it uses, or its text matches, a template of the category `promotional`.',
      }),
    ),
    host: Type.Optional(
      described(
        In.line(HOST_MAX),
        'Host name of the SMSC. This and the fields up to `data_coding_ucs2` apply to SMPP only.',
      ),
    ),
    port: Type.Optional(
      Type.Integer({ minimum: 1, maximum: PORT_MAX, default: 2775, description: 'Port of the SMSC.' }),
    ),
    tls: Type.Optional(Type.Boolean({ default: false, description: 'Whether to connect with TLS.' })),
    system_id: Type.Optional(described(In.line(SYSTEM_ID_MAX), 'SMPP `system_id` (user name). Required for SMPP.')),
    system_type: Type.Optional(described(In.line(SYSTEM_TYPE_MAX), 'SMPP `system_type`. Empty by default.')),
    from_ton: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: BYTE_MAX,
        description: 'Type of number of the source address. Derived from `from` by default.',
      }),
    ),
    from_npi: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: BYTE_MAX,
        description: 'Numbering plan indicator of the source address. Derived from `from` by default.',
      }),
    ),
    window: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: WINDOW_MAX,
        default: 10,
        description: 'Window size: the maximum number of `submit_sm` without a response.',
      }),
    ),
    messages_per_second: Type.Optional(
      In.nullable(
        Type.Integer({
          minimum: 1,
          maximum: PER_SECOND_MAX,
          description: 'Maximum number of messages per second, for the whole installation. Null for no limit.',
        }),
      ),
    ),
    enquire_link_seconds: Type.Optional(
      Type.Integer({
        minimum: ENQUIRE_LINK_SECONDS_MIN,
        maximum: ENQUIRE_LINK_SECONDS_MAX,
        default: 30,
        description: 'Interval of `enquire_link`, in seconds.',
      }),
    ),
    binds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: BINDS_MAX,
        default: 1,
        description: 'Maximum number of simultaneous binds that the provider allows, over all workers.',
      }),
    ),
    stay_bound: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          'Whether to stay bound while nothing is sent. Required to receive delivery receipts and inbound messages.',
      }),
    ),
    id_format: Type.Optional(
      Type.Unsafe<(typeof idFormats)[number]>({
        ...oneOf(idFormats, 'SmsIdFormat'),
        description:
          'How the message ID of a `submit_sm_resp` is converted to the format of delivery receipts: not at all, from hexadecimal to decimal, or from decimal to hexadecimal.',
      }),
    ),
    receipt_states: Type.Optional(
      In.nullable(
        described(
          In.object(reportStates, 'SmsReceiptStates'),
          'Meaning of the states (`stat`) in delivery receipts, in addition to the standard states. A receipt with an unknown state waits for an operator.',
        ),
      ),
    ),
    long_messages: Type.Optional(
      Type.Unsafe<(typeof longMessages)[number]>({
        ...oneOf(longMessages, 'SmsLongMessages'),
        description:
          'How to send texts longer than one segment. `udh`: as concatenated segments; `payload`: in one piece in the TLV `message_payload`, which the provider splits.',
      }),
    ),
    data_coding_gsm: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: BYTE_MAX,
        default: 0,
        description: '`data_coding` of texts in the GSM alphabet.',
      }),
    ),
    data_coding_ucs2: Type.Optional(
      Type.Integer({ minimum: 0, maximum: BYTE_MAX, default: 8, description: '`data_coding` of texts in UCS-2.' }),
    ),
    url: Type.Optional(
      described(
        In.line(URL_MAX),
        'URL of the HTTP gateway. May contain placeholders. This and the fields after it apply to HTTP only.',
      ),
    ),
    method: Type.Optional(oneOf(['POST', 'GET'], 'SmsHttpMethod')),
    headers: Type.Optional(
      Type.Array(In.line(URL_MAX), {
        maxItems: HEADERS_MAX,
        description: 'Request headers, such as `Authorization: Bearer {password}`.',
        examples: [['Authorization: Bearer {password}']],
      }),
    ),
    format: Type.Optional(oneOf(['json', 'form'], 'SmsHttpFormat')),
    body: Type.Optional(
      Type.Unsafe<string>({
        ...In.text(BODY_MAX),
        description:
          "Request body in the gateway's format: JSON, or a form (`to={to}&text={text}`). Values may contain the placeholders {to}, {from}, {text}, {reference}, {name}, {password}, {entity_id}, {template_id} and {chain}.",
      }),
    ),
    success: Type.Optional(
      described(
        HttpRule,
        'A response means success if its status is listed (200, 201 or 202 by default) and, with `pointer`, the value there equals `equals`.',
      ),
    ),
    refusal: Type.Optional(
      In.nullable(
        described(
          HttpRule,
          'A response that matches means that the gateway refused the message, even if it matches `success`.',
        ),
      ),
    ),
    callbacks: Type.Optional(In.nullable(Callbacks)),
    callback_secret: Type.Optional(
      In.nullable(
        Type.Unsafe<string>({
          ...In.text(SECRET_MAX),
          description: 'Secret with which the gateway authenticates its callbacks, if it issued one. Never returned.',
        }),
      ),
    ),
    message_id: Type.Optional(described(In.line(), "JSON pointer to the gateway's message ID in its response: `/id`.")),
  },
  'NewSmsAccount',
)
export type NewSmsAccount = Static<typeof NewSmsAccount>

export const SmsAccount = Type.Object(
  {
    channel: oneOf(['sms']),
    carrier: Type.Unsafe<Carrier>({
      ...oneOf(['organization', 'installation', 'sandbox', 'none'], 'SmsCarrier'),
      description:
        "Which account sends the organization's SMS: `organization` (its own), `installation` (the shared account), `sandbox`, or `none`.",
    }),
    protocol: Out.nullable(protocol),
    from: Out.nullable(Type.String()),
    has_password: Type.Boolean(),
    callback_url: Type.Unsafe<string | null>({
      ...Out.nullable(Type.String()),
      description: "URL for the gateway's delivery reports. Null if the account has no `callbacks`.",
    }),
    incoming_url: Type.Unsafe<string | null>({
      ...Out.nullable(Type.String()),
      description: "URL for the gateway's inbound messages. Null if the account has no `callbacks`.",
    }),
    verify_token: Type.Unsafe<string | null>({
      ...Out.nullable(Type.String()),
      description: 'Secret that the gateway sends with its callbacks. Null if they are authenticated with another key.',
    }),
    settings: Out.nullable(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description: 'All other settings, as set or by default. Null without an account.',
        },
      ),
    ),
    updated_at: Out.nullable(Out.time()),
  },
  { $id: 'SmsAccount' },
)

type Kept = SmsSettings & { callback_key: string; has_callback_secret?: true }

export function showSmsAccount(
  row: Account<SmsSettings> | null,
  carrier: Carrier,
  callback: Callback | null,
): Static<typeof SmsAccount> {
  const { settings: kept = null } = row ?? {}
  const {
    protocol = null,
    from = null,
    callback_key: _,
    has_callback_secret: __,
    ...settings
  } = (kept ?? {}) as Partial<Kept>
  const called = kept?.protocol === 'http' && kept.callbacks ? callback : null
  const isByWord = kept?.protocol === 'http' && kept.callbacks?.proof.key === 'verify_token'
  return {
    channel: 'sms',
    carrier,
    protocol,
    from,
    has_password: (row?.secret ?? null) !== null,
    callback_url: called?.url ?? null,
    incoming_url: called ? `${called.url}/incoming` : null,
    verify_token: isByWord ? (called?.verifyToken ?? null) : null,
    settings: row === null ? null : asGiven(settings as Partial<SmppSettings>),
    updated_at: seconds(row?.updated_at ?? null),
  }
}

const asGiven = ({ data_coding: coding, ...others }: Partial<SmppSettings>): object => ({
  ...others,
  ...(coding && { data_coding_gsm: coding.gsm, data_coding_ucs2: coding.ucs2 }),
})
