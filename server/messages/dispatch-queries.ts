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
       order by due_at limit ${limit} for update skip locked),
    taken as (
      update deliveries d set status = 'sending', lease_until = ${leaseUntil}, attempts = attempts + 1
        from due where d.org_id = ${organizationId} and d.id = due.id
      returning d.id, d.message_id, d.contact_id, d.address, d.channel, d.attempts, d.lease_until)
    select t.id, t.contact_id, t.address, t.channel, t.attempts, t.lease_until,
           m.id is not null as has_content, m.subject, m.text, m.html,
           case when c.id is not null then json_build_object(
             'email', c.email, 'phone_number', c.phone_number, 'app_id', c.app_id, 'unsubscribed', c.unsubscribed) end as contact
      from taken t
      left join messages m on m.org_id = ${organizationId} and m.id = t.message_id
      left join contacts c on c.org_id = ${organizationId} and c.id = t.contact_id`
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
