// SQL of dispatch: claiming deliveries that are due, and recording what became of them, whole arrays at a time.

import type { Addressed, ChannelName } from '#channels/rules.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { plainArray, type Statement, sql } from '#kit/sql.ts'
import type { Claimed, Outcome } from './dispatch-rules.ts'
import { cost } from './rerate-queries.ts'
import { deliveryColumns, messageColumns, messageSources } from './queries.ts'
import type { DeliveryStatus } from './rules.ts'

export interface ClaimedRow extends Claimed {
  contact_id: Uuid | null
  address: string | null
  channel: ChannelName
  display_name: string | null
  /** Message-IDs of earlier mails with the contact in the conversation, the oldest first. */
  earlier: string[] | null
  has_content: boolean
  /** The contact as it is now; null when it is gone. */
  contact: Addressed | null
  subject: string | null
  text: string | null
  html: string | null
}

/** So many of an organization's deliveries may be claimed. */
export interface Share {
  organizationId: Uuid
  free: number
}

/**
 * For the transaction in which it runs: rows are looked up by their keys, one after the other. Every statement here brings the keys
 * of what it is about, at most some hundreds, and what is best for them does not depend on which they are.
 */
export const lookUpByKey = sql`
  select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
         set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`

/**
 * Plans are made by the size that the tables have at that moment: while they are small all indexes seem alike, and for each row all
 * that its organization has may be read. A connection would keep such a plan until somebody analyzes the table.
 */
export const planAnew = sql`discard plans`

/**
 * Takes of each organization up to its share of the deliveries that are due, with what they carry and how their contacts are reached
 * by now. Rows that somebody else works on are passed over.
 */
export function claim(shares: Share[], now: Date, leaseUntil: Date): Statement {
  return sql`
    with due as materialized (
      select d.org_id, d.id
        from unnest(${plainArray(shares.map((one) => one.organizationId))}::uuid[], ${plainArray(shares.map((one) => one.free))}::int4[])
             as g (org_id, free)
       cross join lateral (
         select org_id, id from deliveries
          where org_id = g.org_id and status = 'queued' and due_at <= ${now}
          order by due_at limit g.free for update skip locked) d
       where not exists (select from organizations o where o.id = g.org_id and o.suspended_at is not null)),
    taken as (
      update deliveries d set status = 'sending', lease_until = ${leaseUntil}, attempts = attempts + 1
        from due where d.org_id = due.org_id and d.id = due.id
      returning d.org_id, d.id, d.message_id, d.conversation_id, d.contact_id, d.address, d.channel, d.attempts, d.lease_until)
    select t.org_id, t.id, t.contact_id, t.address, t.channel, t.attempts, t.lease_until, e.earlier,
           m.id is not null as has_content, m.subject, m.text, m.html, c.display_name,
           case when c.id is not null then json_build_object(
             'email', c.email, 'phone_number', c.phone_number, 'app_id', c.app_id, 'unsubscribed', c.unsubscribed) end as contact
      from taken t
      left join messages m on m.org_id = t.org_id and m.id = t.message_id
      left join contacts c on c.org_id = t.org_id and c.id = t.contact_id
      left join lateral (${earlierMails}) e on t.channel = 'email'`
}

/** References of a mail: RFC 5322 §3.6.4 sets no limit, long ones are cut everywhere. */
const EARLIER_MAILS_MAX = 10
/** Messages of the conversation that are looked at for them, so that a busy one costs no more. */
const EARLIER_MESSAGES_MAX = 15

/** What the contact got and wrote by email before the taken delivery `t`, by the names that mail programs know it by. */
const earlierMails = sql`
  select array_agg(x.name order by x.id) as earlier from (
    select p.id, coalesce(p.provider_id, s.provider_id) as name
      from (select b.id, b.channel, b.provider_id from messages b
             where b.org_id = t.org_id and b.conversation_id = t.conversation_id and b.id < t.message_id
             order by b.id desc limit ${EARLIER_MESSAGES_MAX}) p
      left join deliveries s on s.org_id = t.org_id and s.message_id = p.id and s.contact_id = t.contact_id
     where p.channel = 'email' and coalesce(p.provider_id, s.provider_id) is not null
     order by p.id desc limit ${EARLIER_MAILS_MAX}) x`

export interface RecordedRow {
  org_id: Uuid
  id: Uuid
  message_id: Uuid | null
  contact_id: Uuid | null
  channel: ChannelName
  status: DeliveryStatus
  /** Its price, or what a re-rate left of it. */
  cost_micros: Micros
  transaction_id: Uuid
}

/**
 * Records outcomes of deliveries that are still under the lease they were claimed with; returns those. A row that somebody is just
 * deleting or recording is passed over instead of waited for: waiting behind one while holding others is how deadlocks begin.
 * Of a delivery that was forgotten meanwhile nothing is written that could tell who it was.
 * Lease and status are compared in ways that no index serves: deliveries of a claim share both, and would be found one by one among all.
 */
