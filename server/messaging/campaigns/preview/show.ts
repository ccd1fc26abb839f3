// API representation of a preview: what one contact would receive.

import type { Uuid } from '#kit/ids.ts'
import { formatMicros } from '#kit/money.ts'
import { Refusal } from '#kit/refusals.ts'
import { publicId, type Static } from '#kit/wire.ts'
import { channels } from '#messaging/channels/channels.ts'
import { showSize } from '#messaging/sending/message-estimate.ts'
import type { TemplateComponents } from '#messaging/templates/components.ts'
import { renderTemplate, type TemplateContent, type TemplateSource } from '#messaging/templates/rules.ts'
import { hasSegments, type PriceKind, type PriceList, unitsOf } from '#money/pricing/rules.ts'
import { costOfUnits } from '../cost-rules.ts'
import { type CampaignContent, type Candidate, fillFor, reservedKind } from '../recipients.ts'
import { fallbacksFor, valuesFor } from '../variables.ts'
import type { PreviewKind } from './rules.ts'
import type { Previewed } from './schema.ts'

export interface Pricing {
  priceList: PriceList
  /** The month's message count on the channel. */
  taken: bigint
  at: Date
}

const NO_CONTENT: TemplateSource = { subject: null, text: null, html: null, components: null }

export function showPreview(
  kind: PreviewKind,
  contact: Candidate & { contact_id: Uuid | null },
  content: CampaignContent,
  pricing: Pricing,
  show: (components: TemplateComponents | null) => Pick<Static<typeof Previewed>, 'header' | 'footer' | 'buttons'>,
): Static<typeof Previewed> {
  const { channel, read, sources } = content
  const variables = valuesFor(sources, contact)
  const rendered = renderTemplate(read, variables)
  const { components, ...words } = rendered instanceof Refusal ? NO_CONTENT : rendered
  const filled = fillFor(contact, content)
  const priceKind = kindOf(contact, content, words, pricing.at)
  return {
    kind,
    contact_id: publicId('contact', contact.contact_id),
    display_name: contact.display_name,
    address: channels[channel].addressOf(contact),
    skip_reason: typeof filled === 'string' && contact.contact_id !== null ? filled : null,
    variables,
    fallbacks: fallbacksFor(sources, contact),
    ...words,
    ...show(components),
    sms: hasSegments(priceKind) && words.text !== null ? showSize(words.text) : null,
    ...costOf(priceKind, words.text, pricing),
  }
}

/** The price kind of a message sent now; the reserved one if it would not be sent. */
function kindOf(contact: Candidate, content: CampaignContent, words: TemplateContent, at: Date): PriceKind {
  const charged = channels[content.channel].kindOf(contact, { ...words, template_id: content.templateId }, at)
  return 'refusal' in charged ? reservedKind(content) : charged.kind
}

function costOf(kind: PriceKind, text: string | null, { priceList, taken }: Pricing) {
  if (priceList.tiers[kind] === undefined) return { price: null, units: null }
  const units = unitsOf(priceList, kind, text)
  return { price: formatMicros(costOfUnits(priceList, kind, taken, BigInt(units)).total), units }
}
