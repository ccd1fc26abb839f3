// The report of a campaign: counts, days and deliveries.

import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import type { Actor, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { type ComponentsRow, componentsOfVersions } from '#messaging/templates/component-queries.ts'
import * as campaigns from '../actions.ts'
import type { CampaignRow } from '../queries.ts'
import type { CampaignDeliveryQuery, CampaignQuery } from '../schema.ts'
import { type Progress, showListedCampaign } from '../show.ts'
import * as countQueries from './count-queries.ts'
import { RATE_MS } from './counts.ts'
import * as queries from './queries.ts'
import { showDays, showListed, showReport } from './show.ts'

/** A page of campaigns, each with its progress. */
export async function list(tx: Tx, actor: Actor, query: CampaignQuery) {
  const { organizationId } = actor
  const rows = await campaigns.list(tx, actor, query)
  const started = rows.flatMap(({ id, started_at: at }) => (at === null ? [] : [{ id, at: at.getTime() }]))
  const since = new Date(Math.min(...started.map(({ at }) => at)))
  const ids = started.map(({ id }) => id)
  const found = ids.length === 0 ? [] : await tx.rows<Progress>(countQueries.progress(organizationId, ids, since))
  const progressOf = new Map(found.map((one) => [one.id, one]))
  return envelope(query, rows, (row) => showListedCampaign(row, progressOf.get(row.id)))
}

/** Reads a bounded number of rows, however many recipients the campaign has. */
export async function report(tx: Tx, { organizationId, at }: Scope, id: Uuid) {
  const row = await campaigns.find(tx, { organizationId }, id)
  const since = row.started_at ?? row.created_at
  const [counted, cost, components] = await Promise.all([
    tx.rows<countQueries.CountRow>(countQueries.counts(organizationId, id, new Date(at.getTime() - RATE_MS))),
    tx.row<queries.CostRow>(queries.cost(organizationId, id, since)),
    componentsOf(tx, organizationId, row),
  ])
  return showReport(row, { counted, cost: cost?.cost_micros ?? 0n, components })
}

/** The components of the template version that it was started with. */
async function componentsOf(tx: Tx, organizationId: Uuid, { template_id, template_version: version }: CampaignRow) {
  if (template_id === null || version === null) return null
  const found = await tx.row<ComponentsRow>(componentsOfVersions(organizationId, [{ template_id, version }]))
  return found?.template_components ?? null
}

/** Every day on which something was charged or happened, in order. */
export async function days(tx: Tx, { organizationId }: Pick<Scope, 'organizationId'>, id: Uuid) {
  const row = await campaigns.find(tx, { organizationId }, id)
  const since = row.started_at ?? row.created_at
  const [counted, cost] = await Promise.all([
    tx.rows<countQueries.DayRow>(countQueries.days(organizationId, id)),
    tx.rows<queries.DayCostRow>(queries.costByDay(organizationId, id, since)),
  ])
  return { data: showDays(row, counted, cost) }
}

export async function deliveries(tx: Tx, actor: Actor, id: Uuid, query: CampaignDeliveryQuery) {
  checkPage(query)
  await campaigns.find(tx, actor, id)
  const { organizationId } = actor
  await checkCursor(query, async (cursor) => (await tx.row(queries.delivery(organizationId, id, cursor))) !== undefined)
  const seesContacts = actor.permissions.has('contacts.view')
  const rows = await tx.rows<queries.ListedRow>(queries.deliveries(organizationId, id, query))
  return envelope(query, rows, (row) => showListed(row, seesContacts))
}
