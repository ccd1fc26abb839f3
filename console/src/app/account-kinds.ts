// The fields of each kind of account, as in the API.

import type { FieldGroup, Values } from './account-fields.ts'

const hasInbound =
  (...providers: string[]) =>
  (values: Values) =>
    providers.includes(String(values['inbound.provider']))

export const emailGroups: readonly FieldGroup[] = [
  {
    id: 'server',
    fields: [
      { path: 'host', kind: 'text', isRequired: true, placeholder: 'smtp.example.com' },
      { path: 'port', kind: 'number', initial: '587' },
      { path: 'user', kind: 'text' },
      { path: 'password', kind: 'secret' },
      { path: 'secure', kind: 'check' },
    ],
  },
  {
    id: 'sender',
    fields: [
      { path: 'from', kind: 'text', isRequired: true, placeholder: 'Asha Textiles <hello@asha.example>' },
      { path: 'reply_to', kind: 'text' },
    ],
  },
  {
    id: 'inbound',
    by: 'inbound.provider',
    fields: [
      { path: 'inbound.provider', kind: 'select', options: ['', 'mailgun', 'ses', 'postmark'] },
      { path: 'inbound.signing_key', kind: 'secret', isShown: hasInbound('mailgun') },
      { path: 'inbound.topic_arn', kind: 'text', isShown: hasInbound('ses'), placeholder: 'arn:aws:sns:…' },
    ],
  },
  {
    id: 'more',
    isMore: true,
    fields: [
      { path: 'messages_per_second', kind: 'number' },
      { path: 'verp', kind: 'check', initial: true },
    ],
  },
]

export const appGroups: readonly FieldGroup[] = [
  {
    id: 'account',
    fields: [
      { path: 'phone_number_id', kind: 'text', isRequired: true, placeholder: '106540352242922' },
      { path: 'business_account_id', kind: 'text', isRequired: true, placeholder: '102290129340398' },
      { path: 'access_token', kind: 'secret' },
      { path: 'app_secret', kind: 'secret' },
    ],
  },
  {
    id: 'more',
    isMore: true,
    fields: [
      { path: 'api_version', kind: 'text', initial: 'v23.0' },
      { path: 'messages_per_second', kind: 'number' },
    ],
  },
]

const bySmpp = ({ protocol }: Values) => protocol === 'smpp'
const byHttp = ({ protocol }: Values) => protocol === 'http'
const answers = (path: 'success' | 'refusal') =>
  [
    { path: `${path}.statuses`, kind: 'numbers' },
    { path: `${path}.pointer`, kind: 'text', placeholder: '/messages/0/status' },
    { path: `${path}.equals`, kind: 'text' },
  ] as const
const callbackFormats = ['json', 'form', 'query']

const states = (of: string) =>
  Object.entries({ delivered: 'DELIVRD', undelivered: 'UNDELIV, EXPIRED', failed: 'REJECTD', pending: 'ENROUTE' }).map(
    ([name, placeholder]) => ({ path: `${of}.${name}`, kind: 'words' as const, placeholder }),
  )

