// SQL of the usage counters: one row per organization, day, channel, kind, user, campaign and price list, plus one row
// in list_usage per contact list of those. Writers hold the organization's wallet lock, so that they neither wait for
// rows nor deadlock. Counters are updated in place (no changed column is indexed, and pages have free space), so that a
// busy day leaves no dead rows.

import { insertingForAll, notLeftOut, type Placed } from '#kit/database/places.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { insertingFor } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import { idsAround, type Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import type { PricedChannel, PriceKind } from '#money/pricing/rules.ts'
import type { Usage } from './rules.ts'

/** Adds what several organizations sent on one day; runs after `moveWallets`. Keys must be unique per organization. */
export function addUsage(organizationIds: readonly Uuid[], day: string, all: readonly (Usage & Placed)[]): Statement {
  const { id, beside, condition } = insertingForAll(organizationIds, notLeftOut())
  const counted = (list: Table, rows: readonly (Usage & Placed)[]) => {
    const given = rowsOf('given', rows, {
      place: ['int4', ({ place }) => place],
      channel: ['word', ({ channel }) => channel],
      kind: ['word', ({ kind }) => kind],
      user_id: ['uuid', ({ userId }) => userId],
      campaign_id: ['uuid', ({ campaignId }) => campaignId],
      list_id: ['uuid', ({ listId }) => listId],
      price_list_id: ['uuid', ({ priceListId }) => priceListId],
      message_count: ['int4', ({ messages }) => messages],
      delivery_count: ['int4', ({ deliveries }) => deliveries],
      unit_count: ['int4', ({ units }) => units],
      amount_micros: ['int8', ({ amount }) => amount],
    })
    return sql`
      ${list.table} (org_id, day, channel, kind, user_id, campaign_id, ${list.column} price_list_id, message_count,
                delivery_count, unit_count, amount_micros)
      select ${id}, ${day}::date, channel, kind, user_id, campaign_id, ${list.column} price_list_id, message_count,
             delivery_count, unit_count, amount_micros
        from ${beside} ${given}
       where ${condition}
      on conflict (org_id, day, channel, kind, user_id, campaign_id, ${list.column} price_list_id) do update
         set message_count = u.message_count + excluded.message_count,
             delivery_count = u.delivery_count + excluded.delivery_count,
             unit_count = u.unit_count + excluded.unit_count,
             amount_micros = u.amount_micros + excluded.amount_micros`
  }
  const ofLists = all.filter(({ listId }) => listId !== null)
  const ofAll = counted(ofEverybody, ofLists.length === 0 ? all : withoutLists(all))
  return ofLists.length === 0 ? ofAll : sql`with of_lists as (${counted(byList, ofLists)}) ${ofAll}`
}

interface Table {
  table: Statement
  /** An additional key column, with its comma, placed before the last one. */
  column: Statement
}
const ofEverybody: Table = { table: sql`insert into daily_usage as u`, column: nothing }
const byList: Table = { table: sql`insert into list_usage as u`, column: sql`list_id,` }

/** Sums the rows that differ only in their contact list. */
function withoutLists(all: readonly (Usage & Placed)[]): (Usage & Placed)[] {
  const found = new Map<string, Usage & Placed>()
  for (const one of all) {
    const { place, channel, kind, userId, campaignId, priceListId } = one
    const name = [place, channel, kind, userId, campaignId, priceListId].join(' ')
    const sum = found.get(name) ?? { ...one, listId: null, messages: 0, deliveries: 0, units: 0, amount: 0n }
    sum.messages += one.messages
    sum.deliveries += one.deliveries
    sum.units += one.units
    sum.amount += one.amount
    found.set(name, sum)
  }
  return [...found.values()]
}

// --- Later changes ---------------------------------------------------------------------------------------------------

/** The counter key of deliveries `d` with their charges `t`. */
export const keyOfDeliveries = sql`
  (d.created_at at time zone 'Asia/Kolkata')::date::text as day, d.channel, d.kind, t.user_id, t.campaign_id,
  t.list_id, t.price_list_id`

/** The columns of that key, for `group by`. */
export const keyColumns = sql`day, channel, kind, user_id, campaign_id, list_id, price_list_id`

/** The changed deliveries of one key, and the amount. */
export interface ChangedRow {
  day: string
  channel: PricedChannel
  kind: PriceKind
  user_id: Uuid | null
  campaign_id: Uuid | null
  list_id: Uuid | null
  price_list_id: Uuid | null
  count: bigint
  micros: Micros
}

/** What was returned for the deliveries of a key. */
export interface CameBack {
  /** Messages that were not sent and were refunded. */
  reversed?: bigint
  reversedAmount?: Micros
  /** Credit of the month's re-rate for these messages. */
  reratedAmount?: Micros
  /** Amounts of refunds that can be assigned to these deliveries. */
  refundedAmount?: Micros
}

/**
 * For one organization whose wallet lock the caller holds. Reversed messages count on the day of their deliveries, and
 * the money that moves now counts on `bookedOn`. A missing counter row never causes a failure: counting must not block
 * a refund.
 */
export function addReturned<Row extends ChangedRow>(
  organizationId: Uuid,
  rows: readonly Row[],
  bookedOn: string,
  returnedOf: (row: Row) => CameBack,
): Statement {
  const counters = rows.flatMap((row): Counter[] => {
    const returned = returnedOf(row)
    const bookedBack = (returned.reversedAmount ?? 0n) + (returned.reratedAmount ?? 0n)
    const ofDeliveries = { ...row, ...returned }
    return bookedBack === 0n ? [ofDeliveries] : [ofDeliveries, { ...keyOf(row), day: bookedOn, bookedBack }]
  })
  return add(organizationId, counters)
}

