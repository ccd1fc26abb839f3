// HTTP requirements that are checked before anything else: RFC 9112 §3.2, RFC 9110 §10.1.1.

import type { IncomingMessage } from 'node:http'
import { type Refusal, refusal } from '#kit/refusals.ts'

/** Headers that may appear only once, in lower case. Node would use the first of two, or join both. */
const SINGLE: Readonly<Record<string, string>> = {
  host: 'Host',
  authorization: 'Authorization',
  'content-type': 'Content-Type',
  'idempotency-key': 'Idempotency-Key',
}
const SINGLE_LENGTHS = new Set(Object.keys(SINGLE).map((name) => name.length))

/** The error in the request, or null. Called for every request. */
export function requestFault(request: IncomingMessage): Refusal | null {
  const { rawHeaders, httpVersion, url, method } = request
  const seen: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at] as string
    if (!SINGLE_LENGTHS.has(given.length)) continue
    const name = given.toLowerCase()
    if (!Object.hasOwn(SINGLE, name)) continue
    // A proxy in between must have understood the same host and caller as we do.
    if (seen.includes(name)) return refusal('malformed_request', 'several_headers', { header: SINGLE[name] as string })
    seen.push(name)
  }
  if (!seen.includes('host') && httpVersion === '1.1') return refusal('malformed_request', 'host_header_missing')
  if (url === '*' && method !== 'OPTIONS') return refusal('malformed_request', 'asterisk_path')
  const { expect } = request.headers
  if (expect !== undefined && expect.toLowerCase() !== '100-continue')
    return refusal('malformed_request', 'expectation_not_supported')
  return null
}