export const smsGroups: readonly FieldGroup[] = [
  {
    id: 'account',
    fields: [
      { path: 'protocol', kind: 'select', options: ['smpp', 'http'] },
      { path: 'from', kind: 'text', isRequired: true, placeholder: 'ASHATX' },
    ],
  },
  {
    id: 'server',
    isShown: bySmpp,
    fields: [
      { path: 'host', kind: 'text', isRequired: true, placeholder: 'smpp.example.com' },
      { path: 'port', kind: 'number', initial: '2775' },
      { path: 'system_id', kind: 'text', isRequired: true },
      { path: 'password', kind: 'secret' },
      { path: 'tls', kind: 'check' },
    ],
  },
  {
    id: 'gateway',
    isShown: byHttp,
    fields: [
      { path: 'url', kind: 'text', isRequired: true, placeholder: 'https://gateway.example/send' },
      { path: 'method', kind: 'select', options: ['POST', 'GET'] },
      { path: 'format', kind: 'select', options: ['json', 'form'] },
      { path: 'headers', kind: 'lines', placeholder: 'Authorization: Bearer {password}' },
      { path: 'body', kind: 'area', placeholder: '{"to": "{to}", "text": "{text}"}' },
      { path: 'password', kind: 'secret' },
      { path: 'message_id', kind: 'text', placeholder: '/id' },
    ],
  },
  {
    id: 'dlt',
    by: 'dlt.entity_id',
    fields: [
      { path: 'dlt.entity_id', kind: 'text' },
      { path: 'dlt.chain', kind: 'text' },
    ],
  },
  { id: 'india', fields: [{ path: 'quiet_hours', kind: 'select', options: ['refuse', 'schedule'] }] },
  {
    id: 'reports',
    isMore: true,
    by: 'callbacks.reports.status',
    isShown: byHttp,
    fields: [
      { path: 'callbacks.reports.format', kind: 'select', options: callbackFormats },
      { path: 'callbacks.reports.list', kind: 'text', placeholder: '/results' },
      { path: 'callbacks.reports.status', kind: 'text', placeholder: '/status' },
      { path: 'callbacks.reports.id', kind: 'text', placeholder: '/id' },
      { path: 'callbacks.reports.reference', kind: 'text' },
      { path: 'callbacks.reports.error', kind: 'text' },
      { path: 'callbacks.reports.time', kind: 'text' },
      ...states('callbacks.reports'),
    ],
  },
  {
    id: 'incoming',
    isMore: true,
    by: 'callbacks.incoming.from',
    isShown: byHttp,
    fields: [
      { path: 'callbacks.incoming.format', kind: 'select', options: callbackFormats },
      { path: 'callbacks.incoming.list', kind: 'text', placeholder: '/results' },
      { path: 'callbacks.incoming.from', kind: 'text', placeholder: '/from' },
      { path: 'callbacks.incoming.text', kind: 'text', placeholder: '/text' },
      { path: 'callbacks.incoming.id', kind: 'text', placeholder: '/id' },
      { path: 'callbacks.incoming.time', kind: 'text' },
    ],
  },
  {
    id: 'proof',
    isMore: true,
    by: 'callbacks.proof.by',
    isShown: byHttp,
    fields: [
      { path: 'callbacks.proof.by', kind: 'select', options: ['', 'query', 'header', 'hmac'] },
      { path: 'callbacks.proof.name', kind: 'text' },
      { path: 'callbacks.proof.key', kind: 'select', options: ['verify_token', 'password', 'callback_secret'] },
      { path: 'callbacks.proof.prefix', kind: 'text' },
      { path: 'callbacks.proof.encoding', kind: 'select', options: ['hex', 'base64'] },
      { path: 'callbacks.proof.timestamp_header', kind: 'text' },
    ],
  },
  {
    id: 'secret',
    isMore: true,
    isShown: (values) => byHttp(values) && values['callbacks.proof.key'] === 'callback_secret',
    fields: [{ path: 'callback_secret', kind: 'secret' }],
  },
  { id: 'receipts', isMore: true, isShown: bySmpp, fields: states('receipt_states') },
  { id: 'success', isMore: true, isShown: byHttp, fields: answers('success') },
  { id: 'refusal', isMore: true, isShown: byHttp, fields: answers('refusal') },
  {
    id: 'more',
    isMore: true,
    isShown: bySmpp,
    fields: [
      { path: 'system_type', kind: 'text' },
      { path: 'from_ton', kind: 'number' },
      { path: 'from_npi', kind: 'number' },
      { path: 'window', kind: 'number', initial: '10' },
      { path: 'binds', kind: 'number', initial: '1' },
      { path: 'messages_per_second', kind: 'number' },
      { path: 'enquire_link_seconds', kind: 'number', initial: '30' },
      { path: 'id_format', kind: 'select', options: ['as_is', 'hex_to_decimal', 'decimal_to_hex'] },
      { path: 'long_messages', kind: 'select', options: ['udh', 'payload'] },
      { path: 'data_coding_gsm', kind: 'number', initial: '0' },
      { path: 'data_coding_ucs2', kind: 'number', initial: '8' },
      { path: 'dlt.entity_tag', kind: 'number', isShown: (values) => values['dlt.entity_id'] !== '' },
      { path: 'dlt.template_tag', kind: 'number', isShown: (values) => values['dlt.entity_id'] !== '' },
      { path: 'dlt.chain_tag', kind: 'number', isShown: (values) => values['dlt.entity_id'] !== '' },
      { path: 'stay_bound', kind: 'check', initial: true },
    ],
  },
]
