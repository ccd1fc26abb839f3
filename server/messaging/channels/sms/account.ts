// An organization's account with an SMS provider: by SMPP, or by an HTTP gateway that is described by data.

import { isIP } from 'node:net'
import type { MayReach } from '#kit/networks.ts'
import { invalid } from '#kit/refusals.ts'
import type { AccountKind } from '../accounts/kind.ts'
import { testConnection } from './connection-test.ts'
import { mustBeGateway } from './http/description.ts'
import { NewSmsAccount, SmsAccount, showSmsAccount } from './schema.ts'
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
const NUMBER = /^\+?\d+$/
const HEADER_MAX = 11
/** SMPP 3.4 §5.2.5 and §5.2.6: types of number and numbering plans. */
const TON = { unknown: 0, international: 1, alphanumeric: 5 }
const NPI = { unknown: 0, isdn: 1 }
const INTERNATIONAL_FROM = 8

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
        'SMS are refused from then on (`channel_unavailable`), and what waits is tried again for a day: the sandbox does not come back.',
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
  secretGoesWith: ['protocol', 'host', 'port', 'system_id', 'url'],
  before: {},
  settingsOf: (given, mayReach) => (given.protocol === 'smpp' ? smppOf(given, mayReach) : httpOf(given)),
  secretOf: ({ password, protocol }) => {
    if (password == null) return password
    if (!PRINTABLE.test(password)) throw invalid('password', 'must be one line of ASCII')
    if (protocol === 'smpp' && password.length > SMPP_PASSWORD_MAX)
      throw invalid('password', `has at most ${SMPP_PASSWORD_MAX} characters in SMPP`)
    return password
  },
  mustFit({ protocol }, hasSecret) {
    if (protocol === 'smpp' && !hasSecret) throw invalid('password', 'is needed')
  },
  wasReal: () => false,
  carrierOf: smsCarrier,
  show: showSmsAccount,
  test: (settings, password, app) => testConnection(settings, password, app),
}

/** Commonly 8, SMPP 3.4 §5.2.2; some providers take more. */
const SMPP_PASSWORD_MAX = 64

function smppOf(given: NewSmsAccount, mayReach: MayReach): SmppSettings {
  mustNotHave(given, ['url', 'method', 'headers', 'format', 'body', 'success', 'refusal', 'message_id'], 'http')
  const { host, system_id } = given
  if (host === undefined) throw invalid('host', 'is needed for smpp')
  if (system_id === undefined) throw invalid('system_id', 'is needed for smpp')
  if (isIP(host) === 0 && !HOST_NAME.test(host)) throw invalid('host', 'must be a host name or an IP address')
  if (isIP(host) !== 0 && !mayReach(host))
    throw invalid('host', 'is not a public address; the operator can allow its network')
  for (const field of ['system_id', 'system_type'] as const)
    if (!PRINTABLE.test(given[field] ?? '')) throw invalid(field, 'must be ASCII')
  const kind = kindOfSender(given.from)
  return {
    protocol: 'smpp',
    from: given.from,
    dlt: dltOf(given),
    host,
    port: given.port ?? 2775,
    tls: given.tls ?? false,
    system_id,
    system_type: given.system_type ?? '',
    from_ton: given.from_ton ?? kind.ton,
    from_npi: given.from_npi ?? kind.npi,
    window: given.window ?? 10,
    messages_per_second: given.messages_per_second ?? null,
    enquire_link_seconds: given.enquire_link_seconds ?? 30,
    binds: given.binds ?? 1,
    stay_bound: given.stay_bound ?? true,
    id_format: given.id_format ?? 'as_is',
    long_messages: given.long_messages ?? 'udh',
    data_coding: { gsm: given.data_coding_gsm ?? 0, ucs2: given.data_coding_ucs2 ?? 8 },
  }
}

function httpOf(given: NewSmsAccount): HttpSettings {
  const ofSmpp = ['host', 'port', 'tls', 'system_id', 'system_type', 'from_ton', 'from_npi', 'window', 'binds'] as const
  mustNotHave(given, [...ofSmpp, 'stay_bound', 'id_format', 'long_messages'], 'smpp')
  const { url, body, message_id } = given
  if (url === undefined) throw invalid('url', 'is needed for http')
  if (message_id === undefined) throw invalid('message_id', 'is needed for http: where the id stands in the answer')
  kindOfSender(given.from)
  const settings: HttpSettings = {
    protocol: 'http',
    from: given.from,
    dlt: dltOf(given),
    url,
    method: given.method ?? 'POST',
    headers: given.headers ?? [],
    format: given.format ?? 'json',
    body: body ?? '',
    success: ruleOf(given.success),
    refusal: given.refusal ? ruleOf(given.refusal) : null,
    message_id,
  }
  mustBeGateway(settings)
  return settings
}

const ruleOf = (given: NewSmsAccount['success']): HttpRule => ({
  statuses: given?.statuses ?? [200, 201, 202],
  pointer: given?.pointer ?? null,
  equals: given?.equals ?? null,
})

function dltOf({ dlt }: NewSmsAccount): DltSettings | null {
  if (!dlt) return null
  const { entity_id, chain = null, entity_tag = 0x1400, template_tag = 0x1401, chain_tag = 0x1402 } = dlt
  if (!PRINTABLE.test(entity_id)) throw invalid('dlt.entity_id', 'must be ASCII')
  if (!PRINTABLE.test(chain ?? '')) throw invalid('dlt.chain', 'must be ASCII')
  if (new Set([entity_tag, template_tag, chain_tag]).size < 3) throw invalid('dlt', 'must have three different tags')
  return { entity_id, chain, entity_tag, template_tag, chain_tag }
}

/** What a header is sent as, or a number. */
function kindOfSender(from: string): { ton: number; npi: number } {
  if (!PRINTABLE.test(from)) throw invalid('from', 'must be ASCII')
  if (NUMBER.test(from)) {
    const isInternational = from.startsWith('+') || from.length >= INTERNATIONAL_FROM
    return { ton: isInternational ? TON.international : TON.unknown, npi: NPI.isdn }
  }
  if (from.length > HEADER_MAX) throw invalid('from', `has at most ${HEADER_MAX} characters where it is no number`)
  return { ton: TON.alphanumeric, npi: NPI.unknown }
}

function mustNotHave(given: NewSmsAccount, fields: readonly (keyof NewSmsAccount)[], protocol: string): void {
  for (const field of fields) if (given[field] != null) throw invalid(field, `is for accounts by ${protocol} alone`)
}
