// Campaign data for dispatch: the content of a delivery without a message, whether its campaign allows sending, and
// whether its contact's current address was already served.

import type { App } from '#kit/app.ts'
import { sqlState, UNIQUE_VIOLATION } from '#kit/database/errors.ts'
import type { Uuid } from '#kit/ids.ts'
import { Refusal } from '#kit/refusals.ts'
import { Remembered } from '#kit/remembered.ts'
import { channels } from '#messaging/channels/channels.ts'
import { renderTemplate, type TemplateContent, type Variables } from '#messaging/templates/rules.ts'
import { type Prepared, prepareStarted } from './content.ts'
import * as dispatchQueries from './dispatch-queries.ts'
import { paceOf } from './pacing.ts'
import type { CampaignRow } from './queries.ts'
import * as queries from './queries.ts'
import { keyOf } from './recipients.ts'
import { mayDispatch, outsideQuietHours, type QuietHours } from './rules.ts'
import { createCampaignLinks } from './tracking/links.ts'
import { trackedContent } from './tracking/rules.ts'

/** A started campaign's content never changes. */
const WORDS_KEPT_MS = 600_000
/** How long the state is cached: with the claims in progress, less than the 2 s of spec 15.12. */
const STATE_KEPT_MS = 250
const CAMPAIGNS_MAX = 1000

export interface CampaignDelivery {
  org_id: Uuid
  campaign_id: Uuid
  recipient_number: number
  id: Uuid
  variables: Variables
}

export interface CampaignWords {
  /** True if contacts can stop only such messages on the channel. */
  isMarketing: boolean
  content: TemplateContent
  templateId: Uuid | null
  templateVersion: number | null
}

export interface CampaignDispatch {
  wordsOf(delivery: CampaignDelivery): Promise<CampaignWords>
  /** When a delivery may be sent: now, at the end of the quiet hours, or null while the campaign may not send. */
  leavesFrom(organizationId: Uuid, campaignId: Uuid, now: Date): Promise<Date | null>
  /** False if another recipient has the address and receives the message. */
  takeAddress(delivery: CampaignDelivery, address: string): Promise<boolean>
}

export function createCampaignDispatch(app: App): CampaignDispatch {
  const { database } = app
  const links = createCampaignLinks(app)
  const words = new Remembered<Prepared & { isTracked: boolean }>(
    async (key) => {
      const [organizationId, id] = key.split(' ') as [Uuid, Uuid]
      const row = await database.reads.row<CampaignRow>(queries.byId(organizationId, id))
      if (!row) throw new Error('a delivery is of a campaign that is not stored')
      return { ...(await prepareStarted(database.reads, organizationId, row)), isTracked: row.track }
    },
    { keptMs: WORDS_KEPT_MS, keysMax: CAMPAIGNS_MAX },
  )
  const states = new Remembered<{ isOpen: boolean; quiet: QuietHours | null }>(
    async (key) => {
      const [organizationId, id] = key.split(' ') as [Uuid, Uuid]
      const row = await database.reads.row<CampaignRow>(queries.byId(organizationId, id))
      if (!row) return { isOpen: false, quiet: null }
      const state = { status: row.status, pauseReasons: row.pause_reasons }
      return { isOpen: mayDispatch(state), quiet: paceOf(row).quiet }
    },
    { keptMs: STATE_KEPT_MS, keysMax: CAMPAIGNS_MAX },
  )
  return {
    async wordsOf({ org_id, campaign_id, id, variables }) {
      const { content, version, isTracked } = await words.get(`${org_id} ${campaign_id}`)
      const rendered = renderTemplate(content.read, variables)
      if (rendered instanceof Refusal) throw rendered
      const isMarketing = content.category === 'marketing' && channels[content.channel].stopsMarketing === true
      const mail = { organizationId: org_id, deliveryId: id }
      const shown = isTracked
        ? trackedContent(rendered, {
            linkTo: (url) => links.linkTo(mail, url),
            image: links.imageOf(mail),
            untouched: links.untouched,
          })
        : rendered
      return { isMarketing, content: shown, templateId: content.templateId as Uuid | null, templateVersion: version }
    },
    async leavesFrom(organizationId, campaignId, now) {
      const { isOpen, quiet } = await states.get(`${organizationId} ${campaignId}`)
      return isOpen ? outsideQuietHours(now, quiet) : null
    },
    async takeAddress({ org_id, campaign_id, recipient_number }, address) {
      const recipient = { campaignId: campaign_id, number: recipient_number }
      try {
        const taken = await database.transaction(
          (tx) => tx.row(dispatchQueries.takeAddress(org_id, recipient, keyOf(address))),
          org_id,
        )
        return taken !== undefined
      } catch (error) {
        if (sqlState(error) === UNIQUE_VIOLATION) return false
        throw error
      }
    },
  }
}
