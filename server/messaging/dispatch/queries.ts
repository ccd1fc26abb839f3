// SQL of dispatch: claiming deliveries that are due, and recording what became of them, whole arrays at a time.

import { rowsOf } from '#kit/database/rows.ts'
import { areShards, onShard } from '#kit/database/shards.ts'
import { plainArray, type Statement, sql } from '#kit/database/sql.ts'
import { isBeingDeleted } from '#kit/deletions.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { type AttachedRow, attachedToMessage } from '#messaging/attachments/queries.ts'
import { type Addressed, type ChannelName, channelNames } from '#messaging/channels/channel.ts'
import { costIn } from '#messaging/messages/give-back-queries.ts'
import { deliveryColumns, messageColumns, messageSources } from '#messaging/messages/queries.ts'
import type { DeliveryStatus } from '#messaging/messages/rules.ts'
import type { Claim } from './journal/lines.ts'
import type { Claimed, Outcome } from './rules.ts'

/** `created_at` is when it was accepted or, scheduled, when it was to leave: how long it waits counts from then. */
export interface ClaimedRow extends Claimed {
  /** Asked for only where traces are made; null when the message is gone. */
  message_id?: Uuid | null
  contact_id: Uuid | null
  conversation_id: Uuid | null
  address: string | null
  channel: ChannelName
  display_name: string | null
  /** Message-IDs of earlier mails with the contact in the conversation, the oldest first. */
  earlier: string[] | null
  /** False when the message, or the conversation that it is in, was deleted. */
  has_content: boolean
  /** The contact as it is now; null when it is gone. */
  contact: Addressed | null
  subject: string | null
  text: string | null
  html: string | null
  template_id: Uuid | null
  template_version: number | null
  variables: Record<string, string> | null
  /** Its attachments; null when it has none. */
  attached: AttachedRow[] | null
}

/** So many of an organization's deliveries may be claimed, on these channels, or on all. */
export interface Share {
  organizationId: Uuid
  free: number
  channels?: readonly ChannelName[]
}

/**
 * For the transaction in which it runs: rows are looked up by their keys, one after the other. Every statement here
 * brings the keys of what it is about, at most some hundreds, and what is best for them does not depend on which they
 * are.
 */
export const lookUpByKey = (): Statement => (areShards() ? sql`select` : lookingUpByKey)

const lookingUpByKey = sql`
  select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
         set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`

/**
 * Plans are made by the size that the tables have at that moment: while they are small all indexes seem alike, and for
 * each row all that its organization has may be read. A connection would keep such a plan until somebody analyzes the
 * table.
 */
export const planAnew = sql`discard plans`

/**
 * Takes of each organization up to its share of the deliveries that are due, the longest due of its channels first,
 * with what they carry and how their contacts are reached by now. Rows that somebody else works on are passed over.
 * Each channel is a range of its own: who passes over one that is paused must not read all that waits on it. What is
 * found beyond the share is let go with the transaction. `isTraced`: with the messages' ids.
 */
