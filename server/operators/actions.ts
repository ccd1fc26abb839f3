// Operators' view of organizations, and their decisions about them.

import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import type { Actor } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { indianMonth } from '#kit/india/calendar.ts'
import { absent, refusal } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import * as priceLists from '#money/pricing/actions.ts'
import * as audit from '#people/audit/actions.ts'
import { changes } from '#people/audit/rules.ts'
import * as organizations from '#people/organizations/actions.ts'
import type { DecisionRow, OperatedRow } from './queries.ts'
import * as queries from './queries.ts'
import type { EnterpriseDecision, OperatedOrganizationQuery } from './schema.ts'
import { type Counted, showEnterprise, showOperated } from './show.ts'

const MONTHS_SHOWN_MAX = 100

export async function list(tx: Tx, query: OperatedOrganizationQuery, at: Date) {
  checkPage(query)
  await checkCursor(query, async (id) => (await tx.row(queries.byId(id))) !== undefined)
  const rows = await tx.rows<OperatedRow>(queries.list(query))
  const counted = await count(tx, rows, at)
  return envelope(query, rows, (row) => showOperated(row, counted(row)))
}

export async function find(tx: Tx, id: Uuid, at: Date) {
  const row = await rowOf(tx, id)
  return showOperated(row, (await count(tx, [row], at))(row))
}

async function rowOf(tx: Tx, id: Uuid): Promise<OperatedRow> {
  const row = await tx.row<OperatedRow>(queries.byId(id))
  if (!row) throw absent('organization')
  return row
}

/** Three statements per page, regardless of its size. */
async function count(tx: Tx, rows: readonly OperatedRow[], at: Date): Promise<(row: OperatedRow) => Counted> {
  const ids = rows.map(({ id }) => id)
  const month = indianMonth(at)
  const [members, messages, lists] = await Promise.all([
    tx.rows<queries.MembersRow>(queries.countMembers(ids)),
    tx.rows<queries.MonthRow>(queries.countMessages(ids, month)),
    priceLists.inForce(tx, ids, at),
  ])
  const membersOf = new Map(members.map(({ org_id, member_count }) => [org_id, Number(member_count)]))
  const messagesOf = Map.groupBy(messages, ({ org_id }) => org_id)
  return ({ id }) => {
    const priceList = lists.get(id)
    if (!priceList) throw new Error('no price list is in force')
    const counts = (messagesOf.get(id) ?? []).map(({ channel, message_count }) => [channel, message_count] as const)
    const counted = new Map(counts.map(([channel, messages]) => [channel as string, Number(messages)]))
    return { month, members: membersOf.get(id) ?? 0, messages: counted, priceList }
  }
}

export async function priceListsOf(tx: Tx, id: Uuid, at: Date) {
  await organizations.find(tx, id)
  const [lists, coming] = await Promise.all([priceLists.inForce(tx, [id], at), priceLists.coming(tx, id, at)])
  const inForce = lists.get(id)
  if (!inForce) throw new Error('no price list is in force')
  return { inForce, coming }
}

export async function enterprise(tx: Tx, id: Uuid) {
  const { enterprise_status: status } = await rowOf(tx, id)
  const [months, decision] = await Promise.all([
    tx.rows<queries.ReachedRow>(queries.monthsReached(id, MONTHS_SHOWN_MAX)),
    tx.row<DecisionRow>(queries.decisionOf(id)),
  ])
  return showEnterprise(id, status, months, decision)
}

/**
 * Granting requires a price list of the organization's own, in force or upcoming: a contract exists only once it is
 * published.
 */
export async function decideEnterprise(tx: Tx, actor: Actor, id: Uuid, { decision, note = null }: EnterpriseDecision) {
  await organizations.lock(tx, id)
  const { enterprise_status: status } = await rowOf(tx, id)
  if (status === null) throw refusal('conflict', 'enterprise_not_reached')
  if (decision === 'granted' && !(await hasOwnPrices(tx, id, actor.at)))
    throw refusal('conflict', 'own_price_list_missing')
  const before = await tx.row<DecisionRow>(queries.decisionOf(id))
  // A threshold that was reached since the last decision requires a new one.
  if (status !== 'open' && before?.decision === decision && before.note === note) return enterprise(tx, id)
  await tx.run(queries.decide(id, { decision, note, decided_by: actor.userId, decided_at: actor.at }))
  const said = { decision: before?.decision ?? null, note: before?.note ?? null }
  const details = changes(said, { decision, note }) ?? { after: { decision, note } }
  const entry = { action: 'organization.enterprise_decided', object: publicId('org', id), details } as const
  audit.record(tx, { organizationId: id, at: actor.at }, actor, entry)
  return enterprise(tx, id)
}

async function hasOwnPrices(tx: Tx, id: Uuid, at: Date): Promise<boolean> {
  const { inForce, coming } = await priceListsOf(tx, id, at)
  return inForce.org_id !== null || coming.length > 0
}
