// Plan lists: published once, never edited. Read when a payment is opened and when the price is shown.

import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import { emit } from '#events/actions.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { formatMicros } from '#kit/money.ts'
import { absent, absentIn, invalid } from '#kit/refusals.ts'
import { publicId, seconds } from '#kit/wire.ts'
import * as invoices from '#money/invoices/actions.ts'
import { effectiveFrom } from '#money/pricing/rules.ts'
import * as audit from '#people/audit/actions.ts'
import * as organizationQueries from '#people/organizations/queries.ts'
import { planListPublished } from './events.ts'
import type { PlanListInForce, PlanListRow } from './queries.ts'
import * as queries from './queries.ts'
import { type PlanList, PREMIUM_PRICE_MAX, PREMIUM_PRICE_MIN, TAX_PERCENT_DEFAULT } from './rules.ts'
import type { NewPlanList, PlanListQuery } from './schema.ts'
import { showPlans, showPublished } from './show.ts'

/** The list that applies to a payment opened now, for as long as it can be paid. */
export async function planListFor(tx: Tx, organizationId: Uuid, at: Date): Promise<PlanList> {
  return readPlanList(await rowInForce(tx, organizationId, at))
}

/** The organization's plan prices with the tax of its place of supply. */
export async function shownPlans(tx: Tx, organizationId: Uuid, supplier: invoices.Supplier, at: Date) {
  const row = await rowInForce(tx, organizationId, at)
  const next = row.ends_at && (await rowInForce(tx, organizationId, row.ends_at))
  const placeOfSupply = await invoices.placeOfSupplyTo(tx, organizationId, supplier)
  const upcoming = next && next.id !== row.id ? readPlanList(next) : null
  return showPlans(readPlanList(row), upcoming, { supplier: supplier.stateCode, placeOfSupply })
}

async function rowInForce(tx: Tx, organizationId: Uuid, at: Date): Promise<PlanListInForce> {
  const row = await tx.row<PlanListInForce>(queries.inForce(organizationId, at))
  if (!row) throw new Error('no plan list is in force')
  return row
}

function readPlanList({ id, name, effective_from, premium_micros, tax_percent }: PlanListRow): PlanList {
  return { id, name, effectiveFrom: effective_from, premiumMicros: premium_micros, taxPercent: tax_percent }
}

/** For all organizations, or for the one with a contract. Payments opened before it takes effect keep their price. */
export async function publish(tx: Tx, doer: audit.Doer, input: NewPlanList, at: Date): Promise<PlanListRow> {
  const {
    name,
    organization_id: organizationId = null,
    premium_price: price,
    tax_percent = TAX_PERCENT_DEFAULT,
  } = input
  if (name.trim() === '') throw invalid('name', 'blank')
  if (price < PREMIUM_PRICE_MIN)
    throw invalid('premium_price', 'amount_too_small', { min: formatMicros(PREMIUM_PRICE_MIN) })
  if (price > PREMIUM_PRICE_MAX)
    throw invalid('premium_price', 'amount_too_large', { max: formatMicros(PREMIUM_PRICE_MAX) })
  const begins = effectiveFrom(input.effective_from ?? null, at)
  if (begins === null) throw invalid('effective_from', 'prices_in_past')
  if (organizationId !== null && !(await tx.row(organizationQueries.byId(organizationId))))
    throw absentIn('organization_id', 'organization')
  const row: PlanListRow = {
    id: newUuid(at.getTime()),
    org_id: organizationId,
    name,
    effective_from: begins,
    premium_micros: price,
    tax_percent,
    published_at: at,
  }
  await tx.run(queries.insert(row))
  if (organizationId !== null) await emit(tx, organizationId, at, [planListPublished(row)])
  audit.record(tx, { organizationId: organizationId ?? audit.INSTALLATION, at }, doer, {
    action: 'plan_list.published',
    object: publicId('planl', row.id),
    details: { name, premium_price: formatMicros(price), tax_percent, effective_from: seconds(begins) },
  })
  return row
}

/** All lists of the installation. */
export async function list(tx: Tx, query: PlanListQuery) {
  checkPage(query)
  await checkCursor(query, async (id) => (await tx.row(queries.byId(id))) !== undefined)
  return envelope(query, await tx.rows<PlanListRow>(queries.list(query)), showPublished)
}

export async function find(tx: Tx, id: Uuid): Promise<PlanListRow> {
  const row = await tx.row<PlanListRow>(queries.byId(id))
  if (!row) throw absent('plan list')
  return row
}
