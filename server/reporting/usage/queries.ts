// SQL of usage reports. They read only the counters and the outcomes not yet counted: a year of millions of messages is
// some thousands of rows. One statement serves every grouping, so that it is planned once.

import { onShard } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import type { PricedChannel, PriceKind } from '#money/pricing/rules.ts'
import { type Days, type Dimension, dimensions, type Key } from './rules.ts'

export interface Asked {
  /** Null for all organizations; operators only. */
  organizationId: Uuid | null
  days: Days
  by: ReadonlySet<Dimension>
}

export interface CountsRow {
  messages: bigint
  /** Of `messages`, those whose charge was not reversed. */
  sent: bigint
  delivered: bigint
  failed: bigint
  micros: Micros
}

export interface UsageRow extends CountsRow {
  month: string | null
  day: string | null
  organization: Uuid | null
  channel: PricedChannel | null
  kind: PriceKind | null
  campaign: Uuid | null
  list: Uuid | null
  user: Uuid | null
}

/** First the total, then the rows of the page in order. */
export interface ReportRow extends UsageRow {
  place: number
  /** True when the row after which the page continues exists. */
  is_known: boolean
}

export interface Slice {
  /** The row after which the page continues. */
  cursor: Key | null
  isBackwards: boolean
  limit: number
}

const FIRST = '00000000-0000-0000-0000-000000000000'
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The parts of a row's key, by which rows are sorted and compared. */
const parts = {
  month: sql`coalesce(date '1970-01-01' - month, 0)`,
  day: sql`coalesce(date '1970-01-01' - day, 0)`,
  organization: sql`coalesce(organization, '00000000-0000-0000-0000-000000000000'::uuid)`,
  channel: sql`coalesce(channel, '') collate "C"`,
  kind: sql`coalesce(kind, '') collate "C"`,
  campaign: sql`coalesce(campaign, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)`,
  list: sql`coalesce(list, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)`,
  user: sql`coalesce("user", 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)`,
}
const { month, day, organization, channel, kind, campaign, list, user } = parts
const keyOf = sql`(${month}, ${day}, ${organization}, ${channel}, ${kind}, ${campaign}, ${list}, ${user})`
const ascending = sql`${month}, ${day}, ${organization}, ${channel}, ${kind}, ${campaign}, ${list}, ${user}`
const descending = sql`
  ${month} desc, ${day} desc, ${organization} desc, ${channel} desc, ${kind} desc, ${campaign} desc, ${list} desc,
  ${user} desc`

/** Messages are deliveries: one for each recipient, as the ledger and invoices count them. */
const counters = (organizationId: Uuid | null, from: Statement, to: Statement, isByList: boolean): Statement => {
  const ofUsage = organizationId === null ? sql`true` : sql`u.org_id = ${organizationId}`
  const ofOutcomes =
    organizationId === null ? sql`true` : sql`c.org_id = ${organizationId} ${onShard(sql`t.org_id`, [organizationId])}`
  return sql`
    select u.org_id, u.day, u.channel, u.kind, u.campaign_id, null::uuid as list_id, u.user_id,
           u.delivery_count as messages, u.delivery_count - u.reversed_count as sent, u.delivered_count as delivered,
           u.failed_count as failed, u.amount_micros - u.booked_back_micros as micros
      from daily_usage u where ${ofUsage} and u.day >= ${from} and u.day < ${to}
    ${isByList ? movedToLists(sql`where ${ofUsage} and u.day >= ${from} and u.day < ${to}`) : nothing}
    union all
    select c.org_id, c.day, c.channel, c.kind, t.campaign_id, t.list_id, t.user_id, 0, 0, c.delivered_count,
           c.failed_count, 0
      from usage_outcomes c join transactions t on t.org_id = c.org_id and t.id = c.transaction_id
     where ${ofOutcomes} and c.day >= ${from} and c.day < ${to}`
}

/** Usage of a contact list counts under the list and not under "no list". */
const movedToLists = (where: Statement): Statement => sql`
    union all
    select u.org_id, u.day, u.channel, u.kind, u.campaign_id, case when s.sign > 0 then u.list_id end, u.user_id,
           s.sign * u.delivery_count, s.sign * (u.delivery_count - u.reversed_count), s.sign * u.delivered_count,
           s.sign * u.failed_count, s.sign * (u.amount_micros - u.booked_back_micros)
      from list_usage u cross join (values (1), (-1)) as s (sign) ${where}`

