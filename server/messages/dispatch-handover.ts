// One delivery handed over to its provider, outside any transaction: what becomes of it, whatever happens.

import type { Handover, Letter, Providers } from '#channels/providers/index.ts'
import type { App } from '#kit/app.ts'
import { handoverSeconds } from '#kit/metrics.ts'
import type { ClaimedRow } from './dispatch-queries.ts'
import { destinationOf, type Outcome, outcomeOf, withdrawnOutcome } from './dispatch-rules.ts'

/** Never throws. */
export type HandOver = (claimed: ClaimedRow) => Promise<Outcome>

export function createHandOver(app: App, providers: Providers): HandOver {
  const { clock, log } = app

  async function toProvider({ channel }: ClaimedRow, letter: Omit<Letter, 'at'>): Promise<Handover> {
    const provider = providers[channel]
    if (!provider)
      return { became: 'refused', code: 'channel_unavailable', detail: `The channel ${channel} is not set up.` }
    const { organizationId, deliveryId } = letter
    const begun = performance.now()
    const handover = await provider.send({ ...letter, at: clock() }).catch((err): Handover => {
      // A provider never throws; one that does has a defect, and nobody knows how far it came.
      log.error({ err, organization_id: organizationId, delivery_id: deliveryId }, 'a provider failed')
      return { became: 'unknown', detail: 'The program failed while it was handing it over.' }
    })
    handoverSeconds.observe({ channel, outcome: handover.became }, (performance.now() - begun) / 1000)
    return handover
  }

  return async (claimed) => {
    const { contact_id: contactId, contact, display_name: name, subject, text, html } = claimed
    if (!claimed.has_content || contactId === null || contact === null) return withdrawnOutcome(claimed)
    const destination = destinationOf(claimed, contact)
    if ('outcome' in destination) return destination.outcome
    const { address } = destination
    const content = { name, earlier: claimed.earlier ?? [], subject, text, html }
    const letter = { organizationId: claimed.org_id, deliveryId: claimed.id, contactId, address, ...content }
    const handover = await toProvider(claimed, letter)
    return { ...outcomeOf(claimed, handover, clock(), Math.random()), address }
  }
}
