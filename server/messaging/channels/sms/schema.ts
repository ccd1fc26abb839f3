// The account through which an organization's SMS leave, as the API takes and shows it.

import { In, Out, oneOf, type Static, seconds, Type } from '#kit/wire.ts'
import type { Callback } from '../accounts/callback.ts'
import type { Account, Carrier } from '../accounts/kind.ts'
import { type TooEarly, tooEarly } from '../sending-rules.ts'
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
const DLT_ID_MAX = 100
const BYTE_MAX = 255
export const WINDOW_MAX = 500
const PER_SECOND_MAX = 5000
export const BINDS_MAX = 10
const ENQUIRE_LINK_SECONDS_MIN = 5
const ENQUIRE_LINK_SECONDS_MAX = 600
/** SMPP 3.4, 5.3.2: the range of tags that providers give a meaning of their own. */
const TAG_MIN = 0x1400
const TAG_MAX = 0x3fff
const STATUS_MIN = 200
const STATUS_MAX = 599
const STATUSES_MAX = 20

const protocol = oneOf(['smpp', 'http'], 'SmsProtocol')
const told = <Schema extends object>(schema: Schema, description: string): Schema => ({ ...schema, description })
const tag = (standard: number, of: string) =>
  Type.Optional(
    Type.Integer({ minimum: TAG_MIN, maximum: TAG_MAX, default: standard, description: `The TLV of the ${of}.` }),
  )

const Dlt = In.object(
  {
    entity_id: told(In.line(DLT_ID_MAX), 'The principal entity id, as registered.'),
    chain: Type.Optional(
      In.nullable(told(In.line(DLT_ID_MAX), "The telemarketers' ids, or their hash, as the provider wants them.")),
    ),
    entity_tag: tag(0x1400, 'entity id'),
    template_tag: tag(0x1401, 'template id'),
    chain_tag: tag(0x1402, "telemarketers' chain"),
  },
  'SmsDlt',
)

const HttpRule = In.object({
  statuses: Type.Optional(
    Type.Array(Type.Integer({ minimum: STATUS_MIN, maximum: STATUS_MAX }), { minItems: 1, maxItems: STATUSES_MAX }),
  ),
  pointer: Type.Optional(In.nullable(told(In.line(), 'A place in the JSON of the answer: `/messages/0/status`.'))),
  equals: Type.Optional(In.nullable(told(In.line(), 'What stands there, as text.'))),
})

