// Writes the recipients of a started campaign in pieces, under the wallet's lock: a contact that is deleted or merged
// in the meantime is found through its recipient, or is not written at all.

import type { App, Scope } from '#kit/app.ts'
import { keepPlans, planByKey } from '#kit/database/by-key.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { PriceList } from '#money/pricing/rules.ts'
import * as wallet from '#money/wallet/actions.ts'
import { reserve } from '#money/wallet/reservations.ts'
import { availableOf } from '#money/wallet/rules.ts'
import { type AudienceRow, existingContacts, nextOfAudience } from './audience-queries.ts'
import type { Prepared } from './content.ts'
import { costOfUnits, remainderAfter } from './cost-rules.ts'
import { audienceOf, takenOn } from './estimate.ts'
import * as fanOut from './fan-out-queries.ts'
import type { CampaignRow } from './queries.ts'
import * as queries from './queries.ts'
import { fillFor, reservedKind, unitsFor } from './recipients.ts'
import { noteSkipped } from './report/counts.ts'

const mayFreeze = ({ status, frozen_at, started_at }: CampaignRow): boolean =>
  status === 'running' && frozen_at === null && started_at !== null

/** Writes the next piece, of `limit` contacts at most. Resolves to their number, 0 if the campaign is not running. */
export async function freezePiece(
  app: App,
  { organizationId, at }: Scope,
  campaignId: Uuid,
  prepared: Prepared,
  priceList: PriceList,
  limit: number,
): Promise<number> {
  const scope = { organizationId, at }
  const kind = reservedKind(prepared.content)
  return app.database.transaction(async (tx) => {
    const before = await tx.row<CampaignRow>(queries.byId(organizationId, campaignId))
    if (!before || !mayFreeze(before)) return 0
    const audience = audienceOf(organizationId, before, before.filters ?? [], prepared, before.started_at as Date)
    // Before taking the lock: a filter may read many contacts.
    const rows = await tx.rows<AudienceRow>(nextOfAudience(audience, before.frozen_to, limit))
    // Replans for the table's current size, which may have grown from nothing to a million recipients.
    await tx.run(planByKey())
    const walletState = await wallet.lock(tx, organizationId)
    const row = await tx.row<CampaignRow>(queries.lock(organizationId, campaignId))
    if (!row || !mayFreeze(row) || row.frozen_to !== before.frozen_to) return 0
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
    const asked = filled.map(({ one, filled }, place): fanOut.NewRecipient => {
      const common = { number: row.recipient_count + place + 1, contactId: one.contact_id, listId: one.list_id }
      if (typeof filled === 'string') return { ...common, address: null, reason: filled, units: 1 }
      return { ...common, address: filled.key, reason: null, units: unitsFor(priceList, kind, filled.content.text) }
    })
    await tx.run(keepPlans())
    const recipients = await write(tx, organizationId, campaignId, asked)
    noteSkipped(tx, scope, campaignId, recipients)
    const waiting = recipients.filter(({ reason }) => reason === null)
    const units = waiting.reduce((sum, one) => sum + BigInt(one.units), 0n)
    const isComplete = rows.length < limit
    const frozenTo = rows.at(-1)?.contact_id ?? row.frozen_to
    const frozen = {
      frozenTo,
      isComplete,
      recipients: row.recipient_count + recipients.length,
      waiting: waiting.length,
      units,
    }
    await tx.run(fanOut.noteFrozen(scope, campaignId, frozen))
    if (isComplete) {
      // Calculated again: contacts that left since the start are not paid for.
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
    return rows.length
  }, organizationId)
}

/** Of several recipients with one address the first receives it; the others are skipped. In no particular order. */
async function write(
  tx: Tx,
  organizationId: Uuid,
  campaignId: Uuid,
  asked: readonly fanOut.NewRecipient[],
): Promise<fanOut.NewRecipient[]> {
  if (asked.length === 0) return []
  const rows = await tx.rows<{ number: number }>(fanOut.insertRecipients(organizationId, campaignId, asked))
  const written = new Set(rows.map(({ number }) => number))
  const duplicates = asked
    .filter(({ number }) => !written.has(number))
    .map((one) => ({ ...one, address: null, reason: 'duplicate_address' as const, units: 1 }))
  if (duplicates.length > 0) await tx.run(fanOut.insertRecipients(organizationId, campaignId, duplicates))
  return [...asked.filter(({ number }) => written.has(number)), ...duplicates]
}
