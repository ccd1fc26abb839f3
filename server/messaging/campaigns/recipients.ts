// Decides which contacts of an audience receive a campaign: each contact and each address once. Pure.

import { Refusal } from '#kit/refusals.ts'
import type { ChannelName, Reachable } from '#messaging/channels/channel.ts'
import { channels } from '#messaging/channels/channels.ts'
import type { Category } from '#messaging/channels/template-rules.ts'
import { sameNumberKey } from '#messaging/contacts/number-forms.ts'
import { type ReadTemplate, renderTemplate, type TemplateContent } from '#messaging/templates/rules.ts'
import { type PriceKind, type PriceList, unitsOf } from '#money/pricing/rules.ts'
import { type ContactValues, type VariableSources, valuesFor } from './variables.ts'

/** Why a contact in the audience does not receive it. */
export const skipReasons = [
  'recipient_unreachable',
  'recipient_unsubscribed',
  'recipient_suppressed',
  'consent_missing',
  'duplicate_address',
  'content_invalid',
  'content_refused',
  'contact_deleted',
  'list_left',
  'excluded',
] as const
export type SkipReason = (typeof skipReasons)[number]

/** The campaign's content, to be filled per recipient. */
export interface CampaignContent {
  channel: ChannelName
  read: ReadTemplate
  sources: VariableSources
  templateId: string | null
  /** Null for content without a template. */
  category: Category | null
  needsConsent: boolean
}

export interface Candidate extends Reachable, ContactValues {
  marketing_stopped_at: Date | null
  has_consent: boolean
}

export interface Filled {
  address: string
  /** The address in the form by which duplicates are found. */
  key: string
  variables: Record<string, string>
  content: TemplateContent
}

/** spec 15.9: promotional messages need consent, and so does content without a template. */
export const needsConsent = (category: Category | null): boolean =>
  category === null || category === 'marketing' || category === 'promotional'

/** The message for the contact, or the reason for skipping. The caller checks whether the address was served. */
export function fillFor(candidate: Candidate, content: CampaignContent): Filled | SkipReason {
  const { channel: name, read, sources, category } = content
  const channel = channels[name]
  const address = channel.addressOf(candidate)
  if (address === null) return 'recipient_unreachable'
  if (candidate.unsubscribed[name] !== undefined) return 'recipient_unsubscribed'
  if (channel.stopsMarketing && category === 'marketing' && candidate.marketing_stopped_at !== null)
    return 'recipient_unsubscribed'
  if (candidate.suppressed?.[name] !== undefined) return 'recipient_suppressed'
  if (content.needsConsent && !candidate.has_consent) return 'consent_missing'
  const variables = valuesFor(sources, candidate)
  const rendered = renderTemplate(read, variables)
  if (rendered instanceof Refusal) return 'content_invalid'
  return { address, key: keyOf(address), variables, content: rendered }
}

/** Two spellings of one address have the same key: letter case, the forms of a number and its plus are ignored. */
export const keyOf = (address: string): string => {
  const small = address.toLowerCase()
  return sameNumberKey(/^\d{7,15}$/.test(small) ? `+${small}` : small)
}

/** The price kind without an open session: the reserved one. */
export function reservedKind({ channel, templateId }: Pick<CampaignContent, 'channel' | 'templateId'>): PriceKind {
  const nobody = { email: null, phone_number: null, app_id: null, unsubscribed: {}, last_inbound_at: null }
  const kind = channels[channel].kindOf(
    nobody,
    { subject: null, text: null, html: null, template_id: templateId },
    new Date(0),
  )
  if ('refusal' in kind) throw new Error(`a campaign on the channel ${channel} needs a template`)
  return kind.kind
}

export const unitsFor = (priceList: Pick<PriceList, 'smsUnit'>, kind: PriceKind, text: string | null): number =>
  unitsOf(priceList, kind, text)
