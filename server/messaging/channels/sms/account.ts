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
      description:
        "Returns the organization's own SMS account and which account sends its SMS now. The password is never returned.",
    },
    set: {
      operationId: 'setSmsAccount',
      summary: 'Set the SMS account',
      description:
        "Sends the organization's SMS through this account from now on, over SMPP 3.4 or an HTTP gateway. Replaces all settings of the account.",
    },
    remove: {
      operationId: 'removeSmsAccount',
      summary: 'Remove the SMS account',
      description:
        'From now on, SMS are refused (`channel_unavailable`). Messages that are already waiting wait up to a day for this account to be set again; no other account sends them. The sandbox does not come back.',
    },
    test: {
      operationId: 'testSmsAccount',
      summary: 'Test the SMS account',
      description:
        'Connects to the SMSC and binds, or connects to the HTTP gateway, and returns what failed. Sends no message.',
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
    if (!PRINTABLE.test(callback_secret ?? '')) throw invalid('callback_secret', 'not_ascii')
    const asksForOwn = given.callbacks?.proof?.key === 'callback_secret'
    if (callback_secret != null && !asksForOwn) throw invalid('callback_secret', 'callback_secret_unused')
    if (password !== undefined && asksForOwn && callback_secret == null)
      throw invalid('callback_secret', 'required_with', { other: 'password' })
    if (password == null) return writeSecrets(given)
    if (!PRINTABLE.test(password)) throw invalid('password', 'not_ascii')
    if (protocol === 'smpp' && password.length > SMPP_PASSWORD_MAX)
      throw invalid('password', 'too_long', { max: SMPP_PASSWORD_MAX })
    return writeSecrets(given)
  },
  mustFit(settings, hasSecret) {
    if (settings.protocol === 'smpp' && !hasSecret) throw invalid('password', 'required_for', { value: 'SMPP' })
    if (settings.protocol === 'smpp' || hasSecret) return
    const key = settings.callbacks?.proof.key ?? 'verify_token'
    if (key !== 'verify_token') throw invalid(key, 'callback_proof_required')
  },
  isShareable: true,
  realSince: 'real_sms_since',
  wasReal: ({ real_sms_since }) => real_sms_since !== null,
  carrierOf: smsCarrier,
  ruleOf: smsSendingRule,
  show: showSmsAccount,
  test: (settings, secret, app) => testConnection(settings, readSecrets(secret).password, app),
}

/** Commonly 8 (SMPP 3.4, 5.2.2); some providers accept more. */
const SMPP_PASSWORD_MAX = 64

function smppOf(given: NewSmsAccount, mayReach: MayReach): SmppSettings {
  mustNotHave(
    given,
    ['url', 'method', 'headers', 'format', 'body', 'success', 'refusal', 'message_id', 'callbacks'],
    'HTTP',
  )
  const { host, system_id } = given
  if (host === undefined) throw invalid('host', 'required_for', { value: 'SMPP' })
  if (system_id === undefined) throw invalid('system_id', 'required_for', { value: 'SMPP' })
  if (isIP(host) === 0 && !HOST_NAME.test(host)) throw invalid('host', 'not_a_host')
  if (isIP(host) !== 0 && !mayReach(host)) throw invalid('host', 'host_not_public')
  for (const field of ['system_id', 'system_type'] as const)
    if (!PRINTABLE.test(given[field] ?? '')) throw invalid(field, 'not_ascii')
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
  mustNotHave(given, [...ofSmpp, 'stay_bound', 'id_format', 'receipt_states', 'long_messages'], 'SMPP')
  const { url, body, message_id } = given
  if (url === undefined) throw invalid('url', 'required_for', { value: 'HTTP' })
  if (message_id === undefined) throw invalid('message_id', 'required_for', { value: 'HTTP' })
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
  if (!told && !written) throw invalid('callbacks', 'one_of_fields', { fields: ['reports', 'incoming'] })
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
  if (!PRINTABLE.test(entity_id)) throw invalid('dlt.entity_id', 'not_ascii')
  if (!PRINTABLE.test(chain ?? '')) throw invalid('dlt.chain', 'not_ascii')
  if (new Set([entity_tag, template_tag, chain_tag]).size < 3) throw invalid('dlt', 'dlt_tags_equal')
  return { entity_id: ungroupedNumber(entity_id), chain, entity_tag, template_tag, chain_tag }
}

function senderOf(from: string): Sender {
  const sender = readSender(from)
  if ('message' in sender) throw invalid('from', sender)
  return sender
}

function mustNotHave(given: NewSmsAccount, fields: readonly (keyof NewSmsAccount)[], protocol: string): void {
  for (const field of fields) if (given[field] != null) throw invalid(field, 'only_for', { value: protocol })
}
