// Verifies that a webhook call is from Samvad, unmodified and recent: Standard Webhooks, by WebCrypto, which Node has
// too.
// github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md

import type { SamvadEvent } from './event.ts'

const TOLERANCE_SECONDS = 300
const PREFIX = 'whsec_'
const VERSION = 'v1,'

export interface WebhookCall {
  /** The body as received, unparsed: the signature covers its bytes. */
  payload: string | Uint8Array | ArrayBuffer
  /** The request's headers: of `node:http`, Express, or the web's `Headers`. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The endpoint's secret, as returned by its creation: `whsec_…`. */
  secret?: string | undefined
  /** Several secrets that are valid at the same time, during a rotation. */
  secrets?: readonly string[] | undefined
  /**
   * Maximum difference between a call's timestamp and the current time, in seconds, in either direction; default 300.
   */
  toleranceSeconds?: number | undefined
  /** For tests. */
  now?: Date | undefined
}

export type WebhookFault = 'header_missing' | 'timestamp_unreadable' | 'too_old' | 'too_new' | 'signature_mismatch'

/** Answer such a call with 400 and do not use its content. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError'
  readonly code: WebhookFault

  constructor(code: WebhookFault, message: string) {
    super(message)
    this.code = code
  }
}

/** The event of the call; throws a `WebhookVerificationError` where it is not Samvad's, is changed, or not of now. */
export async function verifyWebhook(call: WebhookCall): Promise<SamvadEvent> {
  const { payload, headers, secret, secrets = [], toleranceSeconds = TOLERANCE_SECONDS, now = new Date() } = call
  const keys = (secret === undefined ? secrets : [secret, ...secrets]).map(bytesOfSecret)
  if (keys.length === 0) throw new TypeError('There is no secret: give the one that the endpoint was created with.')
  const body = bytesOf(payload)
  const id = header(headers, 'webhook-id')
  const timestamp = header(headers, 'webhook-timestamp')
  const signatures = header(headers, 'webhook-signature')
  refuseUntimely(timestamp, toleranceSeconds, Math.floor(now.getTime() / 1000))
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body)
  if (!(await isSigned(signed, signatures, keys)))
    throw new WebhookVerificationError('signature_mismatch', 'No signature of the call is one of the secret.')
  return JSON.parse(new TextDecoder().decode(body)) as SamvadEvent
}

function refuseUntimely(timestamp: string, tolerance: number, now: number): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError('timestamp_unreadable', 'webhook-timestamp is no number of seconds.')
  const age = now - Number(timestamp)
  if (age > tolerance) throw new WebhookVerificationError('too_old', `The call is ${age} seconds old.`)
  if (age < -tolerance)
    throw new WebhookVerificationError('too_new', `The call is ${-age} seconds ahead of this clock.`)
}

/** Uses `verify` of WebCrypto, which takes constant time. */
async function isSigned(signed: Bytes, signatures: string, secrets: readonly Bytes[]): Promise<boolean> {
  const given = signatures
    .split(' ')
    .flatMap((one) => (one.startsWith(VERSION) ? (signatureOf(one.slice(VERSION.length)) ?? []) : []))
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
    for (const signature of given) if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true
  }
  return false
}

type Bytes = Uint8Array<ArrayBuffer>

function bytesOfSecret(secret: string): Bytes {
  const bytes = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret)
  if (bytes === null || bytes.length === 0)
    throw new TypeError(`A secret is not one: they begin with ${PREFIX}, and are shown when an endpoint is created.`)
  return bytes
}

function bytesOf(payload: WebhookCall['payload']): Bytes {
  if (typeof payload === 'string') return new TextEncoder().encode(payload)
  if (payload instanceof Uint8Array) return new Uint8Array(payload)
  if (payload instanceof ArrayBuffer) return new Uint8Array(payload)
  throw new TypeError('payload is to be the body as it came, text or bytes: parsed and written again it is another.')
}

function header(headers: WebhookCall['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : named(headers, name)
  if (typeof value === 'string' && value !== '') return value
  throw new WebhookVerificationError('header_missing', `The header ${name} is missing.`)
}

function named(headers: Exclude<WebhookCall['headers'], Headers>, name: string): unknown {
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return Array.isArray(entry) ? entry.join(' ') : entry
}

function joined(head: Uint8Array, tail: Uint8Array): Bytes {
  const bytes = new Uint8Array(head.length + tail.length)
  bytes.set(head)
  bytes.set(tail, head.length)
  return bytes
}

/** Canonical Base64 only: lenient decoders ignore trailing bits, so several texts would have the same bytes. */
function signatureOf(text: string): Bytes | null {
  const bytes = fromBase64(text)
  return bytes !== null && btoa(String.fromCharCode(...bytes)) === text ? bytes : null
}

function fromBase64(text: string): Bytes | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}