/** Counts a refund of a charge under the charge's key, on the day of the refund. */
export function addRefund(organizationId: Uuid, key: CounterKey, amount: Micros): Statement {
  return add(organizationId, [{ ...key, bookedBack: amount }])
}

/** The counter key for a refund of a charge. Without a kind when the charge was for messages of several kinds. */
export function keyOfRefund(organizationId: Uuid, transactionId: Uuid, day: string): Statement {
  const { from, to } = idsAround(transactionId)
  return sql`
    select ${day}::text as day, t.channel, t.user_id, t.campaign_id, t.list_id, t.price_list_id,
           (select case when min(d.kind) = max(d.kind) then min(d.kind) end from deliveries d
             where d.org_id = ${organizationId} and d.id >= ${from} and d.id < ${to}
               and d.transaction_id = ${transactionId}) as kind
      from transactions t
     where t.org_id = ${organizationId} and t.id = ${transactionId} and t.kind = 'deduction'`
}

/** Adds delivery outcomes, under the wallet's lock like `addReturned`. */
export function addOutcomes(organizationId: Uuid, rows: readonly CountedOutcome[]): Statement {
  return add(organizationId, rows)
}

export interface CounterKey {
  day: string
  channel: PricedChannel
  /** Null for a refund of a charge for messages of several kinds. */
  kind: PriceKind | null
  user_id: Uuid | null
  campaign_id: Uuid | null
  list_id: Uuid | null
  price_list_id: Uuid | null
}

export interface CountedOutcome extends CounterKey {
  delivered: bigint
  failed: bigint
}

interface Counter extends CounterKey, CameBack {
  bookedBack?: Micros
  delivered?: bigint
  failed?: bigint
}

const keyOf = ({ day, channel, kind, user_id, campaign_id, list_id, price_list_id }: CounterKey): CounterKey => ({
  day,
  channel,
  kind,
  user_id,
  campaign_id,
  list_id,
  price_list_id,
})

const sums = [
  'reversed',
  'reversedAmount',
  'reratedAmount',
  'refundedAmount',
  'bookedBack',
  'delivered',
  'failed',
] as const

/** One row per key, because a statement can change a row only once. */
function merged(counters: readonly Counter[]): Counter[] {
  const found = new Map<string, Counter>()
  for (const counter of counters) {
    const name = Object.values(keyOf(counter)).join(' ')
    const sum = found.get(name) ?? keyOf(counter)
    for (const field of sums) {
      const more = counter[field]
      if (more !== undefined) (sum as Counter)[field] = ((sum as Counter)[field] ?? 0n) + more
    }
    found.set(name, sum)
  }
  return [...found.values()]
}

function add(organizationId: Uuid, counters: readonly Counter[]): Statement {
  const ofAll = insertCounters(organizationId, ofEverybody, merged(counters.map((one) => ({ ...one, list_id: null }))))
  const ofLists = merged(counters.filter(({ list_id }) => list_id !== null))
  if (ofLists.length === 0) return ofAll
  return sql`with of_lists as (${insertCounters(organizationId, byList, ofLists)}) ${ofAll}`
}

function insertCounters(organizationId: Uuid, list: Table, counters: readonly Counter[]): Statement {
  const { id, beside, condition } = insertingFor(organizationId)
  const given = rowsOf('given', counters, {
    day: ['word', ({ day }) => day],
    channel: ['word', ({ channel }) => channel],
    kind: ['text', ({ kind }) => kind],
    user_id: ['uuid', (one) => one.user_id],
    campaign_id: ['uuid', (one) => one.campaign_id],
    list_id: ['uuid', (one) => one.list_id],
    price_list_id: ['uuid', (one) => one.price_list_id],
    reversed_count: ['int8', ({ reversed = 0n }) => reversed],
    reversed_micros: ['int8', ({ reversedAmount = 0n }) => reversedAmount],
    rerated_micros: ['int8', ({ reratedAmount = 0n }) => reratedAmount],
    refunded_micros: ['int8', ({ refundedAmount = 0n }) => refundedAmount],
    booked_back_micros: ['int8', ({ bookedBack = 0n }) => bookedBack],
    delivered_count: ['int8', ({ delivered = 0n }) => delivered],
    failed_count: ['int8', ({ failed = 0n }) => failed],
  })
  return sql`
    ${list.table} (org_id, day, channel, kind, user_id, campaign_id, ${list.column} price_list_id, message_count,
                   delivery_count, unit_count, amount_micros, reversed_count, reversed_micros, rerated_micros,
                   refunded_micros, booked_back_micros, delivered_count, failed_count)
    select ${id}, day::date, channel, kind, user_id, campaign_id, ${list.column} price_list_id, 0, 0, 0, 0,
           reversed_count, reversed_micros, rerated_micros, refunded_micros, booked_back_micros, delivered_count,
           failed_count
      from ${beside} ${given}
     where ${condition}
    on conflict (org_id, day, channel, kind, user_id, campaign_id, ${list.column} price_list_id) do update
       set reversed_count = u.reversed_count + excluded.reversed_count,
           reversed_micros = u.reversed_micros + excluded.reversed_micros,
           rerated_micros = u.rerated_micros + excluded.rerated_micros,
           refunded_micros = u.refunded_micros + excluded.refunded_micros,
           booked_back_micros = u.booked_back_micros + excluded.booked_back_micros,
           delivered_count = u.delivered_count + excluded.delivered_count,
           failed_count = u.failed_count + excluded.failed_count`
}
