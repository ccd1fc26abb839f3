// Renders a campaign for contacts of its audience. Reads a bounded sample, however large the audience is, and writes
// nothing. spec 15.30.

import type { Actor, App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { absentIn, refusal } from '#kit/refusals.ts'
import { createLinks } from '#messaging/attachments/links.ts'
import { evaluated } from '#messaging/contacts/segments/evaluation.ts'
import { showComponents } from '#messaging/templates/show.ts'
import { createPriceLists } from '#money/pricing/actions.ts'
import type { PriceListRow } from '#money/pricing/queries.ts'
import * as pricingQueries from '#money/pricing/queries.ts'
import { type PriceList, readPriceList } from '#money/pricing/rules.ts'
import { find } from '../actions.ts'
import { type AudienceRow, candidateById, nextOfAudience } from '../audience-queries.ts'
import { type Prepared, prepare, prepareStarted } from '../content.ts'
import { audienceOf, takenOn } from '../estimate.ts'
import { KeySet } from '../key-set.ts'
import type { CampaignRow } from '../queries.ts'
import { type Candidate, fillFor } from '../recipients.ts'
import { currentFilters, mustHaveLists } from '../sources.ts'
import { fallbacksFor } from '../variables.ts'
import { type PreviewKind, shownOf } from './rules.ts'
import { type Pricing, showPreview } from './show.ts'

/** Contacts per sample, and the maximum number of samples until one contains a contact that would receive it. */
const SAMPLE = 1000
const SAMPLES_MAX = 5

/** Stands for a contact when the caller may not see contacts. */
const NOBODY: Candidate & { contact_id: null } = {
  contact_id: null,
  display_name: null,
  email: null,
  phone_number: null,
  app_id: null,
  attributes: {},
  unsubscribed: {},
  last_inbound_at: null,
  marketing_stopped_at: null,
  has_consent: true,
}

export function createPreview(app: App) {
  const { database } = app
  const priceLists = createPriceLists(app)
  const { of: linksOf } = createLinks(app)

  async function pricingOf({ organizationId, at }: Actor, row: CampaignRow): Promise<Pricing> {
    const [priceList, taken] = await Promise.all([
      row.price_list_id === null ? priceLists(organizationId, at) : storedPriceList(database.reads, row.price_list_id),
      takenOn(database.reads, organizationId, row.channel, at),
    ])
    return { priceList, taken, at }
  }

  async function sampleOf({ organizationId, at }: Actor, row: CampaignRow, prepared: Prepared) {
    const { content } = prepared
    const filters =
      row.started_at === null ? await currentFilters(database.reads, organizationId, row) : (row.filters ?? [])
    if (row.started_at === null) await mustHaveLists(database.reads, organizationId, row)
    const audience = audienceOf(organizationId, row, filters, prepared, row.started_at ?? at)
    const keys = new KeySet()
    for (let after: Uuid | null = null, times = 1; ; times++) {
      const next = nextOfAudience(audience, after, SAMPLE)
      const rows: AudienceRow[] = await evaluated(app, organizationId, (tx) => tx.rows<AudienceRow>(next))
      const sample = rows.flatMap((contact) => {
        const filled = contact.is_part === null ? 'contact_deleted' : fillFor(contact, content)
        if (typeof filled === 'string' || !keys.add(filled.key)) return []
        return [{ contact, content: filled.content, fallbacks: fallbacksFor(content.sources, contact) }]
      })
      const last = rows.at(-1)
      if (sample.length > 0 || last === undefined || rows.length < SAMPLE || times === SAMPLES_MAX) return sample
      after = last.contact_id
    }
  }

  async function chosen({ organizationId }: Actor, { channel }: CampaignRow, prepared: Prepared, contactId: Uuid) {
    const { needsConsent } = prepared.content
    const found = await database.reads.row<AudienceRow>(
      candidateById(organizationId, contactId, { channel, needsConsent }),
    )
    if (!found) throw absentIn('contact_id', 'contact')
    return found
  }

  return async (actor: Actor, id: Uuid, contactId: Uuid | null) => {
    const { organizationId } = actor
    const seesContacts = actor.permissions.has('contacts.view')
    if (contactId !== null && !seesContacts) throw MAY_NOT_CHOOSE
    const row = await find(database.reads, actor, id)
    const prepared = await (row.started_at === null ? prepare : prepareStarted)(database.reads, organizationId, row)
    const pricing = await pricingOf(actor, row)
    const show = (kind: PreviewKind, contact: Candidate & { contact_id: Uuid | null }) =>
      showPreview(kind, contact, prepared.content, pricing, (components) =>
        showComponents(components, prepared.file, linksOf(organizationId)),
      )
    if (!seesContacts) return { data: [show('missing', NOBODY)] }
    if (contactId !== null) return { data: [show('chosen', await chosen(actor, row, prepared, contactId))] }
    const sample = await sampleOf(actor, row, prepared)
    return { data: shownOf(sample).map(({ kind, one }) => show(kind, one.contact)) }
  }
}

const MAY_NOT_CHOOSE = refusal('permission_denied', 'permission_missing', { permissions: ['contacts.view'] })

async function storedPriceList(reads: Tx, id: Uuid): Promise<PriceList> {
  const list = await reads.row<PriceListRow>(pricingQueries.byId(id))
  if (!list) throw new Error('the price list of a campaign is not stored')
  return readPriceList(list)
}
