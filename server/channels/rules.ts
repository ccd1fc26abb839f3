// The channels, as a table: how a contact is reached, what kind of message it is, what content it takes.
// Nothing outside this folder asks which channel it has.

import { readEmail, readLine, readPhoneNumber } from '#contacts/rules.ts'
import type { RefusalCode } from '#kit/refusals.ts'
import type { Reading } from '#kit/wire.ts'
import type { PriceKind } from '#pricing/rules.ts'

export const channelNames = ['email', 'app', 'sms'] as const
export type ChannelName = (typeof channelNames)[number]

/** Of a contact, what sending needs to know. */
export interface Reachable extends Addressed {
  last_inbound_at: Date | null
}

/** Of a contact, what tells where it is reached, and whether it wants to be. */
export interface Addressed {
  email: string | null
  phone_number: string | null
  app_id: string | null
  /** Channel → when the contact unsubscribed from it. */
  unsubscribed: Record<string, number>
}

export interface Content {
  subject: string | null
  text: string | null
  html: string | null
  template_id: string | null
}

/** What tells a contact by an address that a message came from. */
export interface Identity {
  field: 'email' | 'phone_number' | 'app_id'
  value: string
}

export interface Channel {
  /** Where the contact is reached, or null when it cannot be. */
  addressOf(contact: Addressed): string | null
  /** What the message is charged as, or why it may not be sent to this contact now. */
  kindOf(contact: Reachable, content: Content, at: Date): { kind: PriceKind } | { refusal: RefusalCode }
  /** The fields that the content lacks or has in excess: field → what to do. */
  faultsOf(content: Content): [field: string, message: string][]
  /** What a contact who writes from this address may be known by, the first also for one who is new. */
  identitiesOf(from: string): Reading<Identity[]>
}

/** service.md §8: the session message window. */
export const SESSION_WINDOW_MS = 24 * 3600 * 1000

const hasBody = ({ text, html, template_id }: Content) => text !== null || html !== null || template_id !== null

export const channels: Record<ChannelName, Channel> = {
  email: {
    addressOf: ({ email }) => email,
    kindOf: () => ({ kind: 'email' }),
    faultsOf: (content) => (hasBody(content) ? [] : [['text', 'give text or html']]),
    identitiesOf: (from) => identities(['email', readEmail(from)]),
  },
  app: {
    addressOf: ({ app_id, phone_number }) => app_id ?? phone_number,
    kindOf(contact, { template_id }, at) {
      const age =
        contact.last_inbound_at === null ? Number.POSITIVE_INFINITY : at.getTime() - contact.last_inbound_at.getTime()
      if (age <= SESSION_WINDOW_MS) return { kind: 'app_session' }
      return template_id === null ? { refusal: 'session_window_closed' } : { kind: 'app_template' }
    },
    faultsOf: (content) => [
      ...(hasBody(content) ? [] : [['text', 'give text or a template'] as [string, string]]),
      ...notOf(content, 'subject', 'html'),
    ],
    // The app's own id, or the phone number that it knows the contact by.
    identitiesOf: (from) => identities(['phone_number', readPhoneNumber(from)], ['app_id', readLine(from)]),
  },
  sms: {
    addressOf: ({ phone_number }) => phone_number,
    kindOf: () => ({ kind: 'sms' }),
    faultsOf: (content) => [
      ...(hasBody(content) ? [] : [['text', 'give text or a template'] as [string, string]]),
      ...notOf(content, 'subject', 'html'),
    ],
    identitiesOf: (from) => identities(['phone_number', readPhoneNumber(from)]),
  },
}

/** Those of the readings that succeeded, or why the last did not. */
function identities(...readings: [Identity['field'], Reading<string>][]): Reading<Identity[]> {
  const found = readings.flatMap(([field, reading]) => ('value' in reading ? [{ field, value: reading.value }] : []))
  if (found.length > 0) return { value: found }
  return readings.at(-1)?.[1] as { message: string }
}

function notOf(content: Content, ...fields: ('subject' | 'html')[]): [string, string][] {
  return fields.filter((field) => content[field] !== null).map((field) => [field, 'is not possible on this channel'])
}

// --- Who carries the mail of an organization ------------------------------------------------------------------------

export type EmailCarrier = 'organization' | 'installation' | 'sandbox' | 'none'

interface EmailSettings {
  sandbox: 'auto' | 'on' | 'off'
  smtpUrl: string | null
}

/** What an organization's mail has been carried by so far. */
export interface EmailHistory {
  hasOwnAccount: boolean
  /** Whether the organization ever had an account of its own, or the installation a mail server. */
  wasReal: boolean
}

/**
 * decisions §7: the sandbox only until a real account is first configured: who wrote to people once must not be left believing that
 * mail still reaches them. Switched on, it takes everything, so that nothing leaves the machine.
 */
export function emailCarrier(
  { sandbox, smtpUrl }: EmailSettings,
  { hasOwnAccount, wasReal }: EmailHistory,
): EmailCarrier {
  if (sandbox === 'on') return 'sandbox'
  if (hasOwnAccount) return 'organization'
  if (smtpUrl !== null) return 'installation'
  return sandbox === 'auto' && !wasReal ? 'sandbox' : 'none'
}

export interface Sender {
  name: string
  address: string
}

const SENDER = /^(?:"?([^"<>]*?)"?\s*<([^<>]+)>|([^<>\s]+))$/

/** `Asha Textiles <hello@asha.example>`, or the address alone; a message when it is neither. */
export function readSender(text: string): Reading<Sender> {
  const match = 'value' in readLine(text) ? SENDER.exec(text.trim()) : null
  if (!match) return { message: 'must be an address such as Asha Textiles <hello@asha.example>' }
  const address = readEmail((match[2] ?? match[3] ?? '').trim())
  if ('message' in address) return { message: `${address.message} (hello@asha.example, or Name <hello@asha.example>)` }
  return { value: { name: (match[1] ?? '').trim(), address: address.value } }
}

// --- The pages behind the links in a mail -----------------------------------------------------------------------------

export const pageLanguages = ['en', 'hi'] as const
export type PageLanguage = (typeof pageLanguages)[number]

const LANGUAGES_HEADER_MAX = 500

/** The language that the browser would rather have, by Accept-Language (RFC 9110 §12.5.4); English for who says nothing. */
export function preferredLanguage(header: string | string[] | undefined): PageLanguage {
  let best: { language: PageLanguage; quality: number } = { language: 'en', quality: 0 }
  for (const range of String(header ?? '')
    .slice(0, LANGUAGES_HEADER_MAX)
    .split(',')) {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';')
    const given = parameters.map((one) => /^\s*q=([0-9.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined)
    const quality = given === undefined ? 1 : Number(given) || 0
    const language = pageLanguages.find((one) => tag === one || tag.startsWith(`${one}-`))
    if (language && quality > best.quality) best = { language, quality }
  }
  return best.language
}