export const NewSmsAccount = In.object(
  {
    protocol,
    from: told(In.line(FROM_MAX), 'The header (`ASHATX`) or the number that messages come from.'),
    password: Type.Optional(
      In.nullable(
        Type.Unsafe<string>({
          ...In.text(SECRET_MAX),
          description:
            'Of the SMPP account, or the key of the HTTP gateway, which stands for `{password}`. Never shown again. Left out, the stored one stays, as long as host, port, system_id and url do.',
        }),
      ),
    ),
    dlt: Type.Optional(In.nullable(Dlt)),
    quiet_hours: Type.Optional(
      Type.Unsafe<TooEarly>({
        ...oneOf(tooEarly, 'SmsQuietHours'),
        default: 'refuse',
        description:
          'What becomes of a promotional SMS to +91 that would leave between 21:00 and 10:00 India time: refused before it is charged, or charged and scheduled for 10:00. Promotional is what is made from, or is the text of, a template of the category `promotional`.',
      }),
    ),
    host: Type.Optional(told(In.line(HOST_MAX), 'Of SMPP, as all below it up to `data_coding_ucs2`.')),
    port: Type.Optional(Type.Integer({ minimum: 1, maximum: PORT_MAX, default: 2775 })),
    tls: Type.Optional(Type.Boolean({ default: false })),
    system_id: Type.Optional(In.line(SYSTEM_ID_MAX)),
    system_type: Type.Optional(In.line(SYSTEM_TYPE_MAX)),
    from_ton: Type.Optional(
      Type.Integer({ minimum: 0, maximum: BYTE_MAX, description: 'By what `from` is, where it is not given.' }),
    ),
    from_npi: Type.Optional(Type.Integer({ minimum: 0, maximum: BYTE_MAX })),
    window: Type.Optional(Type.Integer({ minimum: 1, maximum: WINDOW_MAX, default: 10 })),
    messages_per_second: Type.Optional(In.nullable(Type.Integer({ minimum: 1, maximum: PER_SECOND_MAX }))),
    enquire_link_seconds: Type.Optional(
      Type.Integer({ minimum: ENQUIRE_LINK_SECONDS_MIN, maximum: ENQUIRE_LINK_SECONDS_MAX, default: 30 }),
    ),
    binds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: BINDS_MAX,
        default: 1,
        description: 'Connections that the provider allows at once, of all workers together.',
      }),
    ),
    stay_bound: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'Connected also while nothing is sent: receipts and answers come so.',
      }),
    ),
    id_format: Type.Optional(
      Type.Unsafe<(typeof idFormats)[number]>({
        ...oneOf(idFormats, 'SmsIdFormat'),
        description:
          'How an id that the provider answered with becomes the one of its receipts: as it is, from hexadecimal to decimal, or the other way round.',
      }),
    ),
    receipt_states: Type.Optional(
      In.nullable(
        told(
          In.object(reportStates, 'SmsReceiptStates'),
          'What `stat` in receipts means, before a table of usual states. A receipt with a state that neither explains waits for a person.',
        ),
      ),
    ),
    long_messages: Type.Optional(
      Type.Unsafe<(typeof longMessages)[number]>({
        ...oneOf(longMessages, 'SmsLongMessages'),
        description: '`udh`: in parts; `payload`: whole, in the TLV message_payload, for the provider to divide.',
      }),
    ),
    data_coding_gsm: Type.Optional(Type.Integer({ minimum: 0, maximum: BYTE_MAX, default: 0 })),
    data_coding_ucs2: Type.Optional(Type.Integer({ minimum: 0, maximum: BYTE_MAX, default: 8 })),
    url: Type.Optional(told(In.line(URL_MAX), 'Of an HTTP gateway, as all below it. May have placeholders.')),
    method: Type.Optional(oneOf(['POST', 'GET'], 'SmsHttpMethod')),
    headers: Type.Optional(
      Type.Array(In.line(URL_MAX), {
        maxItems: HEADERS_MAX,
        description: 'Such as `Authorization: Bearer {password}`.',
        examples: [['Authorization: Bearer {password}']],
      }),
    ),
    format: Type.Optional(oneOf(['json', 'form'], 'SmsHttpFormat')),
    body: Type.Optional(
      Type.Unsafe<string>({
        ...In.text(BODY_MAX),
        description:
          'As the gateway documents it: JSON, or a form (`to={to}&text={text}`). Its values may have the placeholders {to}, {from}, {text}, {reference}, {name}, {password}, {entity_id}, {template_id} and {chain}.',
      }),
    ),
    success: Type.Optional(HttpRule),
    refusal: Type.Optional(In.nullable(HttpRule)),
    callbacks: Type.Optional(In.nullable(Callbacks)),
    callback_secret: Type.Optional(
      In.nullable(
        Type.Unsafe<string>({
          ...In.text(SECRET_MAX),
          description:
            'The secret by which the gateway proves itself, where it made one of its own. Never shown again.',
        }),
      ),
    ),
    message_id: Type.Optional(told(In.line(), "Where the gateway's id stands in the JSON of its answer: `/id`.")),
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
        "Who carries the organization's SMS now: its own account, the installation's, the sandbox, or nobody.",
    }),
    protocol: Out.nullable(protocol),
    from: Out.nullable(Type.String()),
    has_password: Type.Boolean(),
    callback_url: Type.Unsafe<string | null>({
      ...Out.nullable(Type.String()),
      description: 'Where an HTTP gateway reports; null where the account has no `callbacks`.',
    }),
    incoming_url: Type.Unsafe<string | null>({
      ...Out.nullable(Type.String()),
      description: 'Where it brings what contacts write.',
    }),
    verify_token: Type.Unsafe<string | null>({
      ...Out.nullable(Type.String()),
      description: 'The word by which it proves itself, where its proof has no other key.',
    }),
    settings: Out.nullable(
      Type.Object(
        {},
        { additionalProperties: true, description: 'All others as they were given, or stand by default.' },
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
