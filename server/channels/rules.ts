// The channels, as a table: how a contact is reached, what kind of message it is, what content it takes.
// Nothing outside this folder asks which channel it has.

import type { RefusalCode } from '#kit/refusals.ts'
import type { PriceKind } from '#pricing/rules.ts'

export const channelNames = ['email', 'app', 'sms'] as const
export type ChannelName = (typeof channelNames)[number]

/** Of a contact, what sending needs to know. */
export interface Reachable {
  email: string | null
  phone_number: string | null
  app_id: string | null
  /** Channel → when the contact unsubscribed from it. */
  unsubscribed: Record<string, number>
  last_inbound_at: Date | null
}

export interface Content {
  subject: string | null
  text: string | null
  html: string | null
  template_id: string | null
}

export interface Channel {
  /** Where the contact is reached, or null when it cannot be. */
  addressOf(contact: Reachable): string | null
  /** What the message is charged as, or why it may not be sent to this contact now. */
  kindOf(contact: Reachable, content: Content, at: Date): { kind: PriceKind } | { refusal: RefusalCode }
  /** The fields that the content lacks or has in excess: field → what to do. */
  faultsOf(content: Content): [field: string, message: string][]
}

/** service.md §8: the session message window. */
export const SESSION_WINDOW_MS = 24 * 3600 * 1000

const hasBody = ({ text, html, template_id }: Content) => text !== null || html !== null || template_id !== null

export const channels: Record<ChannelName, Channel> = {
  email: {
    addressOf: ({ email }) => email,
    kindOf: () => ({ kind: 'email' }),
    faultsOf: (content) => (hasBody(content) ? [] : [['text', 'give text or html']]),
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
  },
  sms: {
    addressOf: ({ phone_number }) => phone_number,
    kindOf: () => ({ kind: 'sms' }),
    faultsOf: (content) => [
      ...(hasBody(content) ? [] : [['text', 'give text or a template'] as [string, string]]),
      ...notOf(content, 'subject', 'html'),
    ],
  },
}

function notOf(content: Content, ...fields: ('subject' | 'html')[]): [string, string][] {
  return fields.filter((field) => content[field] !== null).map((field) => [field, 'is not possible on this channel'])
}
