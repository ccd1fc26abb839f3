// An organization's account with an SMS provider: by SMPP, or by an HTTP gateway that is described by data.

import { isIP } from 'node:net'
import type { MayReach } from '#kit/networks.ts'
import { invalid } from '#kit/refusals.ts'
import { ungroupedNumber } from '#kit/text.ts'
import type { AccountKind } from '../accounts/kind.ts'
import { testConnection } from './connection-test.ts'
import { type Callbacks, mustBeCallbacks } from './http/callbacks.ts'
import { mustBeGateway } from './http/description.ts'
import { mustBeUnambiguous } from './report-states.ts'
import { NewSmsAccount, SmsAccount, showSmsAccount } from './schema.ts'
import { readSecrets, writeSecrets } from './secrets.ts'
import { readSender, type Sender } from './sender.ts'
import { QUIET_HOURS, smsSendingRule } from './sending-rules.ts'
import {
  type DltSettings,
  type HttpRule,
  type HttpSettings,
  type SmppSettings,
  type SmsSettings,
  smsCarrier,
} from './settings.ts'

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/i
const PRINTABLE = /^[\x20-\x7e]*$/

export const smsAccount: AccountKind<NewSmsAccount, SmsSettings> = {
  noun: 'SMS account',
  says: {
    retrieve: {
      operationId: 'retrieveSmsAccount',
      summary: 'Retrieve the SMS account',
      description: "The organization's own SMS provider, and who carries its SMS now. The password is never shown.",
    },
    set: {
      operationId: 'setSmsAccount',
      summary: 'Set the SMS account',
      description:
        "The organization's SMS leave through this account from now on: by SMPP 3.4, or by an HTTP gateway. It is replaced as a whole.",
    },
    remove: {
      operationId: 'removeSmsAccount',
      summary: 'Remove the SMS account',
      description:
        'SMS are refused from then on (`channel_unavailable`), and what waits leaves by no other account: for a day it waits for this one. The sandbox does not come back.',
    },
    test: {
      operationId: 'testSmsAccount',
      summary: 'Test the SMS account',
      description: 'Connects and binds, or reaches the gateway, and says what is wrong; sends nothing.',
    },
  },
  given: NewSmsAccount,
  shown: SmsAccount,
  secretField: 'password',
  secretGoesWith: ['protocol', 'host', 'port', 'system_id', 'url', 'has_callback_secret'],
  namedBy: ['protocol', 'host', 'port', 'system_id', 'url'],
  callbackGoesWith: ['protocol', 'host', 'port', 'system_id', 'url', 'has_callback_secret'],
  isCalledBack: true,
  before: { messages_per_second: null, quiet_hours: QUIET_HOURS },
  settingsOf: (given, mayReach) => (given.protocol === 'smpp' ? smppOf(given, mayReach) : httpOf(given)),
  secretOf: (given) => {
    const { password, protocol, callback_secret } = given
    if (!PRINTABLE.test(callback_secret ?? '')) throw invalid('callback_secret', 'must be one line of ASCII')
    const asksForOwn = given.callbacks?.proof?.key === 'callback_secret'
    if (callback_secret != null && !asksForOwn)
      throw invalid('callback_secret', 'is for callbacks whose proof has the key callback_secret alone')
    if (password !== undefined && asksForOwn && callback_secret == null)
      throw invalid('callback_secret', 'give it together with password')
    if (password == null) return writeSecrets(given)
    if (!PRINTABLE.test(password)) throw invalid('password', 'must be one line of ASCII')
    if (protocol === 'smpp' && password.length > SMPP_PASSWORD_MAX)
      throw invalid('password', `has at most ${SMPP_PASSWORD_MAX} characters in SMPP`)
    return writeSecrets(given)
  },
  mustFit(settings, hasSecret) {
    if (settings.protocol === 'smpp' && !hasSecret) throw invalid('password', 'is needed')
    if (settings.protocol === 'smpp' || hasSecret) return
    const key = settings.callbacks?.proof.key ?? 'verify_token'
    if (key !== 'verify_token') throw invalid(key, 'is needed: callbacks prove themselves by it')
  },
  isShareable: true,
  realSince: 'real_sms_since',
  wasReal: ({ real_sms_since }) => real_sms_since !== null,
  carrierOf: smsCarrier,
  ruleOf: smsSendingRule,
  show: showSmsAccount,
  test: (settings, secret, app) => testConnection(settings, readSecrets(secret).password, app),
}

/** Commonly 8, SMPP 3.4, 5.2.2; some providers take more. */
const SMPP_PASSWORD_MAX = 64

