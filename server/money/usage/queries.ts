// SQL of the usage counters: one row for an organization's day, channel, kind, user, campaign and price list. Whoever
// writes one holds the organization's wallet, so that nobody waits for a row of it and no two can wait for each other.
// A counter is changed in its place (what changes is in no index, and its page has room), so that a busy day leaves no
// trail of dead rows.

import { insertingForAll, notLeftOut, type Placed } from '#kit/database/places.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { insertingFor } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import type { PricedChannel, PriceKind } from '#money/pricing/rules.ts'
import type { Usage } from './rules.ts'

/**
 * What several organizations have sent on one day, behind `moveWallets`. No two of an organization may have the same
 * key.
 */
export function addUsage(organizationIds: readonly Uuid[], day: string, all: readonly (Usage & Placed)[]): Statement {
  const { id, beside, condition } = insertingForAll(organizationIds, notLeftOut())
  const given = rowsOf('given', all, {
    place: ['int4', ({ place }) => place],
    channel: ['word', ({ channel }) => channel],
    kind: ['word', ({ kind }) => kind],
    user_id: ['uuid', ({ userId }) => userId],
    campaign_id: ['uuid', ({ campaignId }) => campaignId],
    price_list_id: ['uuid', ({ priceListId }) => priceListId],
    message_count: ['int4', ({ messages }) => messages],
    delivery_count: ['int4', ({ deliveries }) => deliveries],
    unit_count: ['int4', ({ units }) => units],
    amount_micros: ['int8', ({ amount }) => amount],
  })
  return sql`
    insert into daily_usage (org_id, day, channel, kind, user_id, campaign_id, price_list_id, message_count,
                             delivery_count, unit_count, amount_micros)
    select ${id}, ${day}::date, channel, kind, user_id, campaign_id, price_list_id, message_count,
           delivery_count, unit_count, amount_micros
      from ${beside} ${given}
     where ${condition}
    on conflict (org_id, day, channel, kind, user_id, campaign_id, price_list_id) do update
       set message_count = daily_usage.message_count + excluded.message_count,
           delivery_count = daily_usage.delivery_count + excluded.delivery_count,
           unit_count = daily_usage.unit_count + excluded.unit_count,
           amount_micros = daily_usage.amount_micros + excluded.amount_micros`
}

// --- What comes back later -------------------------------------------------------------------------------------------

/** The key of deliveries `d` with the charges `t` that they name. */
export const keyOfDeliveries = sql`
  (d.created_at at time zone 'Asia/Kolkata')::date::text as day, d.channel, d.kind, t.user_id, t.campaign_id,
  t.price_list_id`

/** The columns of that key, to group by. */
export const keyColumns = sql`day, channel, kind, user_id, campaign_id, price_list_id`

/** What deliveries with the same key have changed by. */
export interface ChangedRow {
  day: string
  channel: PricedChannel
  kind: PriceKind
  user_id: Uuid | null
  campaign_id: Uuid | null
  price_list_id: Uuid | null
  count: bigint
  micros: Micros
}

/** What came back of the deliveries of a key. */
export interface CameBack {
  /** What never left and was given back. */
  reversed?: bigint
  reversedAmount?: Micros
  /** What a re-rate of the month credited for them. */
  reratedAmount?: Micros
  /** What refunds gave back, where it is plain whose it was. */
  refundedAmount?: Micros
}

/**
 * For one organization, whose wallet the caller holds. Never fails for want of a row: what is counted must not keep
 * money back.
 */
export function addReturned<Row extends ChangedRow>(
  organizationId: Uuid,
  rows: readonly Row[],
  returnedOf: (row: Row) => CameBack,
): Statement {
  const { id, beside, condition } = insertingFor(organizationId)
  const returned = rows.map((row) => ({ row, ...returnedOf(row) }))
  const given = rowsOf('given', returned, {
    day: ['word', ({ row }) => row.day],
    channel: ['word', ({ row }) => row.channel],
    kind: ['word', ({ row }) => row.kind],
    user_id: ['uuid', ({ row }) => row.user_id],
    campaign_id: ['uuid', ({ row }) => row.campaign_id],
    price_list_id: ['uuid', ({ row }) => row.price_list_id],
    reversed_count: ['int8', ({ reversed = 0n }) => reversed],
    reversed_micros: ['int8', ({ reversedAmount = 0n }) => reversedAmount],
    rerated_micros: ['int8', ({ reratedAmount = 0n }) => reratedAmount],
    refunded_micros: ['int8', ({ refundedAmount = 0n }) => refundedAmount],
  })
  return sql`
    insert into daily_usage (org_id, day, channel, kind, user_id, campaign_id, price_list_id, message_count,
                             delivery_count, unit_count, amount_micros, reversed_count, reversed_micros,
                             rerated_micros, refunded_micros)
    select ${id}, day::date, channel, kind, user_id, campaign_id, price_list_id, 0, 0, 0, 0,
           reversed_count, reversed_micros, rerated_micros, refunded_micros
      from ${beside} ${given}
     where ${condition}
    on conflict (org_id, day, channel, kind, user_id, campaign_id, price_list_id) do update
       set reversed_count = daily_usage.reversed_count + excluded.reversed_count,
           reversed_micros = daily_usage.reversed_micros + excluded.reversed_micros,
           rerated_micros = daily_usage.rerated_micros + excluded.rerated_micros,
           refunded_micros = daily_usage.refunded_micros + excluded.refunded_micros`
}
