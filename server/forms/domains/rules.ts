// Valid names of form domains, the record that verifies one, and the effects of a check. Pure.

import { isIP } from 'node:net'
import { domainToASCII, domainToUnicode } from 'node:url'
import { parse } from 'tldts'
import { isOwnMachine } from '#kit/chosen-hosts.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import type { Reading } from '#kit/wire.ts'

/** Maximum number of form domains per organization. */
export const DOMAINS_MAX = 20
/** A verified domain is checked again after this time. */
export const CHECK_EVERY_MS = 6 * 3600_000
/** A domain with a missing record is checked more often, so that a corrected record takes effect soon. */
export const MISSING_CHECK_EVERY_MS = 3600_000
/** The delay after a check without a DNS response. Such a check changes nothing. */
export const UNANSWERED_AGAIN_MS = 15 * 60_000
/** After this time without its record, a domain is no longer verified. */
export const MISSING_MAX_MS = 72 * 3600_000

/** RFC 1035 §2.3.4, without the final dot. */
const DNS_NAME_MAX = 253
const PROOF_LABEL = '_samvad-forms'
const NAME_MAX = DNS_NAME_MAX - PROOF_LABEL.length - 1
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** Suffixes that never exist in the public DNS: RFC 6761, RFC 7686, RFC 8375 and ICANN's .internal. */
const PRIVATE_SUFFIXES = ['local', 'internal', 'localhost', 'invalid', 'onion', 'arpa']

/** The name in DNS form: ASCII (IDNA), lower case, without a trailing dot. Null when it is invalid. */
export function asciiName(typed: string): string | null {
  if (!/^[\u200d\u200c\p{L}\p{M}\p{N}.。．｡-]+$/u.test(typed)) return null
  const name = domainToASCII(typed).replace(/\.$/, '')
  if (name.length > NAME_MAX || !HOST_NAME.test(name)) return null
  // A last label of digits alone would be an IP address.
  return isIP(name) !== 0 || /\.[0-9]+$/.test(name) ? null : name
}

/** The same name in its own script: `xn--11b5bs3a9aj6g.example` is `परीक्षा.example`. */
export const unicodeName = (name: string): string => domainToUnicode(name) || name

/** `own`: host names of this installation. */
export function readDomainName(typed: string, own: ReadonlySet<string>): Reading<string> {
  const name = asciiName(typed.trim())
  if (name === null) return validationError('form_domain_not_valid')
  if (own.has(name)) return validationError('form_domain_own', { domain: name })
  if (isOwnMachine(name) || PRIVATE_SUFFIXES.some((suffix) => name.endsWith(`.${suffix}`)))
    return validationError('form_domain_private', { domain: name })
  // Anybody can register names under a public suffix; the suffix itself belongs to no single organization.
  if (parse(name, { allowPrivateDomains: true }).domain === null)
    return validationError('form_domain_public_suffix', { domain: name })
  return { value: name }
}

// --- The record -----------------------------------------------------------------------------------------------------

export const recordStates = ['unchecked', 'found', 'missing', 'wrong'] as const
export type RecordState = (typeof recordStates)[number]

export const proofName = (name: string): string => `${PROOF_LABEL}.${name}`
export const proofText = (proof: string): string => `samvad-forms-proof=${proof}`

/** `wrong`: the record exists with another value, of another organization or mistyped. */
export function recordState(proof: string, texts: readonly string[]): RecordState {
  const own = texts.map((text) => text.trim())
  if (own.includes(proofText(proof))) return 'found'
  return own.some((text) => text.toLowerCase().startsWith('samvad-forms-proof')) ? 'wrong' : 'missing'
}

/** The state of a verified domain. */
export interface Standing {
  missingSince: Date | null
}

export type Outcome =
  /** `isBack`: it was missing before. */
  { kind: 'found'; isBack: boolean } | { kind: 'missing'; since: Date; isNew: boolean } | { kind: 'lost' }

/**
 * The result of checking a verified domain: a missing record is first reported, and ends the verification after
 * MISSING_MAX_MS.
 */
export function outcomeOf({ missingSince }: Standing, isFound: boolean, at: Date): Outcome {
  if (isFound) return { kind: 'found', isBack: missingSince !== null }
  if (missingSince === null) return { kind: 'missing', since: at, isNew: true }
  if (at.getTime() - missingSince.getTime() >= MISSING_MAX_MS) return { kind: 'lost' }
  return { kind: 'missing', since: missingSince, isNew: false }
}

export const lostAt = (missingSince: Date): Date => new Date(missingSince.getTime() + MISSING_MAX_MS)

/** Never later than the moment at which a missing record counts. */
export function nextCheck(missingSince: Date | null, at: Date): Date {
  if (missingSince === null) return new Date(at.getTime() + CHECK_EVERY_MS)
  const again = at.getTime() + MISSING_CHECK_EVERY_MS
  const lost = lostAt(missingSince).getTime()
  return new Date(lost > at.getTime() ? Math.min(again, lost) : again)
}

// --- Serving requests ------------------------------------------------------------------------------------------------

/** How requests for a domain are served. */
export interface DomainSite {
  /** Without premium its pages are at PUBLIC_URL. */
  hasPremium: boolean
  /** The slug of the form at `/`. */
  rootSlug: string | null
}

/** As the router reads it: `/%66/order` is `/f/order`. */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** The path of a request target; some clients send the absolute form, with the origin. */
const pathIn = (target: string): string => target.replace(/^https?:\/\/[^/]*/i, '') || '/'

/**
 * Where a request is redirected; null when it is served here. Without premium, form pages are served at PUBLIC_URL.
 * Submissions of pages that are already open are still accepted here, followed by the thank-you page: a redirect would
 * lose the input.
 */
export function redirectOf({ hasPremium, rootSlug }: DomainSite, method: string, url: string, publicUrl: string) {
  if (!isRead(method)) return null
  const [target = '', ...rest] = url.split('?')
  const path = pathIn(target)
  const page = decoded(path)
  const search = rest.length === 0 ? '' : `?${rest.join('?')}`
  const origin = hasPremium ? '' : publicUrl
  if (path === '/') return rootSlug === null ? null : `${origin}/f/${rootSlug}${search}`
  if (hasPremium || !/^\/f\/[^/]/.test(page) || /^\/f\/[^/]+\/thanks$/.test(page)) return null
  return `${origin}${path}${search}`
}

/** The slug of the form that `redirectOf` redirects to PUBLIC_URL; null for the domain's root form. */
export function slugMovedIn({ hasPremium }: DomainSite, url: string): string | null {
  if (hasPremium) return null
  return /^\/f\/([^/]+)/.exec(decoded(pathIn(url.split('?', 1)[0] ?? '')))?.[1] ?? null
}