function smppOf(given: NewSmsAccount, mayReach: MayReach): SmppSettings {
  mustNotHave(
    given,
    ['url', 'method', 'headers', 'format', 'body', 'success', 'refusal', 'message_id', 'callbacks'],
    'http',
  )
  const { host, system_id } = given
  if (host === undefined) throw invalid('host', 'is needed for smpp')
  if (system_id === undefined) throw invalid('system_id', 'is needed for smpp')
  if (isIP(host) === 0 && !HOST_NAME.test(host)) throw invalid('host', 'must be a host name or an IP address')
  if (isIP(host) !== 0 && !mayReach(host))
    throw invalid('host', 'is not a public address; the operator can allow its network')
  for (const field of ['system_id', 'system_type'] as const)
    if (!PRINTABLE.test(given[field] ?? '')) throw invalid(field, 'must be ASCII')
  const sender = senderOf(given.from)
  return {
    protocol: 'smpp',
    from: given.from,
    dlt: dltOf(given),
    quiet_hours: given.quiet_hours ?? QUIET_HOURS,
    host,
    port: given.port ?? 2775,
    tls: given.tls ?? false,
    system_id,
    system_type: given.system_type ?? '',
    from_ton: given.from_ton ?? sender.from_ton,
    from_npi: given.from_npi ?? sender.from_npi,
    window: given.window ?? 10,
    messages_per_second: given.messages_per_second ?? null,
    enquire_link_seconds: given.enquire_link_seconds ?? 30,
    binds: given.binds ?? 1,
    stay_bound: given.stay_bound ?? true,
    id_format: given.id_format ?? 'as_is',
    long_messages: given.long_messages ?? 'udh',
    ...receiptStatesIn(given),
    data_coding: { gsm: given.data_coding_gsm ?? 0, ucs2: given.data_coding_ucs2 ?? 8 },
  }
}

function receiptStatesIn({ receipt_states: given }: NewSmsAccount): Pick<SmppSettings, 'receipt_states'> {
  if (!given) return {}
  mustBeUnambiguous('receipt_states', given)
  return { receipt_states: { delivered: [], undelivered: [], failed: [], pending: [], ...given } }
}

function httpOf(given: NewSmsAccount): HttpSettings {
  const ofSmpp = ['host', 'port', 'tls', 'system_id', 'system_type', 'from_ton', 'from_npi', 'window', 'binds'] as const
  mustNotHave(given, [...ofSmpp, 'stay_bound', 'id_format', 'receipt_states', 'long_messages'], 'smpp')
  const { url, body, message_id } = given
  if (url === undefined) throw invalid('url', 'is needed for http')
  if (message_id === undefined) throw invalid('message_id', 'is needed for http: where the id stands in the answer')
  senderOf(given.from)
  const settings: HttpSettings = {
    protocol: 'http',
    from: given.from,
    dlt: dltOf(given),
    messages_per_second: given.messages_per_second ?? null,
    quiet_hours: given.quiet_hours ?? QUIET_HOURS,
    url,
    method: given.method ?? 'POST',
    headers: given.headers ?? [],
    format: given.format ?? 'json',
    body: body ?? '',
    success: ruleOf(given.success),
    refusal: given.refusal ? ruleOf(given.refusal) : null,
    message_id,
    callbacks: callbacksOf(given),
    ...(given.callbacks?.proof?.key === 'callback_secret' ? { has_callback_secret: true as const } : {}),
  }
  mustBeGateway(settings)
  return settings
}

const ruleOf = (given: NewSmsAccount['success']): HttpRule => ({
  statuses: given?.statuses ?? [200, 201, 202],
  pointer: given?.pointer ?? null,
  equals: given?.equals ?? null,
})

function callbacksOf({ callbacks }: NewSmsAccount): Callbacks | null {
  if (!callbacks) return null
  const { reports: told, incoming: written, proof = {} } = callbacks
  if (!told && !written) throw invalid('callbacks', 'has reports, or incoming, or both')
  const none = { list: null, id: null, reference: null, error: null, time: null }
  const found: Callbacks = {
    reports: told ? { ...none, delivered: [], undelivered: [], failed: [], pending: [], ...told } : null,
    incoming: written ? { list: null, id: null, time: null, ...written } : null,
    proof: {
      by: proof.by ?? 'query',
      name: proof.name ?? 'token',
      key: proof.key ?? 'verify_token',
      prefix: proof.prefix ?? '',
      encoding: proof.encoding ?? 'hex',
      timestamp_header: proof.timestamp_header ?? null,
    },
  }
  mustBeCallbacks(found)
  return found
}

function dltOf({ dlt }: NewSmsAccount): DltSettings | null {
  if (!dlt) return null
  const { entity_id, chain = null, entity_tag = 0x1400, template_tag = 0x1401, chain_tag = 0x1402 } = dlt
  if (!PRINTABLE.test(entity_id)) throw invalid('dlt.entity_id', 'must be ASCII')
  if (!PRINTABLE.test(chain ?? '')) throw invalid('dlt.chain', 'must be ASCII')
  if (new Set([entity_tag, template_tag, chain_tag]).size < 3) throw invalid('dlt', 'must have three different tags')
  return { entity_id: ungroupedNumber(entity_id), chain, entity_tag, template_tag, chain_tag }
}

function senderOf(from: string): Sender {
  const sender = readSender(from)
  if ('message' in sender) throw invalid('from', sender.message)
  return sender
}

function mustNotHave(given: NewSmsAccount, fields: readonly (keyof NewSmsAccount)[], protocol: string): void {
  for (const field of fields) if (given[field] != null) throw invalid(field, `is for accounts by ${protocol} alone`)
}
