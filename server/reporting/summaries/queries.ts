// SQL of monthly summaries. From other domains they read sums over a past month.

import { pageById } from '#edge/paging.ts'
import { letStatementsTake } from '#kit/database/answer-deadline.ts'
import { insertingFor } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import { firstUuidAt, type Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { netPriceIn } from '#messaging/messages/give-back-queries.ts'
import type { PricedChannel, PriceKind } from '#money/pricing/rules.ts'
import type { SummaryDocument } from './schema.ts'

/** A month with millions of messages takes long; no request waits for it. */
const TAKE_TIME_MS = 10 * 60_000
export const takeTime = (): Statement => letStatementsTake(TAKE_TIME_MS)

/** A payment may be settled this long after it was started. */
const SETTLED_WITHIN_MS = 60 * 24 * 3600_000

export interface Month {
  organizationId: Uuid
  /** Its first day. */
  key: string
  from: Date
  to: Date
}

export interface SummaryRow {
  id: Uuid
  month: string
  document: SummaryDocument
  created_at: Date
}

const columns = sql`id, month::text, document, created_at`

export function find(organizationId: Uuid, key: string): Statement {
  return sql`select ${columns} from monthly_summaries where org_id = ${organizationId} and month = ${key}::date`
}

export function list(organizationId: Uuid, page: Parameters<typeof pageById>[0]): Statement {
  const { where, tail } = pageById(page)
  return sql`select ${columns} from monthly_summaries where org_id = ${organizationId} ${where} ${tail}`
}

export function exists(organizationId: Uuid, id: Uuid): Statement {
  return sql`select id from monthly_summaries where org_id = ${organizationId} and id = ${id}`
}

/** Returns no row when the summary exists already. */
export function insert({ organizationId, key }: Month, id: Uuid, document: SummaryDocument, at: Date): Statement {
  const { id: organization, beside } = insertingFor(organizationId)
  return sql`
    insert into monthly_summaries (org_id, id, month, document, created_at)
    select ${organization}, ${id}::uuid, ${key}::date, ${JSON.stringify(document)}::jsonb, ${at}::timestamptz
      from ${beside} (select 1) as one
    on conflict (org_id, month) do nothing
    returning ${columns}`
}

/** The next organizations, by id, with usage or payments in the month and no summary of it. */
export function lacking({ key, from, to }: Omit<Month, 'organizationId'>, after: Uuid, limit: number): Statement {
  return sql`
    select o.id from organizations o
     where o.id > ${after}
       and not exists (select from monthly_summaries s where s.org_id = o.id and s.month = ${key}::date)
       and (exists (select from daily_usage u
                     where u.org_id = o.id and u.day >= ${key}::date and u.day < ${key}::date + interval '1 month')
            or exists (select from transactions t
                        where t.org_id = o.id and t.kind in ('recharge', 'refund', 'credit') and t.status = 'completed'
                          and t.created_at >= ${new Date(from.getTime() - SETTLED_WITHIN_MS)} and t.created_at < ${to}
                          and t.completed_at >= ${from} and t.completed_at < ${to}))
     order by o.id limit ${limit}`
}

export interface MoneyRow {
  recharged_micros: Micros
  credited_micros: Micros
  paid_out_micros: Micros
  /** The balance at the month's end. */
  balance_micros: Micros
}

/**
 * Movements of the wallet other than for messages, and the balance at the month's end: the current balance less
 * everything since.
 */
export function money({ organizationId, from, to }: Month): Statement {
  const oldest = firstUuidAt(new Date(from.getTime() - SETTLED_WITHIN_MS))
  return sql`
    with moved as (
      select kind, amount_micros, completed_at, counter_account like 'revenue:%' as is_usage from transactions
       where org_id = ${organizationId} and id >= ${oldest} and status = 'completed' and completed_at >= ${from}),
    beside as (select * from moved where completed_at < ${to} and not is_usage)
    select coalesce((select sum(amount_micros) from beside where kind = 'recharge'), 0)::int8 as recharged_micros,
           coalesce((select sum(amount_micros) from beside where kind = 'credit'), 0)::int8 as credited_micros,
           coalesce((select -sum(amount_micros) from beside where kind = 'refund'), 0)::int8 as paid_out_micros,
           ((select balance_micros from wallets where org_id = ${organizationId})
            - coalesce((select sum(amount_micros) from moved where completed_at >= ${to}), 0))::int8 as balance_micros`
}

export interface KeptRow {
  kind: PriceKind
  count: bigint
  cost_micros: Micros
}

/** The month's deliveries that were not reversed, and what they cost after all corrections. */
export function kept({ organizationId, key }: Month): Statement {
  return sql`
    select kind, sum(delivery_count - reversed_count)::int8 as count,
           sum(amount_micros - reversed_micros - rerated_micros - refunded_micros)::int8 as cost_micros
      from daily_usage
     where org_id = ${organizationId} and day >= ${key}::date and day < ${key}::date + interval '1 month'
       and kind is not null
     group by kind having sum(delivery_count) > 0 order by kind`
}

/** A contact's message opens a session of this length. */
const SESSION_MS = 24 * 3600_000

/**
 * Messages of a kind that is cheaper within a session, to contacts who had written on its channel before: in this
 * month, or so shortly before it that their session reached into it. These could have been replies; messages to anybody
 * else could not. Reversed messages do not count.
 */
export function late({ organizationId, key, from, to }: Month, kind: PriceKind, channel: PricedChannel): Statement {
  const begin = firstUuidAt(new Date(from.getTime() - SESSION_MS))
  return sql`
    with wrote as materialized (
      select m.sender_id as contact_id, min(m.created_at) as first_at from messages m
       where m.org_id = ${organizationId} and m.id >= ${begin} and m.id < ${firstUuidAt(to)}
         and m.channel = ${channel} and m.direction = 'inbound'
       group by m.sender_id)
    select ${kind}::text as kind, count(*) as count,
           coalesce(sum(${netPriceIn([organizationId])}), 0)::int8 as cost_micros
      from deliveries d join wrote w on w.contact_id = d.contact_id
     where d.org_id = ${organizationId} and d.id >= ${firstUuidAt(from)} and d.month = ${key}::date
       and d.kind = ${kind} and d.reversal_id is null and d.created_at > w.first_at`
}

export function numbers({ organizationId, key }: Month): Statement {
  return sql`
    select channel, message_count from month_counters where org_id = ${organizationId} and month = ${key}::date`
}
export interface NumberRow {
  channel: PricedChannel
  message_count: bigint
}

export interface BouncedRow {
  kind: PriceKind
  messages: bigint
  addresses: bigint
  cost_micros: Micros
}

/** Messages that were sent, not delivered, and still paid for. */
export function bounced({ organizationId, key, from }: Month): Statement {
  return sql`
    select d.kind, count(*) as messages, count(distinct d.address) as addresses,
           sum(${netPriceIn([organizationId])})::int8 as cost_micros
      from deliveries d
     where d.org_id = ${organizationId} and d.id >= ${firstUuidAt(from)} and d.month = ${key}::date
       and d.status = 'undelivered'
     group by d.kind order by d.kind`
}

export interface LongTextRow {
  id: Uuid
  text: string
  units: number
  cost_micros: Micros
}

/** Messages of the kind that took several segments and whose texts still exist. */
export function longTexts(
  { organizationId, key, from }: Month,
  kind: PriceKind,
  after: Uuid | null,
  limit: number,
): Statement {
  return sql`
    select d.id, m.text, d.units, (${netPriceIn([organizationId])})::int8 as cost_micros
      from deliveries d join messages m on m.org_id = ${organizationId} and m.id = d.message_id
     where d.org_id = ${organizationId} and d.id > ${after ?? firstUuidAt(from)} and d.month = ${key}::date
       and d.kind = ${kind} and d.units > 1 and d.reversal_id is null and m.text is not null
     order by d.id limit ${limit}`
}

/** For an organization with auto-recharge: its threshold, and the lowest balance of the month. */
export function autoRecharge({ organizationId, from, to }: Month): Statement {
  return sql`
    select a.threshold_micros, t.lowest_micros
      from auto_recharges a
     cross join lateral (
       select min(balance_after_micros) as lowest_micros from transactions
        where org_id = ${organizationId} and id >= ${firstUuidAt(from)} and status = 'completed'
          and completed_at >= ${from} and completed_at < ${to}) t
     where a.org_id = ${organizationId} and a.enabled and t.lowest_micros is not null`
}
export interface AutoRechargeRow {
  threshold_micros: Micros
  lowest_micros: Micros
}

export function nameOf(organizationId: Uuid): Statement {
  return sql`select name from organizations where id = ${organizationId}`
}