/** Removes rows whose usage was moved to lists completely. */
const isAny = sql`
  having sum(messages) <> 0 or sum(sent) <> 0 or sum(delivered) <> 0 or sum(failed) <> 0 or sum(micros) <> 0`

const sums = sql`
  sum(messages)::int8 as messages, sum(sent)::int8 as sent, sum(delivered)::int8 as delivered,
  sum(failed)::int8 as failed, sum(micros)::int8 as micros`

/**
 * The days that a page can contain. Each has at least one row, so as many of the newest days as the page has rows
 * suffice, plus the cursor's day: a page of a report over years reads some weeks. Without grouping by day, the whole
 * period is read.
 */
function daysOfPage({ organizationId, days, by }: Asked, { cursor, isBackwards, limit }: Slice) {
  const all = { from: sql`${days.from}::date`, to: sql`${days.to}::date`, isAll: true }
  if (!by.has('day') || isBackwards) return all
  const day = cursor?.[dimensions.indexOf('day')] ?? null
  const to = day === null ? all.to : sql`least(${days.to}::date, ${day}::date + 1)`
  const ofUsage = organizationId === null ? sql`true` : sql`org_id = ${organizationId}`
  const from = sql`
    coalesce((select min(day) from (
      select distinct day from daily_usage where ${ofUsage} and day >= ${all.from} and day < ${to}
       order by day desc limit ${limit + 1}) newest), ${all.from})`
  return { from, to, isAll: false }
}

/**
 * The total covers the whole period. Days are sorted newest first, rows without a value last; a dimension that was not
 * requested has the same value in all rows.
 */
export function report(asking: Asked, slice: Slice): Statement {
  const { organizationId, days, by } = asking
  const { cursor, isBackwards, limit } = slice
  const page = daysOfPage(asking, slice)
  const everything = page.isAll
    ? sql`select * from grouped`
    : counters(organizationId, sql`${days.from}::date`, sql`${days.to}::date`, false)
  const asked = (name: Dimension) => sql`${by.has(name)}::boolean`
  const beyond =
    cursor === null
      ? nothing
      : isBackwards
        ? sql`where ${keyOf} < ${given(cursor)}`
        : sql`where ${keyOf} > ${given(cursor)}`
  const order = isBackwards ? sql`order by ${descending}` : sql`order by ${ascending}`
  const known = cursor === null ? sql`true` : sql`exists (select from grouped where ${keyOf} = ${given(cursor)})`
  return sql`
    with grouped as materialized (
      select case when ${asked('month')} then date_trunc('month', day)::date end as month,
             case when ${asked('day')} then day end as day,
             case when ${asked('organization')} then org_id end as organization,
             case when ${asked('channel')} then channel end as channel,
             case when ${asked('kind')} then coalesce(kind, 'unattributed') end as kind,
             case when ${asked('campaign')} then campaign_id end as campaign,
             case when ${asked('list')} then list_id end as list,
             case when ${asked('user')} then user_id end as "user", ${sums}
        from (${counters(organizationId, page.from, page.to, by.has('list'))}) used
       group by 1, 2, 3, 4, 5, 6, 7, 8 ${by.has('list') ? isAny : nothing})
    select 0 as place, ${known} as is_known, null as month, null as day, null::uuid as organization, null as channel,
           null as kind, null::uuid as campaign, null::uuid as list, null::uuid as "user",
           coalesce(sum(messages), 0)::int8 as messages, coalesce(sum(sent), 0)::int8 as sent,
           coalesce(sum(delivered), 0)::int8 as delivered,
           coalesce(sum(failed), 0)::int8 as failed, coalesce(sum(micros), 0)::int8 as micros
      from (${everything}) used
    union all
    (select row_number() over (${order})::int4, true, month::text, day::text, organization, channel, kind, campaign,
            list, "user", messages, sent, delivered, failed, micros
       from (select * from grouped ${beyond} ${order} limit ${limit}) page)
    order by place`
}

function given([ofMonth, ofDay, ofOrganization, ofChannel, ofKind, ofCampaign, ofList, ofUser]: Key): Statement {
  return sql`(
    coalesce(date '1970-01-01' - ${ofMonth}::date, 0), coalesce(date '1970-01-01' - ${ofDay}::date, 0),
    ${ofOrganization ?? FIRST}::uuid, ${ofChannel ?? ''}::text collate "C", ${ofKind ?? ''}::text collate "C",
    ${ofCampaign ?? LAST}::uuid, ${ofList ?? LAST}::uuid, ${ofUser ?? LAST}::uuid)`
}
