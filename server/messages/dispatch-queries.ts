// SQL of dispatch: claiming deliveries that are due, and recording what became of them, whole arrays at a time.

import type { Addressed, ChannelName } from '#channels/rules.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { type Statement, sql } from '#kit/sql.ts'
import type { Claimed, Outcome } from './dispatch-rules.ts'
import { cost } from './rerate-queries.ts'
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

/**
 * Takes up to `limit` deliveries that are due, with what they carry and how their contacts are reached by now. Rows that somebody
 * else works on are passed over.
 */
export function claim(organizationId: Uuid, now: Date, leaseUntil: Date, limit: number): Statement {
  return sql`
    with due as materialized (
      select id from deliveries where org_id = ${organizationId} and status = 'queued' and due_at <= ${now}
         and not exists (select from organizations o where o.id = ${organizationId} and o.suspended_at is not null)
       order by due_at limit ${limit} for update skip locked),
    taken as (
      update deliveries d set status = 'sending', lease_until = ${leaseUntil}, attempts = attempts + 1
        from due where d.org_id = ${organizationId} and d.id = due.id
      returning d.id, d.message_id, d.conversation_id, d.contact_id, d.address, d.channel, d.attempts, d.lease_until)
    select t.id, t.contact_id, t.address, t.channel, t.attempts, t.lease_until, e.earlier,
           m.id is not null as has_content, m.subject, m.text, m.html, c.display_name,
           case when c.id is not null then json_build_object(
             'email', c.email, 'phone_number', c.phone_number, 'app_id', c.app_id, 'unsubscribed', c.unsubscribed) end as contact
      from taken t
      left join messages m on m.org_id = ${organizationId} and m.id = t.message_id
      left join contacts c on c.org_id = ${organizationId} and c.id = t.contact_id
      left join lateral (${earlierMails(organizationId)}) e on t.channel = 'email'`
}

/** References of a mail: RFC 5322 §3.6.4 sets no limit, long ones are cut everywhere. */
const EARLIER_MAILS_MAX = 10
/** Messages of the conversation that are looked at for them, so that a busy one costs no more. */
const EARLIER_MESSAGES_MAX = 15

/** What the contact got and wrote by email before the taken delivery `t`, by the names that mail programs know it by. */
function earlierMails(organizationId: Uuid): Statement {
  return sql`
    select array_agg(x.name order by x.id) as earlier from (
      select p.id, coalesce(p.provider_id, s.provider_id) as name
        from (select b.id, b.channel, b.provider_id from messages b
               where b.org_id = ${organizationId} and b.conversation_id = t.conversation_id and b.id < t.message_id
               order by b.id desc limit ${EARLIER_MESSAGES_MAX}) p
        left join deliveries s on s.org_id = ${organizationId} and s.message_id = p.id and s.contact_id = t.contact_id
       where p.channel = 'email' and coalesce(p.provider_id, s.provider_id) is not null
       order by p.id desc limit ${EARLIER_MAILS_MAX}) x`
}

export interface RecordedRow {
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
 */
export function record(organizationId: Uuid, outcomes: Outcome[], at: Date): Statement {
  return sql`
    with given as materialized (
      select * from unnest(${outcomes.map((one) => one.id)}::uuid[], ${outcomes.map((one) => one.leaseUntil)}::timestamptz[],
                           ${outcomes.map((one) => one.status)}::text[], ${outcomes.map((one) => one.providerId)}::text[],
                           ${outcomes.map((one) => one.errorCode)}::text[], ${outcomes.map((one) => one.errorDetail)}::text[],
                           ${outcomes.map((one) => one.dueAt)}::timestamptz[], ${outcomes.map((one) => one.address)}::text[])
                    as given (id, lease_until, status, provider_id, error_code, error_detail, due_at, address)),
    free as materialized (
      select d.id, d.message_id is null or d.contact_id is null as is_forgotten from deliveries d
       where d.org_id = ${organizationId} and d.id = any(${outcomes.map((one) => one.id)}::uuid[]) and d.status = 'sending'
         for update skip locked)
    update deliveries d
       set status = g.status, lease_until = null, error_code = g.error_code,
           provider_id = case when f.is_forgotten then null else g.provider_id end,
           error_detail = case when f.is_forgotten then null else g.error_detail end,
           address = case when f.is_forgotten then null else coalesce(g.address, d.address) end,
           due_at = case when g.due_at is not null and f.is_forgotten then ${at} else g.due_at end,
           sent_at = case when g.status = 'sent' then ${at}::timestamptz else d.sent_at end,
           ended_at = case when g.status in ('failed', 'cancelled') then ${at}::timestamptz else d.ended_at end
      from given g join free f on f.id = g.id
     where d.org_id = ${organizationId} and d.id = g.id and d.lease_until = g.lease_until and d.status = 'sending'
    returning d.id, d.message_id, d.contact_id, d.channel, d.status, ${cost} as cost_micros, d.transaction_id`
}

/** Those of the deliveries that are under the given lease still. */
export function underLease(organizationId: Uuid, outcomes: Outcome[]): Statement {
  return sql`
    select d.id from deliveries d
      join unnest(${outcomes.map((one) => one.id)}::uuid[], ${outcomes.map((one) => one.leaseUntil)}::timestamptz[]) as g (id, lease_until)
        on g.id = d.id and g.lease_until = d.lease_until
     where d.org_id = ${organizationId} and d.status = 'sending'`
}

/** Deliveries whose lease has run out. `except` are those that this process has in hand, whatever the clock says. */
export function lost(organizationId: Uuid, now: Date, except: Uuid[], limit: number): Statement {
  return sql`
    select id, attempts, lease_until from deliveries
     where org_id = ${organizationId} and status = 'sending' and lease_until <= ${now} and not (id = any(${except}::uuid[]))
     order by lease_until limit ${limit}`
}

/** When there is something to do next for the organization: a delivery falls due, or a lease runs out. */
export function nextDue(organizationId: Uuid): Statement {
  return sql`
    select least((select min(due_at) from deliveries where org_id = ${organizationId} and status = 'queued'),
                 (select min(lease_until) from deliveries where org_id = ${organizationId} and status = 'sending')) as due_at`
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
