// Price lists: published once, never edited, and therefore cached.

import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import { emit } from '#events/actions.ts'
import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { gathered } from '#kit/gathered.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { absent, absentIn, invalid, invalidFields } from '#kit/refusals.ts'
import { Remembered } from '#kit/remembered.ts'
import { publicId, seconds } from '#kit/wire.ts'
import * as audit from '#people/audit/actions.ts'
import * as organizationQueries from '#people/organizations/queries.ts'
import { priceListPublished } from './events.ts'
import type { PriceListRow } from './queries.ts'
import * as queries from './queries.ts'
import { definitionOf, effectiveFrom, type PriceList, priceErrors, readPriceList } from './rules.ts'
import type { NewPriceList, PriceListAssignment, PriceListQuery } from './schema.ts'
import { showPublished } from './show.ts'

/**
 * Maximum delay until a process uses a newly published list, in milliseconds. A list with a later start is applied at
 * its exact time.
 */
const PRICE_LIST_KEPT_MS = 3000
const ORGANIZATIONS_MAX = 50_000
/** Maximum number of an organization's own future lists that are shown. */
const COMING_MAX = 100

export type PriceLists = (organizationId: string, at: Date) => PriceList | Promise<PriceList>

interface InForce {
  list: PriceList
  endsAt: Date | null
}

export function createPriceLists(app: App): PriceLists {
  const read = gathered<Uuid, InForce>(async (ids) => {
    const rows = await app.database.reads.rows<queries.InForceRow>(queries.inForce(ids, app.clock()))
    return new Map(rows.map((row) => [row.org_id, { list: readPriceList(row), endsAt: row.ends_at }]))
  })
  const remembered = new Remembered<InForce>(
    async (organizationId, isAhead) => {
      const found = await read(organizationId, isAhead)
      if (!found) throw new Error('no price list is in force')
      return found
    },
    { keptMs: PRICE_LIST_KEPT_MS, keysMax: ORGANIZATIONS_MAX },
  )
  return (organizationId, at) => {
    const holds = ({ list, endsAt }: InForce) => list.effectiveFrom <= at && (endsAt === null || at < endsAt)
    const found = remembered.get(organizationId, holds)
    return found instanceof Promise ? found.then(({ list }) => list) : found.list
  }
}

/**
 * For all organizations, or for the one with a contract. Messages sent before the list takes effect keep their price.
 */
export async function publish(tx: Tx, doer: audit.Doer, input: NewPriceList, at: Date): Promise<PriceListRow> {
  const { name, organization_id: organizationId = null, sms_unit = 'message', prices } = input
  const errors = priceErrors(prices)
  if (errors.length > 0) throw invalidFields('invalid_content', errors)
  if (name.trim() === '') throw invalid('name', 'blank')
  const begins = effectiveFrom(input.effective_from ?? null, at)
  if (begins === null) throw invalid('effective_from', 'prices_in_past')
  if (organizationId !== null && !(await tx.row(organizationQueries.byId(organizationId))))
    throw absentIn('organization_id', 'organization')

  const definition = definitionOf(sms_unit, prices)
  return store(tx, doer, { org_id: organizationId, name, effective_from: begins, definition }, at)
}

/** Publishes the prices of an existing list as the organization's own list, because no list ever changes. */
export async function assign(
  tx: Tx,
  doer: audit.Doer,
  organizationId: Uuid,
  input: PriceListAssignment,
  at: Date,
): Promise<PriceListRow> {
  const source = await tx.row<PriceListRow>(queries.byId(input.price_list_id))
  if (!source) throw absentIn('price_list_id', 'price list')
  const { name = source.name, effective_from = null } = input
  if (name.trim() === '') throw invalid('name', 'blank')
  const begins = effectiveFrom(effective_from, at)
  if (begins === null) throw invalid('effective_from', 'prices_in_past')
  if (!(await tx.row(organizationQueries.byId(organizationId)))) throw absent('organization')
  const { definition } = source
  return store(tx, doer, { org_id: organizationId, name, effective_from: begins, definition }, at)
}

async function store(
  tx: Tx,
  doer: audit.Doer,
  list: Omit<PriceListRow, 'id' | 'published_at'>,
  at: Date,
): Promise<PriceListRow> {
  const id = newUuid(at.getTime())
  const row = { ...list, id, published_at: at }
  const { org_id: organizationId, name, effective_from: begins } = row
  await tx.run(queries.insert(row))
  if (organizationId !== null) await emit(tx, organizationId, at, [priceListPublished(row)])
  audit.record(tx, { organizationId: organizationId ?? audit.INSTALLATION, at }, doer, {
    action: 'price_list.published',
    object: publicId('plist', id),
    details: { name, effective_from: seconds(begins) },
  })
  return row
}

/** All lists of the installation. */
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

/** The price list in force per organization. */
export async function inForce(tx: Tx, organizationIds: readonly Uuid[], at: Date): Promise<Map<Uuid, PriceListRow>> {
  const rows = await tx.rows<queries.RowInForce>(queries.rowsInForce(organizationIds, at))
  return new Map(rows.map(({ organization_id, ...row }) => [organization_id, row]))
}

/** An organization's own future lists, the earliest first. */
export function coming(tx: Tx, organizationId: Uuid, at: Date): Promise<PriceListRow[]> {
  return tx.rows<PriceListRow>(queries.coming(organizationId, at, COMING_MAX))
}
