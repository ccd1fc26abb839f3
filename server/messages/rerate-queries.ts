// SQL of re-rates: which months have come into a cheaper tier of a volume list, and what the messages in them cost by now.

import { newUuid, type Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { plainArray, type Statement, sql } from '#kit/sql.ts'
import { channelOf, type PriceKind, priceKinds } from '#pricing/rules.ts'
import type { Crossing } from '#pricing/volume.ts'
import type { Flush } from './milestones.ts'

/** What the delivery `d` costs by now: its price, or that of the last re-rate which covers it. Exact behind the wallet's lock. */
export const cost = sql`
  case when d.volume_list_id is null then d.price_micros
       else coalesce((select d.units * x.price_micros from rerates x
                       where x.org_id = d.org_id and x.month = d.month and x.kind = d.kind and x.price_list_id = d.volume_list_id
                         and x.up_to_number >= d.month_number order by x.tier desc limit 1), d.price_micros) end`

export function insert(flush: Flush, crossings: Crossing[]): Statement {
  const { organizationId, month, at, priceList, walletVersion } = flush
  return sql`
    insert into rerates (org_id, id, price_list_id, kind, month, tier, price_micros, up_to_number, wallet_version, crossed_at)
    select ${organizationId}, id, ${priceList.volumeListId}, kind, ${month}, tier, price_micros, up_to_number, ${walletVersion}, ${at}
      from unnest(${plainArray(crossings.map(() => newUuid(at.getTime())))}::uuid[], ${plainArray(crossings.map((one) => one.kind))}::text[],
                  ${plainArray(crossings.map((one) => one.tier))}::int4[], ${plainArray(crossings.map((one) => one.priceMicros))}::int8[],
                  ${plainArray(crossings.map((one) => one.upToNumber))}::int8[])
           as given (id, kind, tier, price_micros, up_to_number)`
}

export interface RerateRow {
  id: Uuid
  price_list_id: Uuid
  kind: PriceKind
  month: string
  tier: number
  price_micros: Micros
  up_to_number: bigint
  wallet_version: bigint
}

const columns = sql`id, price_list_id, kind, month, tier, price_micros, up_to_number, wallet_version`

/** Those whose credit is not booked yet. */
export function open(organizationId: Uuid, limit: number): Statement {
  return sql`
    select ${columns} from rerates where org_id = ${organizationId} and booked_at is null order by id limit ${limit}`
}

/** Of these organizations those that have any. */
export function openAmong(organizationIds: readonly Uuid[]): Statement {
  return sql`
    select given.org_id from unnest(${plainArray(organizationIds)}::uuid[]) as given (org_id)
     where exists (select from rerates r where r.org_id = given.org_id and r.booked_at is null)`
}

export function lockOpen(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${columns} from rerates where org_id = ${organizationId} and id = ${id} and booked_at is null for update`
}

/** Of a month's messages of a kind, what is needed to re-rate them. */
export type Covered = Omit<RerateRow, 'id' | 'price_micros'>

export interface CoveredRow {
  messages: bigint
  units: bigint
  cost_micros: Micros
}

/**
 * The messages that a re-rate covers, and what they cost before it. What was reversed up to the given version of the wallet is
 * no part of it. Nothing here can change any more, so no lock is needed. Ids begin with the time and are never earlier than the
 * message: from the month's first on they are read, whatever the organization sent in other months.
 */
export function covered(organizationId: Uuid, of: Covered): Statement {
  return sql`
    with earlier as (
      select up_to_number, price_micros from rerates
       where org_id = ${organizationId} and month = ${of.month} and kind = ${of.kind} and price_list_id = ${of.price_list_id}
         and tier < ${of.tier} order by tier desc limit 1)
    select count(*) as messages, coalesce(sum(d.units), 0)::int8 as units,
           coalesce(sum(case when d.month_number <= e.up_to_number then d.units * e.price_micros else d.price_micros end), 0)::int8
             as cost_micros
      from deliveries d left join earlier e on true
     where d.org_id = ${organizationId} and d.id >= ${firstIdOf(of.month)} and d.month = ${of.month} and d.kind = ${of.kind}
       and d.volume_list_id = ${of.price_list_id} and d.month_number <= ${of.up_to_number}
       and not (d.reversal_id is not null
                and exists (select from transactions t
                             where t.org_id = ${organizationId} and t.id = d.reversal_id and t.wallet_version <= ${of.wallet_version}))`
}

/** The least UUIDv7 of the month in India. */
function firstIdOf(month: string): Statement {
  return sql`
    (lpad(to_hex((extract(epoch from ${month}::date::timestamp at time zone 'Asia/Kolkata') * 1000)::bigint), 12, '0')
     || repeat('0', 20))::uuid`
}

/** A process may not notice for so long that another list has taken over: see pricing/actions.ts. */
const LIST_NOTICED_WITHIN = '5 seconds'

/** One of these charges that a volume list was in force for. Told by the time: deliveries are not found by their transaction. */
export function volumeCharge(organizationId: Uuid, transactionIds: Uuid[]): Statement {
  return sql`
    select t.id
      from transactions t
      cross join lateral (values (t.created_at), (t.created_at - ${LIST_NOTICED_WITHIN}::interval)) as moment (at)
      cross join lateral (
        select definition from price_lists
         where (org_id = ${organizationId} or org_id is null) and effective_from <= moment.at
         order by org_id is null, effective_from desc, published_at desc, id desc limit 1) l
     where t.org_id = ${organizationId} and t.id = any(${transactionIds}::uuid[]) and t.kind = 'deduction'
       and exists (select from unnest(${plainArray(priceKinds)}::text[], ${plainArray(priceKinds.map(channelOf))}::text[]) as k (kind, channel)
                    where k.channel = t.channel and l.definition -> 'prices' -> k.kind ->> 'mode' = 'volume')
     limit 1`
}

/** A month of millions takes its time. */
export const takeTime = sql`set local statement_timeout = '10min'`

export interface Booking {
  messages: bigint
  amount: Micros
  transactionId: Uuid | null
}

export function markBooked(organizationId: Uuid, id: Uuid, { messages, amount, transactionId }: Booking, at: Date) {
  return sql`
    update rerates set message_count = ${messages}, amount_micros = ${amount}, transaction_id = ${transactionId}, booked_at = ${at}
     where org_id = ${organizationId} and id = ${id} and booked_at is null`
}