export function claim(
  shares: Share[],
  now: Date,
  { id, leaseUntil }: Pick<Claim, 'id' | 'leaseUntil'>,
  isTraced = false,
): Statement {
  const ranges = shares.flatMap(({ organizationId, free, channels = channelNames }) =>
    channels.map((channel) => ({ organizationId, free, channel })),
  )
  const here = (column: Statement) =>
    onShard(
      column,
      shares.map(({ organizationId }) => organizationId),
    )
  return sql`
    with found as materialized (
      select d.org_id, d.id, g.free, row_number() over (partition by d.org_id order by d.due_at) as place
        from ${rowsOf('g', ranges, {
          org_id: ['uuid', (one) => one.organizationId],
          channel: ['word', (one) => one.channel],
          free: ['int4', (one) => one.free],
        })}
       cross join lateral (
         select org_id, id, due_at from deliveries
          where org_id = g.org_id ${here(sql`org_id`)} and channel = g.channel and status = 'queued'
            and due_at <= ${now}
          order by due_at limit g.free for update skip locked) d
       where not exists (select from organizations o
         where o.id = g.org_id ${here(sql`o.id`)} and o.suspended_at is not null)),
    due as materialized (select org_id, id from found where place <= free),
    taken as (
      update deliveries d set status = 'sending', lease_until = ${leaseUntil}, claim_id = ${id},
          attempts = attempts + 1
        from due where d.org_id = due.org_id ${here(sql`d.org_id`)} and d.id = due.id
      returning d.org_id, d.id, d.message_id, d.conversation_id, d.contact_id, d.address, d.channel, d.attempts,
        d.lease_until, d.claim_id, d.created_at)
    select t.org_id, t.id, t.contact_id, t.conversation_id, t.address, t.channel, t.attempts, t.lease_until,
           t.claim_id, greatest(t.created_at, m.send_at) as created_at, ${isTraced ? sql`t.message_id,` : sql``}
           e.earlier, m.id is not null and not ${isBeingDeleted(
             shares.map(({ organizationId }) => organizationId),
             sql`t.org_id`,
             sql`t.conversation_id`,
           )} as has_content, m.subject, m.text, m.html, m.template_id, m.template_version, m.variables,
           ${attachedToMessage(shares.map(({ organizationId }) => organizationId))} as attached, c.display_name,
           case when c.id is not null then json_build_object(
             'email', c.email, 'phone_number', c.phone_number, 'app_id', c.app_id, 'unsubscribed',
               c.unsubscribed, 'suppressed', c.suppressed) end as contact
      from taken t
      left join messages m on m.org_id = t.org_id ${here(sql`m.org_id`)} and m.id = t.message_id
      left join contacts c on c.org_id = t.org_id ${here(sql`c.org_id`)} and c.id = t.contact_id
      left join lateral (${earlierMails(here)}) e on t.channel = 'email'`
}

/** References of a mail: RFC 5322 §3.6.4 sets no limit, long ones are cut everywhere. */
const EARLIER_MAILS_MAX = 10
/** Messages of the conversation that are looked at for them, so that a busy one costs no more. */
const EARLIER_MESSAGES_MAX = 15

/**
 * What the contact got and wrote by email before the taken delivery `t`, by the names that mail programs know it by.
 */
