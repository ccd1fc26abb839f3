// Rules of email: contacts' addresses, carriers, and the notation of senders.

import { readContactAddress, readEmailAddress } from '#kit/email-address.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import type { Reading } from '#kit/wire.ts'
import { readLine } from '#messaging/contacts/rules.ts'
import { carrierOf } from '../accounts/carrier.ts'
import type { AccountHistory, Carrier } from '../accounts/kind.ts'
import { mailAttachmentErrors } from '../attachment-limits.ts'
import { type ChannelRules, identities, withoutBody } from '../channel.ts'
import { generalCategories } from '../template-rules.ts'

export const emailRules: ChannelRules = {
  templates: {
    needsApproval: false,
    categories: generalCategories,
    name: null,
    textMax: null,
    isRegistered: false,
    takesLines: false,
  },
  consentColumn: /^(?:e ?mail )?(?:consent|opt in|subscribed)$|^सहमति$/u,
  takesHtml: true,
  isThreaded: true,
  addressOf: ({ email }) => email,
  kindOf: () => ({ kind: 'email' }),
  errorsIn: (content) => [...withoutBody(content, 'text', 'html', 'attachments'), ...mailAttachmentErrors(content)],
  identitiesOf: (from) => identities(['email', readContactAddress(from)]),
}

// --- Carriers -------------------------------------------------------------------------------------------------------

/** The settings of an organization's own account, without its password. */
export interface EmailSettings {
  host: string
  port: number
  secure: boolean
  user: string | null
  from: string
  /** The Reply-To, when it differs from `from`. */
  reply_to?: string | null
  /** True when each mail has its own return path, if the installation has a mail domain; default: yes. */
  verp?: boolean
  /** Null or absent: as fast as the server accepts them. */
  messages_per_second?: number | null
  /** The provider that calls us with inbound mails and delivery events; default: none. */
  inbound?: WebhookProviderName | null
  /** For SES: the topic whose messages are accepted. */
  inbound_topic_arn?: string | null
}

export const webhookProviderNames = ['mailgun', 'ses', 'postmark'] as const
export type WebhookProviderName = (typeof webhookProviderNames)[number]

interface InstallationSettings {
  sandbox: 'auto' | 'on' | 'off'
  smtpUrl: string | null
}

export const emailCarrier = ({ sandbox, smtpUrl }: InstallationSettings, history: AccountHistory): Carrier =>
  carrierOf(sandbox, history, smtpUrl !== null)

export interface Sender {
  name: string
  address: string
}

const SENDER = /^(?:"?([^"<>]*?)"?\s*<([^<>]+)>|([^<>\s]+))$/

/** `Asha Textiles <hello@asha.example>`, or the address alone; an error when it is neither. */
export function readSender(text: string): Reading<Sender> {
  const match = 'value' in readLine(text) ? SENDER.exec(text.trim()) : null
  if (!match) return validationError('sender_not_valid')
  const address = readEmailAddress((match[2] ?? match[3] ?? '').trim())
  if ('message' in address) return address
  return { value: { name: (match[1] ?? '').trim(), address: address.value } }
}
