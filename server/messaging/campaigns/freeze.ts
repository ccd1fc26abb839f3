// Writes the recipients of a campaign that was started, piece by piece behind the wallet's lock: a contact that is
// deleted or merged meanwhile is found by its recipient's row, or is not written at all.

import type { App, Scope } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import type { PriceList } from '#money/pricing/rules.ts'
import * as wallet from '#money/wallet/actions.ts'
import { reserve } from '#money/wallet/reservations.ts'
import { availableOf } from '#money/wallet/rules.ts'
import { type AudienceRow, existingContacts, nextOfAudience } from './audience-queries.ts'
import type { Prepared } from './content.ts'
import { costOfUnits, remainderAfter } from './cost-rules.ts'
import { audienceOf, PIECE, takenOn } from './estimate.ts'
import * as fanOut from './fan-out-queries.ts'
import type { CampaignRow } from './queries.ts'
import * as queries from './queries.ts'
import { fillFor, reservedKind, unitsFor } from './recipients.ts'
import { noteSkipped } from './report/counts.ts'

const mayFreeze = ({ status, frozen_at, started_at }: CampaignRow): boolean =>
  status === 'running' && frozen_at === null && started_at !== null

/** Writes the next piece; false where there is none left to write, or the campaign is not running. */
export async function freezePiece(
  app: App,
  { organizationId, at }: Scope,
  campaignId: Uuid,
  prepared: Prepared,
  priceList: PriceList,
): Promise<boolean> {
  const scope = { organizationId, at }
  const kind = reservedKind(prepared.content)
  return app.database.transaction(async (tx) => {
    const before = await tx.row<CampaignRow>(queries.byId(organizationId, campaignId))
    if (!before || !mayFreeze(before)) return false
    const audience = audienceOf(organizationId, before, before.filters ?? [], prepared, before.started_at as Date)
    // Before the lock: a filter may look at many contacts.
    const rows = await tx.rows<AudienceRow>(nextOfAudience(audience, before.frozen_to, PIECE))
    const walletState = await wallet.lock(tx, organizationId)
    const row = await tx.row<CampaignRow>(queries.lock(organizationId, campaignId))
    if (!row || !mayFreeze(row) || row.frozen_to !== before.frozen_to) return false
    const found = await tx.rows<{ id: Uuid }>(
      existingContacts(
        organizationId,
        rows.map(({ contact_id }) => contact_id),
      ),
    )
    const existing = new Set(found.map(({ id }) => id))
    const filled = rows.flatMap((one) =>
      one.is_part === null || !existing.has(one.contact_id) ? [] : [{ one, filled: fillFor(one, prepared.content) }],
    )
    const keys = filled.flatMap(({ filled }) => (typeof filled === 'string' ? [] : [filled.key]))
    const taken = await tx.rows<{ address: string }>(fanOut.takenAddresses(organizationId, campaignId, keys))
    const served = new Set(taken.map(({ address }) => address))
    let number = row.recipient_count
    const recipients = filled.map(({ one, filled }): fanOut.NewRecipient => {
      number++
      const common = { number, contactId: one.contact_id, listId: one.list_id }
      if (typeof filled === 'string') return { ...common, address: null, reason: filled, units: 1 }
      if (served.has(filled.key)) return { ...common, address: null, reason: 'duplicate_address', units: 1 }
      served.add(filled.key)
      return { ...common, address: filled.key, reason: null, units: unitsFor(priceList, kind, filled.content.text) }
    })
    if (recipients.length > 0) await tx.run(fanOut.insertRecipients(organizationId, campaignId, recipients))
    noteSkipped(tx, scope, campaignId, recipients)
    const waiting = recipients.filter(({ reason }) => reason === null)
    const units = waiting.reduce((sum, one) => sum + BigInt(one.units), 0n)
    const isComplete = rows.length < PIECE
    const frozenTo = rows.at(-1)?.contact_id ?? row.frozen_to
    const frozen = { frozenTo, isComplete, recipients: number, waiting: waiting.length, units }
    await tx.run(fanOut.noteFrozen(scope, campaignId, frozen))
    if (isComplete) {
      // Priced again: who left since the start is not paid for.
      const total = costOfUnits(
        priceList,
        kind,
        await takenOn(tx, organizationId, row.channel, at),
        row.waiting_units + units,
      ).total
      const max = row.max_total_micros ?? total
      const needed = total < max ? total : max
      const available = availableOf(walletState)
      const reserved = remainderAfter({ needed, left: row.reserved_micros, available })
      await tx.run(fanOut.setReserved(organizationId, campaignId, reserved))
      await reserve(tx, organizationId, walletState, reserved - row.reserved_micros, at)
    }
    return !isComplete
  }, organizationId)
}
