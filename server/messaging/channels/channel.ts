// A channel: its rules (rules.ts in its folder) and its connection to a provider (channel.ts in its folder).
// channels.ts lists all; server/channels describes them to the whole program. No other code distinguishes channels by
// name: test/structure/channels.test.ts.

import type { AddressField } from '#channels/description.ts'
import { type ChannelName, channelNames, type PriceKind } from '#channels/table.ts'
import type { App } from '#kit/app.ts'
import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import type { FieldError, RefusalCode } from '#kit/refusals.ts'
import type { Reading } from '#kit/wire.ts'
import type { AccountKind } from './accounts/kind.ts'
import type { Adapter } from './adapter.ts'
import type { SandboxProviders } from './adapters.ts'
import type { Interactive } from './interactive.ts'
import type { TemplateRegistrar } from './template-registrar.ts'
import type { TemplateRules } from './template-rules.ts'

export { type ChannelName, channelNames }

/** Maximum lengths on any channel, in characters. */
export const CONTENT_MAX = { subject: 500, text: 100_000, html: 500_000 } as const

/** The data about a contact that sending needs. */
export interface Reachable extends Addressed {
  last_inbound_at: Date | null
}

/** A contact's addresses and consent. */
export interface Addressed {
  email: string | null
  phone_number: string | null
  app_id: string | null
  /** The number as the app's provider writes it, when the contact has another form of it. */
  app_number?: string | null
  /** Channel → when the contact unsubscribed from it. */
  unsubscribed: Record<string, number>
  /** Channel → why nothing may be sent to the contact's address on it. */
  suppressed?: Readonly<Record<string, string>> | null
}

export interface Content {
  subject: string | null
  text: string | null
  html: string | null
  template_id: string | null
  /** Buttons or a list below its text; unset for none. */
  interactive?: Interactive | null
  /** The quoted message. */
  reply_to_message_id?: string | null
  /** The file type in the template's header; null or unset for none. */
  template_header?: 'image' | 'video' | 'document' | null
  /** Unset for none. */
  attachments?: readonly AttachedFile[]
}

/** The properties of an attachment that limits concern. */
export interface AttachedFile {
  /** Detected from the content. */
  content_type: string
  /** Bytes. */
  size: number
}

/** Finds a contact by the address of an inbound message. */
export interface Identity {
  field: AddressField
  value: string
}

export interface ChannelRules {
  templates: TemplateRules
  /** Matches the import column with consent to it, in lower case without punctuation. */
  consentColumn: RegExp
  /** Contacts stop and start it with a keyword (keywords.ts), because it has no unsubscribe link. */
  hasKeywords?: true
  /** Its messages may have buttons or a list below their text. */
  takesInteractive?: true
  /** Its messages may quote an earlier one. */
  takesQuotes?: true
  /** Its messages may be HTML, whose links and images can be followed. */
  takesHtml?: true
  /** Its messages refer to earlier ones of their conversation, and replies may go to another address. */
  isThreaded?: true
  /** True when a contact's message opens a session: spec 8.9. */
  opensWindow?: true
  /** True when users' reactions are sent to contacts, free of charge. */
  sendsReactions?: true
  /** True when contacts can stop marketing at the provider, apart from unsubscribing completely. */
  stopsMarketing?: true
  /** True when the provider has its own notation of numbers, in which they must be sent to it. */
  namesNumbers?: true
  /** True when the provider assigned the address, as an id of which a person has one at a time. */
  isProvidersId?(address: string): boolean
  /** The contact's address on the channel; null when there is none. */
  addressOf(contact: Addressed): string | null
  /** The price kind of the message, or why it cannot be sent to this contact now. */
  kindOf(contact: Reachable, content: Content, at: Date): { kind: PriceKind } | { refusal: RefusalCode }
  /** The fields that the content lacks or that the channel does not accept. */
  errorsIn(content: Content): FieldError[]
  /** How a sender with this address can be identified; the first identity is used for a new contact. */
  identitiesOf(from: string): Reading<Identity[]>
}

export interface Channel extends ChannelRules {
  /** Unset: the channel cannot be sent on. */
  account?: AccountKind
  /** Unset: the channel cannot be sent on. */
  createAdapter?(app: App, sandbox: SandboxProviders): Adapter
  /** Set for a channel whose provider approves templates; on others, an operator does. */
  createRegistrar?(app: App, sandbox: Partial<SandboxProviders>): TemplateRegistrar
}

export const hasBody = ({ text, html, template_id, attachments = [] }: Content): boolean =>
  text !== null || html !== null || template_id !== null || attachments.length > 0

/** The successful readings, or the error of the last one. */
export function identities(...readings: [Identity['field'], Reading<string>][]): Reading<Identity[]> {
  const found = readings.flatMap(([field, reading]) => ('value' in reading ? [{ field, value: reading.value }] : []))
  if (found.length > 0) return { value: found }
  return readings.at(-1)?.[1] as ValidationError
}

export function notOf(content: Content, ...fields: ('subject' | 'html')[]): FieldError[] {
  return fields
    .filter((field) => content[field] !== null)
    .map((field) => ({ field, ...validationError('not_on_channel') }))
}

/** One of these fields must have content. */
export const withoutBody = (content: Content, ...fields: string[]): FieldError[] =>
  hasBody(content) ? [] : [{ field: 'text', ...validationError('one_of_fields', { fields }) }]
