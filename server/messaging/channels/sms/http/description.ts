// An HTTP gateway described by data: its request, and the meaning of its response. Placeholders occur in values only
// and are encoded for their place, so that a text can never become another field.

import { invalid } from '#kit/refusals.ts'
import type { HttpRule, HttpSettings } from '../settings.ts'

const placeholders = [
  'to',
  'from',
  'text',
  'reference',
  'name',
  'password',
  'entity_id',
  'template_id',
  'chain',
] as const
export type Values = Readonly<Record<(typeof placeholders)[number], string>>

const PLACEHOLDER = /\{([a-z_]+)\}/g
/** The longest message id of a gateway. */
export const GATEWAY_ID_MAX = 200
const POINTER = /^(\/([^~/]|~[01])*)*$/
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\x20-\x7e]*)$/
/** Set by us or by the connection. */
const NOT_HEADERS = ['host', 'content-length', 'connection', 'transfer-encoding', 'content-type', 'expect', 'upgrade']

/** Refuses invalid descriptions; makes no network calls. */
export function mustBeGateway(settings: HttpSettings): void {
  const { url, headers, format, body, method } = settings
  if (!URL.canParse(fill(url, sample, encodeURIComponent))) throw invalid('url', 'gateway_url_not_valid')
  const { protocol, username, password } = new URL(fill(url, sample, encodeURIComponent))
  if (!['https:', 'http:'].includes(protocol)) throw invalid('url', 'url_without_https')
  if (username !== '' || password !== '') throw invalid('url', 'url_with_password')
  // A value that could change the host would send the key elsewhere.
  if (PLACEHOLDER_IN_ORIGIN.test(url)) throw invalid('url', 'placeholder_in_host')
  for (const [index, line] of headers.entries()) {
    const [, name] = HEADER.exec(line) ?? []
    if (name === undefined) throw invalid(`headers[${index}]`, 'not_a_header_line')
    if (NOT_HEADERS.includes(name.toLowerCase()))
      throw invalid(`headers[${index}]`, 'header_reserved', { header: name })
  }
  if (method === 'GET' && body !== '') throw invalid('body', 'body_with_get')
  if (method === 'POST' && format === 'json' && parsed(body) === undefined) throw invalid('body', 'not_json')
  for (const [field, text] of [
    ['url', url],
    ['body', body],
    ['headers', headers.join('\n')],
  ] as const)
    for (const [, name] of text.matchAll(PLACEHOLDER))
      if (!placeholders.some((one) => one === name))
        throw invalid(field, 'placeholder_unknown', { placeholder: name as string, known: placeholders.map(braced) })
  if (![url, body].some((text) => text.includes('{text}'))) throw invalid('body', 'placeholder_text_missing')
  for (const [field, pointer] of [
    ['message_id', settings.message_id],
    ['success.pointer', settings.success.pointer],
    ['refusal.pointer', settings.refusal?.pointer ?? null],
  ] as const)
    if (pointer !== null && !POINTER.test(pointer))
      throw invalid(field, 'not_a_json_pointer', { example: '/messages/0/id' })
  for (const [field, rule] of [
    ['success', settings.success],
    ['refusal', settings.refusal],
  ] as const)
    if (rule !== null && (rule.pointer === null) !== (rule.equals === null)) throw invalid(field, 'pointer_with_value')
  if (settings.refusal !== null && settings.refusal.pointer === null)
    throw invalid('refusal', 'pointer_and_value_required')
}

const braced = (name: string): string => `{${name}}`

const PLACEHOLDER_IN_ORIGIN = /^[^/]*\/\/[^/]*\{/
const sample: Values = {
  to: '919876543210',
  from: 'HEADER',
  text: 'Hello',
  reference: 'reference',
  name: 'name',
  password: 'password',
  entity_id: '1',
  template_id: '1',
  chain: '1',
}

export interface GatewayCall {
  url: string
  method: string
  headers: [name: string, value: string][]
  body: string | null
}

export function callOf(settings: HttpSettings, values: Values): GatewayCall {
  const { url, method, headers, format, body } = settings
  const own = headers.map((line): [string, string] => {
    const [, name = '', value = ''] = HEADER.exec(line) ?? []
    return [name, fill(value, values, headerValue)]
  })
  const isPost = method === 'POST'
  const type = format === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
  return {
    url: fill(url, values, encodeURIComponent),
    method,
    headers: [
      ['accept', 'application/json'],
      ...(isPost ? ([['content-type', type]] as [string, string][]) : []),
      ...own,
    ],
    body: isPost ? bodyOf(format, body, values) : null,
  }
}

function bodyOf(format: HttpSettings['format'], body: string, values: Values): string {
  if (format === 'json') return JSON.stringify(filledJson(parsed(body), values))
  const form = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(body)) form.append(name, fill(value, values, same))
  return form.toString()
}

/** Fills only parsed strings, so that no value can end one. */
function filledJson(json: unknown, values: Values): unknown {
  if (typeof json === 'string') return fill(json, values, same)
  if (Array.isArray(json)) return json.map((one) => filledJson(one, values))
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, filledJson(value, values)]))
}

const fill = (text: string, values: Values, write: (value: string) => string): string =>
  text.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(values, name) ? write(values[name as keyof Values]) : whole,
  )

const same = (value: string): string => value
const headerValue = (value: string): string => value.replace(/[^\x20-\x7e]/g, ' ')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// --- The gateway's response -----------------------------------------------------------------------------------------

/** RFC 6901. */
export const isPointer = (text: string): boolean => POINTER.test(text)

/** The value at a JSON pointer, as text; null when there is none. */
export function textAt(json: unknown, pointer: string): string | null {
  const at = valueAt(json, pointer)
  return ['string', 'number', 'boolean'].includes(typeof at) ? String(at) : null
}

export function valueAt(json: unknown, pointer: string): unknown {
  let at = json
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return null
    at = (at as Record<string, unknown>)[name]
  }
  return at
}

export function fits({ statuses, pointer, equals }: HttpRule, status: number, json: unknown): boolean {
  return statuses.includes(status) && (pointer === null || textAt(json, pointer) === equals)
}
