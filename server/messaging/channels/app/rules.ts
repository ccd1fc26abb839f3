// Rules of the app channel: sessions, contacts' addresses, and carriers.

import { validationError } from '#kit/messages/field-errors.ts'
import { isSameNumber } from '#messaging/contacts/number-forms.ts'
import { readLine, readPhoneNumber } from '#messaging/contacts/rules.ts'
import { carrierOf } from '../accounts/carrier.ts'
import type { AccountHistory, Carrier } from '../accounts/kind.ts'
import { appAttachmentErrors } from '../attachment-limits.ts'
import { type ChannelRules, identities, notOf, withoutBody } from '../channel.ts'
import { generalCategories } from '../template-rules.ts'
import { interactiveErrors } from './interactive-rules.ts'

/** spec 8.9: the session message window. */
export const SESSION_WINDOW_MS = 24 * 3600 * 1000
/** The Cloud API's limit for a text, in characters. */
export const APP_TEXT_MAX = 4096

export const appRules: ChannelRules = {
  // The Cloud API's limits.
  templates: {
    needsApproval: true,
    categories: generalCategories,
    name: { pattern: /^[a-z0-9_]+$/, error: validationError('name_not_lowercase') },
    textMax: 1024,
    isRegistered: false,
    takesLines: true,
    hasComponents: true,
  },
  consentColumn: /^(?:app|whats ?app) (?:consent|opt in|subscribed)$/u,
  hasKeywords: true,
  opensWindow: true,
  takesInteractive: true,
  takesQuotes: true,
  sendsReactions: true,
  stopsMarketing: true,
  // A phone number is valid everywhere; an id of one business is used for contacts whose number is unknown.
  addressOf({ app_id, phone_number, app_number = null }) {
    const number = inFormOf(phone_number, app_number)
    return app_id !== null && BUSINESS_SCOPED_ID.test(app_id) ? (number ?? app_id) : (app_id ?? number)
  },
  kindOf(contact, { template_id }, at) {
    const age =
      contact.last_inbound_at === null ? Number.POSITIVE_INFINITY : at.getTime() - contact.last_inbound_at.getTime()
    if (age <= SESSION_WINDOW_MS) return { kind: 'app_session' }
    return template_id === null ? { refusal: 'session_window_closed' } : { kind: 'app_template' }
  },
  errorsIn: (content) => [
    ...interactiveErrors(content),
    ...withoutBody(content, 'text', 'template_id', 'attachments'),
    ...(isTooLong(content.text) ? [{ field: 'text', ...validationError('too_long', { max: APP_TEXT_MAX }) }] : []),
    ...appAttachmentErrors(content),
    ...notOf(content, 'subject', 'html'),
  ],
  namesNumbers: true,
  isProvidersId: (address) => BUSINESS_SCOPED_ID.test(address),
  // The contact's phone number in the app, without a plus, or the app's own id for the contact.
  identitiesOf: (from) =>
    identities(
      ['phone_number', readPhoneNumber(PLAIN_DIGITS.test(from) ? `+${from}` : from)],
      ['app_id', readLine(from)],
    ),
}

/** In the provider's notation, unless the contact's number has changed since. */
const inFormOf = (number: string | null, named: string | null): string | null =>
  number !== null && named !== null && isSameNumber(number, named) ? named : number

const PLAIN_DIGITS = /^[1-9]\d{6,14}$/

const isTooLong = (text: string | null): boolean =>
  text !== null && text.length > APP_TEXT_MAX && [...text].length > APP_TEXT_MAX

// --- Destinations ---------------------------------------------------------------------------------------------------

/** With or without its plus: a phone number in digits, as E.164 has them. */
const PHONE_NUMBER = /^\+?([1-9]\d{6,14})$/
/**
 * An id of a person within one business (BSUID), for people whose number is not shown: `IN.1349…`, of a parent
 * business `IN.ENT.…`.
 */
const BUSINESS_SCOPED_ID = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/

/** The Cloud API's field for the address; null when it is invalid. */
export function recipientOf(address: string): { to: string } | { recipient: string } | null {
  const digits = PHONE_NUMBER.exec(address)?.[1]
  if (digits !== undefined) return { to: digits }
  return BUSINESS_SCOPED_ID.test(address) ? { recipient: address } : null
}

// --- Carriers -------------------------------------------------------------------------------------------------------

export const API_VERSION_DEFAULT = 'v23.0'

/** The settings of an organization's own account, without its secrets. */
export interface AppSettings {
  phone_number_id: string
  business_account_id: string
  api_version: string
  /** Null or absent: as fast as Meta accepts them. */
  messages_per_second?: number | null
}

/** spec 7.31, 16.33: an account of an organization's own, the installation's for all, or the sandbox. */
export const appCarrier = ({ sandbox }: { sandbox: 'auto' | 'on' | 'off' }, history: AccountHistory): Carrier =>
  carrierOf(sandbox, history, history.isShared ?? false)
