// SQL of re-rates: months that reached a cheaper tier of a volume list, and the current cost of their messages.

import { letStatementsTake } from '#kit/database/answer-deadline.ts'
import { insertingForAll, notLeftOut, type Placed } from '#kit/database/places.ts'
import { rowsOf } from '#kit/database/rows.ts'
import { onShard } from '#kit/database/shards.ts'
import { plainArray, type Statement, sql } from '#kit/database/sql.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { channelOf, type PriceKind, priceKinds } from '#money/pricing/rules.ts'
import type { Crossing } from '#money/pricing/volume.ts'
import * as usage from '#money/usage/queries.ts'

/** A month that reached a cheaper tier of a list by a flush. */
export interface NewRerate extends Crossing {
  priceListId: Uuid
  /** The wallet version that the flush creates. */
  walletVersion: bigint
}

/** For several organizations; runs after `moveWallets`. */
export function insert(
  organizationIds: readonly Uuid[],
  month: string,
  at: Date,
  all: readonly (NewRerate & Placed)[],
): Statement {
  const { id, beside, condition } = insertingForAll(organizationIds, notLeftOut())
  const given = rowsOf('given', all, {
    place: ['int4', ({ place }) => place],
    id: ['uuid', () => newUuid(at.getTime())],
    price_list_id: ['uuid', (one) => one.priceListId],
    kind: ['word', (one) => one.kind],
    tier: ['int4', (one) => one.tier],
    price_micros: ['int8', (one) => one.priceMicros],
    up_to_number: ['int8', (one) => one.upToNumber],
    wallet_version: ['int8', (one) => one.walletVersion],
  })
  return sql`
    insert into rerates (org_id, id, price_list_id, kind, month, tier, price_micros, up_to_number, wallet_version,
      crossed_at)
    select ${id}, given.id, price_list_id, kind, ${month}::date, tier, price_micros, up_to_number, wallet_version,
           ${at}::timestamptz
      from ${beside} ${given} where ${condition}`
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

/** Re-rates whose credit is not booked yet. */
export function open(organizationId: Uuid, limit: number): Statement {
  return sql`
    select ${columns} from rerates where org_id = ${organizationId} and booked_at is null order by id limit ${limit}`
}

/** The organizations among these with unbooked re-rates. */
export function openAmong(organizationIds: readonly Uuid[]): Statement {
  return sql`
    select given.org_id from unnest(${plainArray(organizationIds)}::uuid[]) as given (org_id)
     where exists (select from rerates r where r.org_id = given.org_id ${onShard(sql`r.org_id`, organizationIds)}
       and r.booked_at is null)`
}

export function lockOpen(organizationId: Uuid, id: Uuid): Statement {
  return sql`select ${columns} from rerates
    where org_id = ${organizationId} and id = ${id} and booked_at is null for update`
}

/** Identifies a month's messages of a kind that a re-rate covers. */
export type Covered = Omit<RerateRow, 'id' | 'price_micros'>

export interface CoveredRow {
  messages: bigint
  units: bigint
  cost_micros: Micros
}

/**
 * The messages covered by a re-rate and their cost before it. Messages reversed up to the given wallet version are
 * excluded. None of it can change any more, so no lock is needed. Ids start with the time and are never earlier than
 * the message: reading starts at the month's first id, however much was sent in other months.
 */
export function covered(organizationId: Uuid, of: Covered): Statement {
  return sql`
    select count(*) as messages, coalesce(sum(units), 0)::int8 as units, coalesce(sum(cost_micros),
      0)::int8 as cost_micros
      from (${coveredDeliveries(organizationId, of)}) d`
}

function coveredDeliveries(organizationId: Uuid, of: Covered): Statement {
  return sql`
    select d.channel, d.kind, d.created_at, d.transaction_id, d.units,
           case when d.month_number <= e.up_to_number then d.units * e.price_micros
             else d.price_micros end as cost_micros
      from deliveries d
      left join (select up_to_number, price_micros from rerates
                  where org_id = ${organizationId} and month = ${of.month} and kind = ${of.kind}
                    and price_list_id = ${of.price_list_id}
                    and tier < ${of.tier} order by tier desc limit 1) e on true
     where d.org_id = ${organizationId} and d.id >= ${firstIdOf(of.month)} and d.month = ${of.month}
       and d.kind = ${of.kind}
       and d.volume_list_id = ${of.price_list_id} and d.month_number <= ${of.up_to_number}
       and not (d.reversal_id is not null
                and exists (select from transactions t
                             where t.org_id = ${organizationId} and t.id = d.reversal_id
                               and t.wallet_version <= ${of.wallet_version}))`
}

/** The same, apart by the keys of the counters of usage; `micros` is what they cost before it. */
export interface CoveredUsageRow extends usage.ChangedRow {
  units: bigint
}

export function coveredUsage(organizationId: Uuid, of: Covered): Statement {
  return sql`
    select ${usage.keyColumns}, count(*) as count, sum(units)::int8 as units, sum(cost_micros)::int8 as micros
      from (select ${usage.keyOfDeliveries}, d.units, d.cost_micros
              from (${coveredDeliveries(organizationId, of)}) d
              left join transactions t on t.org_id = ${organizationId} and t.id = d.transaction_id) keyed
     group by ${usage.keyColumns}`
}

/** The least UUIDv7 of the month in India. */
function firstIdOf(month: string): Statement {
  return sql`
    (lpad(to_hex((extract(epoch from ${month}::date::timestamp at time zone 'Asia/Kolkata') * 1000)::bigint), 12, '0')
     || repeat('0', 20))::uuid`
}

/** Maximum delay until a process uses a new list: see money/pricing/actions.ts. */
const LIST_NOTICED_WITHIN = '5 seconds'

/**
 * One of these charges that was made under a volume list. Determined by time: deliveries are not indexed by
 * transaction.
 */
export function volumeCharge(organizationId: Uuid, transactionIds: Uuid[]): Statement {
  const kinds = rowsOf('k', priceKinds, { kind: ['word', (kind) => kind], channel: ['word', channelOf] })
  return sql`
    select t.id
      from transactions t
      cross join lateral (values (t.created_at), (t.created_at - ${LIST_NOTICED_WITHIN}::interval)) as moment (at)
      cross join lateral (
        select definition from price_lists
         where (org_id = ${organizationId} or org_id is null) and effective_from <= moment.at
         order by org_id is null, effective_from desc, published_at desc, id desc limit 1) l
     where t.org_id = ${organizationId} and t.id = any(${transactionIds}::uuid[]) and t.kind = 'deduction'
       and exists (select from ${kinds}
                    where k.channel = t.channel and l.definition -> 'prices' -> k.kind ->> 'mode' = 'volume')
     limit 1`
}

/** Time limit: a month may have millions of messages. */
const TAKE_TIME_MS = 10 * 60_000
export const takeTime = letStatementsTake(TAKE_TIME_MS)

export interface Booking {
  messages: bigint
  amount: Micros
  transactionId: Uuid | null
}

export function markBooked(organizationId: Uuid, id: Uuid, { messages, amount, transactionId }: Booking, at: Date) {
  return sql`
    update rerates set message_count = ${messages}, amount_micros = ${amount}, transaction_id = ${transactionId},
      booked_at = ${at}
     where org_id = ${organizationId} and id = ${id} and booked_at is null`
}
