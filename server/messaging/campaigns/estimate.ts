// Estimates a campaign's cost and its unreachable contacts: reads the audience in pieces and applies the rules of its
// batches. Writes nothing.

import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { indianMonth } from '#kit/india/calendar.ts'
import { evaluated } from '#messaging/contacts/segments/evaluation.ts'
import { filterFrom } from '#messaging/contacts/segments/rules.ts'
import type { PriceList } from '#money/pricing/rules.ts'
import * as walletQueries from '#money/wallet/queries.ts'
import { type Audience, type AudienceRow, nextOfAudience } from './audience-queries.ts'
import type { Prepared } from './content.ts'
import { KeySet } from './key-set.ts'
import type { CampaignRow } from './queries.ts'
import { fillFor, reservedKind, type SkipReason, unitsFor } from './recipients.ts'

/** Contacts per query. */
export const PIECE = 5000

export interface Counted {
  recipients: number
  units: bigint
  skipped: ReadonlyMap<SkipReason, number>
}

export const audienceOf = (
  organizationId: Uuid,
  row: Pick<CampaignRow, 'channel' | 'list_ids' | 'exclude_list_ids'>,
  /** In their stored form. */
  filters: readonly unknown[],
  { content }: Prepared,
  at: Date,
): Audience => ({
  organizationId,
  channel: row.channel,
  listIds: row.list_ids,
  filters: filters.map((filter) => filterFrom(filter)),
  excludedListIds: row.exclude_list_ids,
  at,
  needsConsent: content.needsConsent,
})

/** Counts run one at a time per organization and process; later ones wait. */
const counting = new Map<Uuid, Promise<unknown>>()

/** Counts an audience, each contact once and each address once. */
export async function count(app: App, audience: Audience, prepared: Prepared, priceList: PriceList): Promise<Counted> {
  const { organizationId } = audience
  const before = counting.get(organizationId) ?? Promise.resolve()
  const mine = before.then(() => countNow(app, audience, prepared, priceList))
  const settled = mine.catch(() => {})
  counting.set(organizationId, settled)
  try {
    return await mine
  } finally {
    if (counting.get(organizationId) === settled) counting.delete(organizationId)
  }
}

async function countNow(app: App, audience: Audience, { content }: Prepared, priceList: PriceList): Promise<Counted> {
  const kind = reservedKind(content)
  const keys = new KeySet()
  const skipped = new Map<SkipReason, number>()
  let recipients = 0
  let units = 0n
  for (let after: Uuid | null = null; ; ) {
    const next = nextOfAudience(audience, after, PIECE)
    const rows: AudienceRow[] = await evaluated(app, audience.organizationId, (tx) => tx.rows<AudienceRow>(next))
    for (const row of rows) {
      if (row.is_part === null) continue
      const filled = fillFor(row, content)
      const why = typeof filled === 'string' ? filled : keys.add(filled.key) ? null : 'duplicate_address'
      if (why !== null || typeof filled === 'string') {
        const reason = why ?? (filled as SkipReason)
        skipped.set(reason, (skipped.get(reason) ?? 0) + 1)
        continue
      }
      recipients++
      units += BigInt(unitsFor(priceList, kind, filled.content.text))
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < PIECE) return { recipients, units, skipped }
    after = last.contact_id
  }
}

/** The month's message count on the channel. */
export async function takenOn(tx: Tx, organizationId: Uuid, channel: string, at: Date): Promise<bigint> {
  const rows = await tx.rows<walletQueries.CounterRow>(walletQueries.counters(organizationId, indianMonth(at)))
  return new Map(rows.map((row) => [row.channel, row.message_count])).get(channel) ?? 0n
}
