// What HTTP wants of every request before anything else is looked at: RFC 9112 §3.2, RFC 9110 §10.1.1.

import type { IncomingMessage } from 'node:http'
import { Refusal } from '#kit/refusals.ts'

/** What is wrong with it, or null. Asked of every request. */
export function requestFault(request: IncomingMessage): Refusal | null {
  const { rawHeaders, httpVersion, url, method } = request
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  // Whom a proxy on the way took for addressed must be whom we take for addressed.
  if (hosts > 1) return malformed('The request has several Host headers; send one.')
  if (hosts === 0 && httpVersion === '1.1') return malformed('The request has no Host header, which HTTP/1.1 wants.')
  if (url === '*' && method !== 'OPTIONS') return malformed('The address * is for OPTIONS alone; give a path.')
  const { expect } = request.headers
  if (expect !== undefined && expect.toLowerCase() !== '100-continue')
    return malformed('Of what Expect can ask for, only 100-continue is met.')
  return null
}

const malformed = (detail: string) => new Refusal('malformed_request', detail)
