// Price lists: published once, never edited, so what was read may be kept for a while.

import type { App } from '#kit/app.ts'
import * as queries from './queries.ts'
import { type PriceList, readTiers } from './rules.ts'

/** How long a process may not notice a newly published list. */
const PRICE_LIST_KEPT_MS = 3000
const ORGANIZATIONS_MAX = 50_000

export type PriceLists = (organizationId: string, at: Date) => Promise<PriceList>

export function createPriceLists(app: App): PriceLists {
  const kept = new Map<string, { list: PriceList; until: number }>()
  return async (organizationId, at) => {
    const known = kept.get(organizationId)
    if (known && known.until > performance.now()) return known.list
    const row = await app.database.reads.row<queries.PriceListRow>(queries.inForce(organizationId, at))
    if (!row) throw new Error('no price list is in force')
    const list = { id: row.id, name: row.name, effectiveFrom: row.effective_from, tiers: readTiers(row.definition) }
    if (kept.size >= ORGANIZATIONS_MAX) kept.clear()
    kept.set(organizationId, { list, until: performance.now() + PRICE_LIST_KEPT_MS })
    return list
  }
}
