// Price lists: published once, never edited, so what was read may be kept for a while.

import * as audit from '#audit/actions.ts'
import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database.ts'
import { emit } from '#kit/events.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { absent, absentIn, invalid, Refusal } from '#kit/refusals.ts'
import { publicId, seconds } from '#kit/wire.ts'
import * as organizationQueries from '#organizations/queries.ts'
import { priceListPublished } from './events.ts'
import * as queries from './queries.ts'
import type { PriceListRow } from './queries.ts'
import { definitionOf, effectiveFrom, type PriceList, priceFaults, readPriceList } from './rules.ts'
import { type NewPriceList, type PriceListQuery, showPublished } from './schema.ts'

/** How long a process may not notice a newly published list. One that takes over later does so at its instant. */
const PRICE_LIST_KEPT_MS = 3000
const ORGANIZATIONS_MAX = 50_000

export type PriceLists = (organizationId: string, at: Date) => Promise<PriceList>

interface Kept {
  list: PriceList
  endsAt: Date | null
  until: number
}

export function createPriceLists(app: App): PriceLists {
  const kept = new Map<string, Kept>()
  const holds = ({ list, endsAt, until }: Kept, at: Date) =>
    until > performance.now() && list.effectiveFrom <= at && (endsAt === null || at < endsAt)
  return async (organizationId, at) => {
    const known = kept.get(organizationId)
    if (known && holds(known, at)) return known.list
    const row = await app.database.reads.row<queries.InForceRow>(queries.inForce(organizationId, at))
    if (!row) throw new Error('no price list is in force')
    const list = readPriceList(row)
    if (kept.size >= ORGANIZATIONS_MAX) kept.clear()
    kept.set(organizationId, { list, endsAt: row.ends_at, until: performance.now() + PRICE_LIST_KEPT_MS })
    return list
  }
}

/** For everybody, or for the organization of a contract. What was sent before it takes effect keeps its price. */
export async function publish(tx: Tx, doer: audit.Doer, input: NewPriceList, at: Date): Promise<PriceListRow> {
  const { name, organization_id: organizationId = null, sms_unit = 'message', prices } = input
  const faults = priceFaults(prices)
  if (faults.length > 0) {
    const detail = faults.map(({ field, message }) => `${field} ${message}`).join('; ')
    throw new Refusal('invalid_content', detail, faults)
  }
  if (name.trim() === '') throw invalid('name', 'must not be blank')
  const begins = effectiveFrom(input.effective_from ?? null, at)
  if (begins === null)
    throw invalid('effective_from', 'must not lie in the past: prices of what was sent stay. Leave it out for now')
  if (organizationId !== null && !(await tx.row(organizationQueries.byId(organizationId))))
    throw absentIn('organization_id', 'organization')

  const definition = definitionOf(sms_unit, prices)
  const id = newUuid(at.getTime())
  const row = { id, org_id: organizationId, name, effective_from: begins, definition, published_at: at }
  await tx.run(queries.insert(row))
  if (organizationId !== null) await emit(tx, organizationId, at, [priceListPublished(row)])
  audit.record(tx, { organizationId: organizationId ?? audit.INSTALLATION, at }, doer, {
    action: 'price_list.published',
    object: publicId('plist', id),
    details: { name, effective_from: seconds(begins) },
  })
  return row
}

/** All of the installation. */
export async function list(tx: Tx, query: PriceListQuery) {
  checkPage(query)
  await checkCursor(query, async (id) => (await tx.row(queries.byId(id))) !== undefined)
  return envelope(query, await tx.rows<PriceListRow>(queries.list(query)), showPublished)
}

export async function find(tx: Tx, id: Uuid): Promise<PriceListRow> {
  const row = await tx.row<PriceListRow>(queries.byId(id))
  if (!row) throw absent('price list')
  return row
}