const earlierMails = (here: (column: Statement) => Statement) => sql`
  select array_agg(x.name order by x.id) as earlier from (
    select p.id, coalesce(p.provider_id, s.provider_id) as name
      from (select b.id, b.channel, b.provider_id from messages b
             where b.org_id = t.org_id ${here(sql`b.org_id`)} and b.conversation_id = t.conversation_id
               and b.id < t.message_id
             order by b.id desc limit ${EARLIER_MESSAGES_MAX}) p
      left join deliveries s on s.org_id = t.org_id ${here(sql`s.org_id`)} and s.message_id = p.id
        and s.contact_id = t.contact_id
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
 * Records outcomes of deliveries that are still under the lease they were claimed with; returns those. A row that
 * somebody is just deleting or recording is passed over instead of waited for: waiting behind one while holding others
 * is how deadlocks begin. Of a delivery that was forgotten meanwhile nothing is written that could tell who it was.
 * One whose outcome nobody knows then counts as sent, as nobody is left who could find out.
 * Lease and status are compared in ways that no index serves: deliveries of a claim share both, and would be found one
 * by one among all.
 */
export function record(outcomes: Outcome[], at: Date): Statement {
  const here = onShard(sql`d.org_id`, organizationsOf(outcomes))
  return sql`
    with free as materialized (
      select g.*, d.status = 'sending' as is_sending, d.message_id is null or d.contact_id is null as is_forgotten
        from ${rowsOf('g', outcomes, {
          org_id: ['uuid', (one) => one.organizationId],
          id: ['uuid', (one) => one.id],
          lease_until: ['timestamptz', (one) => one.leaseUntil],
          claim_id: ['uuid', (one) => one.claimId],
          status: ['word', (one) => one.status],
          provider_id: ['text', (one) => one.providerId],
          error_code: ['text', (one) => one.errorCode],
          error_detail: ['text', (one) => one.errorDetail],
          due_at: ['timestamptz', (one) => one.dueAt],
          address: ['text', (one) => one.address],
          uncounted: ['int4', (one) => (one.isUncounted ? 1 : 0)],
          at: ['timestamptz', (one) => one.at ?? null],
        })}
        join deliveries d on d.org_id = g.org_id ${here} and d.id = g.id
       where d.lease_until is not distinct from g.lease_until and d.claim_id is not distinct from g.claim_id
         for update of d skip locked)
    update deliveries d
       set status = case when f.status = 'sending' and f.is_forgotten then 'sent' else f.status end,
           lease_until = null, claim_id = null, attempts = d.attempts - f.uncounted, error_code = f.error_code,
           provider_id = case when f.is_forgotten then null else f.provider_id end,
           error_detail = case when f.is_forgotten then null else f.error_detail end,
           address = case when f.is_forgotten then null else coalesce(f.address, d.address) end,
           due_at = case when f.due_at is not null and f.is_forgotten then ${at} else f.due_at end,
           sent_at = case when f.status = 'sent' or f.status = 'sending' and f.is_forgotten
             then coalesce(f.at, ${at}) else d.sent_at end,
           ended_at = case when f.status in ('failed', 'cancelled') then coalesce(f.at, ${at}) else d.ended_at end
      from free f where d.org_id = f.org_id ${here} and d.id = f.id and f.is_sending
    returning d.org_id, d.id, d.message_id, d.contact_id, d.channel, d.status,
      ${costIn(organizationsOf(outcomes))} as cost_micros, d.transaction_id`
}

const organizationsOf = (outcomes: readonly Outcome[]): Uuid[] => outcomes.map(({ organizationId }) => organizationId)

/** Those of the deliveries that are under the given lease still. */
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

/**
 * Deliveries whose lease has run out, up to `limit` of each organization. This process may have some of them in hand
 * itself.
 */
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
 * What waits of each organization: the first that falls due of each channel, and (without a channel) the first lease
 * that runs out: an outcome that nobody knows has none.
 */
export function waiting(organizationIds: Uuid[]): Statement {
  const here = onShard(sql`org_id`, organizationIds)
  return sql`
    select g.org_id, q.channel, q.due_at
      from unnest(${plainArray(organizationIds)}::uuid[]) as g (org_id)
     cross join unnest(${plainArray(channelNames)}::text[]) as c (channel)
     cross join lateral (
       select channel, due_at from deliveries
        where org_id = g.org_id ${here} and channel = c.channel and status = 'queued' order by due_at limit 1) q
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

/** The messages of deliveries, as they are told of. */
export function messagesOf(rows: readonly Recorded[]): Statement {
  return sql`
    select ${messageColumns} from ${messageSources(organizationsIn(rows))}
      join ${keysOf(rows, (row) => row.message_id)} on g.org_id
        = m.org_id ${onShard(sql`m.org_id`, organizationsIn(rows))} and g.id = m.id`
}

/** The deliveries themselves, as they are told of. */
export function deliveriesOf(rows: readonly Recorded[]): Statement {
  return sql`
    select d.* from ${keysOf(rows, (row) => row.id)}
     cross join lateral (select ${deliveryColumns(organizationsIn(rows))}, org_id
       from deliveries d where d.org_id = g.org_id ${onShard(sql`d.org_id`, organizationsIn(rows))} and d.id = g.id) d`
}

/** Organizations where something has waited since `late` although no work is noted. */
export function forgotten(late: Date, limit: number): Statement {
  return sql`
    select o.id from organizations o
     where not exists (select 1 from due_work w where w.kind = 'dispatch' and w.org_id = o.id)
       and (exists (select 1 from deliveries d
                    where d.org_id = o.id and d.channel = any(${plainArray(channelNames)}::text[])
                      and d.status = 'queued' and d.due_at < ${late})
            or exists (select 1 from deliveries d where d.org_id = o.id and d.status = 'sending'
              and d.lease_until < ${late}))
     limit ${limit}`
}
