// Authenticates the domain of a mail's sender: SPF, DKIM and DMARC (RFC 7208, 6376, 7489), by mailauth. An
// unauthenticated mail is still a message, but proves nothing else.

import { withinDeadline } from '#kit/deadlines.ts'
import type { KeptMail } from '../receiver/kept-mail.ts'

export interface Authenticity {
  spf: string
  dkim: string
  dmarc: string
  /** True when any of them authenticates the domain of its From. */
  isAuthenticated: boolean
}

export type Resolve = (name: string, type: string) => Promise<unknown>

/** A sender's records may refer to further ones, each with its own delay. */
const TIMEOUT_MS = 15_000
/**
 * No genuine signed mail has more: each signature may hash the whole mail differently, and mailauth's time is quadratic
 * in the number of header lines and the length of a line.
 */
const HEADER_BYTES_MAX = 128 * 1024
const HEADER_LINES_MAX = 2000
const SIGNATURES_MAX = 10
const LINE_BYTES_MAX = 256 * 1024
const UNKNOWN: Authenticity = { spf: 'temperror', dkim: 'temperror', dmarc: 'temperror', isAuthenticated: false }

/**
 * Never rejects: a mail is not authenticated when the DNS does not respond in time or when checking it costs too much.
 */
export async function authenticityOf(
  { raw, envelope }: KeptMail,
  resolve: Resolve,
  receiver: string,
): Promise<Authenticity> {
  if (!isWithinReason(raw)) return UNKNOWN
  const { authenticate } = await import('mailauth')
  const { client, from } = envelope
  const work = authenticate(raw, {
    ...(client === null ? {} : { ip: client.address, helo: client.helo }),
    sender: from,
    mta: receiver,
    resolver: (name, type) => resolve(name, type) as Promise<string[][]>,
    disableArc: true,
    disableBimi: true,
  })
  const limit = { of: 'call', name: 'dns', ms: TIMEOUT_MS, stopMs: 0 } as const
  const found = await withinDeadline(limit, () => work).catch(() => null)
  if (!found) return UNKNOWN
  const spf = (found.spf && found.spf.status.result) || 'none'
  const signatures = found.dkim.results.map(({ status }) => status)
  const dkim = signatures.find(({ result }) => result === 'pass')?.result ?? signatures[0]?.result ?? 'none'
  const dmarc = (found.dmarc && found.dmarc.status.result) || 'none'
  const fromDomain = found.dkim.headerFrom?.at(-1)?.split('@').at(-1)?.toLowerCase()
  const isAligned =
    fromDomain !== undefined &&
    ((spf === 'pass' && from.split('@').at(-1)?.toLowerCase() === fromDomain) ||
      signatures.some(({ result, aligned }) => result === 'pass' && aligned === fromDomain))
  // A DMARC policy decides; without one, a result for the same domain does.
  const isAuthenticated = dmarc === 'pass' || (dmarc === 'none' && isAligned && found.dkim.headerFrom?.length === 1)
  return { spf, dkim, dmarc, isAuthenticated }
}

function isWithinReason(raw: Buffer): boolean {
  const beginning = raw.toString('latin1', 0, HEADER_BYTES_MAX)
  const end = /\n\r?\n/.exec(beginning)?.index
  if (end === undefined && raw.length > HEADER_BYTES_MAX) return false
  const lines = beginning.slice(0, end).split('\n')
  const signatures = lines.filter((line) => /^dkim-signature[ \t]*:/i.test(line))
  return lines.length <= HEADER_LINES_MAX && signatures.length <= SIGNATURES_MAX && !hasLongLine(raw)
}

function hasLongLine(raw: Buffer): boolean {
  let start = 0
  for (let end = raw.indexOf('\n'); end >= 0; end = raw.indexOf('\n', start)) {
    if (end - start > LINE_BYTES_MAX) return true
    start = end + 1
  }
  return raw.length - start > LINE_BYTES_MAX
}
