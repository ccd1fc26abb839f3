// SQL that records outcomes and reads queued work, for many deliveries per statement.

import { rowsOf } from '#kit/database/rows.ts'
import { areShards, onShard } from '#kit/database/shards.ts'
import { plainArray, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { detailsToStore, textToStore } from '#kit/stored-details.ts'
import { type ChannelName, channelNames } from '#messaging/channels/channel.ts'
import { costIn } from '#messaging/messages/give-back-queries.ts'
import { deliveryColumns, messageColumns, messageSources } from '#messaging/messages/queries.ts'
import type { DeliveryStatus } from '#messaging/messages/rules.ts'
import type { PriceKind } from '#money/pricing/rules.ts'
import { mayDispatch } from './due-queries.ts'
import type { Outcome } from './rules.ts'
import { type Follower, followers, lettingIn } from './strand-queries.ts'
import { isPutOff, stepsAside } from './strand-rules.ts'

/**
 * Makes the current transaction use nested loops by key. Every statement here passes at most a few hundred keys, for
 * which that is the best plan regardless of their values. Due deliveries are read from the index in due order: with
 * outdated statistics the planner would read and sort the whole queue for each claim.
 */
export const lookUpByKey = (): Statement => (areShards() ? sql`select` : lookingUpByKey)

const lookingUpByKey = sql`
  select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
         set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
         set_config('enable_sort', 'off', true)`

/**
 * Plans depend on table sizes at planning time: while tables are small all indexes look alike, and a plan may read all
 * of an organization's rows for each key. A connection would keep such a plan until the next ANALYZE.
 */
export const planAnew = sql`discard plans`

export interface RecordedRow {
  org_id: Uuid
  id: Uuid
  message_id: Uuid | null
  campaign_id: Uuid | null
  contact_id: Uuid | null
  channel: ChannelName
  kind: PriceKind
  created_at: Date
  status: DeliveryStatus
  /** Its price, reduced by re-rates. */
  cost_micros: Micros
  transaction_id: Uuid
  account_id: Uuid | null
  address: string | null
  /** The next delivery of the ordering key that this outcome releases; null when there is none. */
  followers?: Follower[] | null
}

/**
 * A partially sent delivery is neither failed nor cancelled but undelivered, and is not refunded.
 *
 * Records outcomes of deliveries that still have the lease of their claim; returns the updated rows. Rows locked by a
 * deletion or another recorder are skipped: waiting for one while holding others causes deadlocks. For a delivery whose
 * contact was erased, nothing is stored that could identify the contact; its unknown outcome counts as sent, because
 * it can no longer be resolved. An outcome that ends a delivery, or postpones it for longer than its followers wait,
 * releases the next one. Lease and status are compared through expressions that no index supports: all deliveries of a
 * claim share both, and an index on them would scan the whole claim for each key.
 */
export function record(outcomes: Outcome[], at: Date): Statement {
  const here = (column: Statement) => onShard(column, organizationsOf(outcomes))
  // Most outcomes have no error: then no array of details is passed.
  const areExplained = outcomes.some(({ errorDetail }) => errorDetail !== null)
  const errorDetails = areExplained
    ? sql`case when not f.is_forgotten then f.error_details::jsonb end`
    : sql`null::jsonb`
  return sql`
    with free as materialized (
      select g.*, d.strand_at as placed_at, d.status = 'sending' as is_sending,
             d.message_id is null and d.campaign_id is null or d.contact_id is null as is_forgotten
        from ${rowsOf('g', outcomes, {
          org_id: ['uuid', (one) => one.organizationId],
          id: ['uuid', (one) => one.id],
          lease_until: ['timestamptz', (one) => one.leaseUntil],
          claim_id: ['uuid', (one) => one.claimId],
          status: ['word', (one) => one.status],
          provider_id: ['text', (one) => one.providerId],
          error_code: ['text', (one) => one.errorCode],
          error_detail: ['text', (one) => textToStore(one.errorDetail)],
          ...(areExplained ? { error_details: ['text', (one) => detailsToStore(one.errorDetail)] } : {}),
          due_at: ['timestamptz', (one) => one.dueAt],
          address: ['text', (one) => one.address],
          uncounted: ['int4', (one) => (one.isUncounted ? 1 : 0)],
          is_put_off: ['bool', isPutOff],
          steps_aside: ['bool', stepsAside],
          at: ['timestamptz', (one) => one.at ?? null],
          account_id: ['uuid', (one) => one.accountId ?? null],
        })}
        join deliveries d on d.org_id = g.org_id ${here(sql`d.org_id`)} and d.id = g.id
       where d.lease_until is not distinct from g.lease_until and d.claim_id is not distinct from g.claim_id
         for update of d skip locked),
    ended as (
    update deliveries d
       set status = case when f.status = 'sending' and f.is_forgotten then 'sent'
             when d.left_in_part and f.status in ('failed', 'cancelled') then 'undelivered' else f.status end,
           account_id = coalesce(f.account_id, d.account_id), lease_until = null, claim_id = null,
           attempts = d.attempts - f.uncounted, error_code = f.error_code,
           provider_id = case when f.is_forgotten then null else f.provider_id end,
           error_detail = case when f.is_forgotten then null else f.error_detail end, error_details = ${errorDetails},
           address = case when f.is_forgotten then null else coalesce(f.address, d.address) end,
           due_at = case when f.due_at is not null and f.is_forgotten then ${at} else f.due_at end,
           sent_at = case when f.status = 'sent' or f.status = 'sending' and f.is_forgotten
               or d.left_in_part and f.status in ('failed', 'cancelled')
             then coalesce(f.at, ${at}) else d.sent_at end,
           ended_at = case when f.status in ('failed', 'cancelled') then coalesce(f.at, ${at}) else d.ended_at end,
           strand_at = case when f.status <> 'sending' and not f.steps_aside then d.strand_at end,
           waits_since = case when not f.steps_aside then d.waits_since end,
           put_off_at = case when f.is_put_off then coalesce(d.put_off_at, ${at}) else d.put_off_at end
      from free f where d.org_id = f.org_id ${here(sql`d.org_id`)} and d.id = f.id and f.is_sending
    returning d.org_id, d.id, d.message_id, d.conversation_id, d.contact_id, d.channel, d.status, f.placed_at,
      d.put_off_at, f.steps_aside, d.kind, d.created_at, ${costIn(organizationsOf(outcomes))} as cost_micros,
      d.transaction_id, d.account_id, d.address, d.campaign_id),
    ${lettingIn(at, here)}
    select r.org_id, r.id, r.message_id, r.contact_id, r.channel, r.kind, r.created_at, r.status, r.cost_micros,
           r.transaction_id, r.account_id, r.address, r.campaign_id, ${followers} as followers
      from ended r`
}

const organizationsOf = (outcomes: readonly Outcome[]): Uuid[] => outcomes.map(({ organizationId }) => organizationId)

/** The deliveries that still have the given lease. */
export function underLease(outcomes: Outcome[]): Statement {
  return sql`
    select d.id
      from ${rowsOf('g', outcomes, {
        org_id: ['uuid', (one) => one.organizationId],
        id: ['uuid', (one) => one.id],
        lease_until: ['timestamptz', (one) => one.leaseUntil],
        claim_id: ['uuid', (one) => one.claimId],
      })}
      join deliveries d
        on d.org_id = g.org_id ${onShard(sql`d.org_id`, organizationsOf(outcomes))} and d.id = g.id
          and d.lease_until = g.lease_until and d.claim_id is not distinct from g.claim_id
     where d.status = 'sending'`
}

/** Deliveries with an expired lease, up to `limit` per organization. Some may still be in flight in this process. */
export function lost(organizationIds: Uuid[], now: Date, limit: number): Statement {
  return sql`
    select d.org_id, d.id, d.attempts, d.lease_until, d.claim_id, d.created_at
      from unnest(${plainArray(organizationIds)}::uuid[]) as g (org_id)
     cross join lateral (
       select org_id, id, attempts, lease_until, claim_id, created_at from deliveries
        where org_id = g.org_id ${onShard(sql`org_id`, organizationIds)} and status = 'sending'
          and lease_until <= ${now}
        order by lease_until limit ${limit}) d`
}

/**
 * Queued work per organization: the earliest due time per channel and per campaign that may send, and (without a
 * channel) the earliest end of a lease; an unknown outcome has none.
 */
export function waiting(organizationIds: Uuid[]): Statement {
  const here = onShard(sql`org_id`, organizationIds)
  return sql`
    select g.org_id, q.channel, q.due_at
      from unnest(${plainArray(organizationIds)}::uuid[]) as g (org_id)
     cross join unnest(${plainArray(channelNames)}::text[]) as c (channel)
     cross join lateral (
       (select channel, due_at from deliveries
         where org_id = g.org_id ${here} and channel = c.channel and status = 'queued' and campaign_id is null
         order by due_at limit 1)
        union all
       (select k.channel, f.due_at from campaigns k
         cross join lateral (
           select due_at from deliveries
            where org_id = g.org_id ${here} and campaign_id = k.id and status = 'queued' and campaign_id is not null
            order by due_at limit 1) f
         where k.org_id = g.org_id ${onShard(sql`k.org_id`, organizationIds)} and k.channel = c.channel
           and ${mayDispatch(sql`k`)})) q
     union all
    select g.org_id, null, s.lease_until
      from unnest(${plainArray(organizationIds)}::uuid[]) as g (org_id)
     cross join lateral (
       select lease_until from deliveries where org_id = g.org_id ${here} and status = 'sending'
         and lease_until is not null order by lease_until limit 1) s`
}

type Recorded = Pick<RecordedRow, 'org_id' | 'id' | 'message_id'>

const organizationsIn = (rows: readonly Recorded[]): Uuid[] => rows.map(({ org_id }) => org_id)

const keysOf = (rows: readonly Recorded[], idOf: (row: Recorded) => Uuid | null) =>
  rowsOf('g', rows, { org_id: ['uuid', (one) => one.org_id], id: ['uuid', idOf] })

/** The messages of deliveries, as events show them. */
export function messagesOf(rows: readonly Recorded[]): Statement {
  return sql`
    select ${messageColumns} from ${messageSources(organizationsIn(rows))}
      join ${keysOf(rows, (row) => row.message_id)} on g.org_id
        = m.org_id ${onShard(sql`m.org_id`, organizationsIn(rows))} and g.id = m.id`
}

/** The deliveries, as events show them. */
export function deliveriesOf(rows: readonly Recorded[]): Statement {
  return sql`
    select d.* from ${keysOf(rows, (row) => row.id)}
     cross join lateral (select ${deliveryColumns(organizationsIn(rows))}, org_id
       from deliveries d where d.org_id = g.org_id ${onShard(sql`d.org_id`, organizationsIn(rows))} and d.id = g.id) d`
}

/** Organizations with deliveries waiting since `late` but without due work. */
export function forgotten(late: Date, limit: number): Statement {
  return sql`
    select o.id from organizations o
     where not exists (select 1 from due_work w where w.kind = 'dispatch' and w.org_id = o.id)
       and (exists (select 1 from deliveries d
                    where d.org_id = o.id and d.channel = any(${plainArray(channelNames)}::text[])
                      and d.status = 'queued' and d.campaign_id is null and d.due_at < ${late})
            or exists (select 1 from campaigns k
                         join deliveries d on d.org_id = k.org_id and d.campaign_id = k.id and d.status = 'queued'
                          and d.campaign_id is not null and d.due_at < ${late}
                        where k.org_id = o.id and ${mayDispatch(sql`k`)})
            or exists (select 1 from deliveries d where d.org_id = o.id and d.status = 'sending'
              and d.lease_until < ${late}))
     limit ${limit}`
}