export function record(outcomes: Outcome[], at: Date): Statement {
  return sql`
    with free as materialized (
      select g.*, d.status = 'sending' as is_sending, d.message_id is null or d.contact_id is null as is_forgotten
        from unnest(${plainArray(outcomes.map((one) => one.organizationId))}::uuid[], ${plainArray(outcomes.map((one) => one.id))}::uuid[],
                    ${outcomes.map((one) => one.leaseUntil)}::timestamptz[],
                    ${plainArray(outcomes.map((one) => one.status))}::text[], ${outcomes.map((one) => one.providerId)}::text[],
                    ${outcomes.map((one) => one.errorCode)}::text[], ${outcomes.map((one) => one.errorDetail)}::text[],
                    ${outcomes.map((one) => one.dueAt)}::timestamptz[], ${outcomes.map((one) => one.address)}::text[])
             as g (org_id, id, lease_until, status, provider_id, error_code, error_detail, due_at, address)
        join deliveries d on d.org_id = g.org_id and d.id = g.id
       where d.lease_until is not distinct from g.lease_until for update of d skip locked)
    update deliveries d
       set status = f.status, lease_until = null, error_code = f.error_code,
           provider_id = case when f.is_forgotten then null else f.provider_id end,
           error_detail = case when f.is_forgotten then null else f.error_detail end,
           address = case when f.is_forgotten then null else coalesce(f.address, d.address) end,
           due_at = case when f.due_at is not null and f.is_forgotten then ${at} else f.due_at end,
           sent_at = case when f.status = 'sent' then ${at}::timestamptz else d.sent_at end,
           ended_at = case when f.status in ('failed', 'cancelled') then ${at}::timestamptz else d.ended_at end
      from free f where d.org_id = f.org_id and d.id = f.id and f.is_sending
    returning d.org_id, d.id, d.message_id, d.contact_id, d.channel, d.status, ${cost} as cost_micros, d.transaction_id`
}

/** Those of the deliveries that are under the given lease still. */
export function underLease(outcomes: Outcome[]): Statement {
  return sql`
    select d.id
      from unnest(${plainArray(outcomes.map((one) => one.organizationId))}::uuid[], ${plainArray(outcomes.map((one) => one.id))}::uuid[],
                  ${outcomes.map((one) => one.leaseUntil)}::timestamptz[]) as g (org_id, id, lease_until)
      join deliveries d on d.org_id = g.org_id and d.id = g.id and d.lease_until = g.lease_until
     where d.status = 'sending'`
}

/** Deliveries whose lease has run out, up to `limit` of each organization. This process may have some of them in hand itself. */
export function lost(organizationIds: Uuid[], now: Date, limit: number): Statement {
  return sql`
    select d.org_id, d.id, d.attempts, d.lease_until
      from unnest(${plainArray(organizationIds)}::uuid[]) as g (org_id)
     cross join lateral (
       select org_id, id, attempts, lease_until from deliveries
        where org_id = g.org_id and status = 'sending' and lease_until <= ${now}
        order by lease_until limit ${limit}) d`
}

/** When there is something to do next for each organization: a delivery falls due, or a lease runs out. Null for nothing. */
export function nextDue(organizationIds: Uuid[]): Statement {
  return sql`
    select g.org_id, least(q.due_at, s.lease_until) as due_at
      from unnest(${plainArray(organizationIds)}::uuid[]) as g (org_id)
      left join lateral (
        select due_at from deliveries where org_id = g.org_id and status = 'queued' order by due_at limit 1) q on true
      left join lateral (
        select lease_until from deliveries where org_id = g.org_id and status = 'sending' order by lease_until limit 1) s on true`
}

type Recorded = Pick<RecordedRow, 'org_id' | 'id' | 'message_id'>

const keysOf = (rows: readonly Recorded[], idOf: (row: Recorded) => Uuid | null) => sql`
  unnest(${plainArray(rows.map((one) => one.org_id))}::uuid[], ${plainArray(rows.map(idOf))}::uuid[]) as g (org_id, id)`

/** The messages of deliveries, as they are told of. */
export function messagesOf(rows: readonly Recorded[]): Statement {
  return sql`
    select ${messageColumns} from ${messageSources}
      join ${keysOf(rows, (row) => row.message_id)} on g.org_id = m.org_id and g.id = m.id`
}

/** The deliveries themselves, as they are told of. */
export function deliveriesOf(rows: readonly Recorded[]): Statement {
  return sql`
    select d.* from ${keysOf(rows, (row) => row.id)}
     cross join lateral (select ${deliveryColumns}, org_id from deliveries d where d.org_id = g.org_id and d.id = g.id) d`
}

/** Organizations where something has waited since `late` although no work is noted. */
export function forgotten(late: Date, limit: number): Statement {
  return sql`
    select o.id from organizations o
     where not exists (select 1 from due_work w where w.kind = 'dispatch' and w.org_id = o.id)
       and (exists (select 1 from deliveries d where d.org_id = o.id and d.status = 'queued' and d.due_at < ${late})
            or exists (select 1 from deliveries d where d.org_id = o.id and d.status = 'sending' and d.lease_until < ${late}))
     limit ${limit}`
}

/** Of so many deliveries at most the number is told, and of so many organizations: who watches must not be the load. */
const COUNTED_MAX = 100_000
const ORGANIZATIONS_COUNTED_MAX = 1000

export function dueByChannel(now: Date): Statement {
  return sql`
    select channel, count(*) as count from (
      select d.channel
        from (select org_id from due_work where kind = 'dispatch' order by due_at limit ${ORGANIZATIONS_COUNTED_MAX}) as waiting
        cross join lateral (
          select channel from deliveries
           where org_id = waiting.org_id and status = 'queued' and due_at <= ${now} limit ${COUNTED_MAX}) as d
       limit ${COUNTED_MAX}) as counted
     group by channel`
}

export function oldestDue(now: Date): Statement {
  return sql`
    select min(d.due_at) as due_at
      from (select org_id from due_work where kind = 'dispatch' order by due_at limit ${ORGANIZATIONS_COUNTED_MAX}) as waiting
      cross join lateral (
        select due_at from deliveries
         where org_id = waiting.org_id and status = 'queued' and due_at <= ${now} order by due_at limit 1) as d`
}
