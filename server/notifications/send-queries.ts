// SQL of sending notices.

import { rowsOf } from '#kit/database/rows.ts'
import { insertingFor } from '#kit/database/shards.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { NoticeChannel } from './carrier.ts'
import type { NoticeType, StoredFacts } from './kinds.ts'
import { fromName } from './queries.ts'
import { DAY_COUNTS_MS, type DropReason, LEAVING_MAX_MS, PUT_OFF_MAX_MS } from './rules.ts'

export interface NewSend {
  noticeId: Uuid
  channel: NoticeChannel
  userId: Uuid
  type: NoticeType
}

/** Queues the sends of new notices, each once. */
export function insert(organizationId: Uuid, sends: readonly NewSend[], at: Date): Statement {
  const { id, beside } = insertingFor(organizationId)
  const given = rowsOf('given', sends, {
    notice_id: ['uuid', ({ noticeId }) => noticeId],
    channel: ['word', ({ channel }) => channel],
    user_id: ['uuid', ({ userId }) => userId],
    type: ['word', ({ type }) => type],
  })
  return sql`
    insert into notice_sends (org_id, notice_id, channel, user_id, type, due_at, created_at)
    select ${id}, given.notice_id, given.channel, given.user_id, given.type, ${at}::timestamptz, ${at}::timestamptz
      from ${beside} ${given}
     where exists (select from notices n where n.org_id = ${organizationId} and n.id = given.notice_id)
        on conflict do nothing`
}

export interface SendRow {
  notice_id: Uuid
  channel: NoticeChannel
  user_id: Uuid
  type: NoticeType
  attempts: number
  object_id: Uuid
  conversation_id: Uuid | null
  facts: StoredFacts | null
  count: number
  /** When the event happened. */
  created_at: Date
  read_at: Date | null
  owner_id: Uuid | null
  is_muted: boolean | null
  last_opened_at: Date | null
  from_name: string | null
  lately: number
  lately_coalesced: number
}

/** Locks due notices for sending. Includes notices delayed beyond any possible delay: a wrong clock did that. */
export function holdDue(organizationId: Uuid, now: Date, limit: number): Statement {
  const latest = new Date(now.getTime() + 2 * PUT_OFF_MAX_MS)
  const since = new Date(now.getTime() - DAY_COUNTS_MS)
  return sql`
    select s.notice_id, s.channel, s.user_id, s.type, s.attempts, n.object_id, n.conversation_id, n.facts, n.count,
           n.created_at, n.read_at, c.user_id as owner_id, c.is_muted, c.last_opened_at,
           ${fromName(organizationId, sql`n.conversation_id`)} as from_name, l.lately, l.lately_coalesced
      from notice_sends s
      join notices n on n.org_id = ${organizationId} and n.id = s.notice_id
      left join conversations c on c.org_id = ${organizationId} and c.id = n.conversation_id
     cross join lateral (
       select count(*)::int4 as lately,
              (count(*) filter (where t.type = 'message.received'))::int4 as lately_coalesced
         from notice_sends t
        where t.org_id = ${organizationId} and t.user_id = s.user_id and t.channel = s.channel
          and t.left_at > ${since}) l
     where s.org_id = ${organizationId} and s.status = 'waiting' and (s.due_at <= ${now} or s.due_at > ${latest})
     order by s.due_at, s.notice_id limit ${limit} for update of s skip locked`
}

export interface Changed {
  noticeId: Uuid
  channel: NoticeChannel
  status: 'waiting' | 'leaving' | 'sent' | 'unknown' | 'dropped'
  reason: DropReason | null
  /** Set for a waiting notice. */
  dueAt: Date | null
}

/** Stores the decisions about locked notices. */
export function decide(organizationId: Uuid, changed: readonly Changed[], at: Date): Statement {
  const given = rowsOf('given', changed, {
    notice_id: ['uuid', ({ noticeId }) => noticeId],
    channel: ['word', ({ channel }) => channel],
    status: ['word', ({ status }) => status],
    reason: ['word', ({ reason }) => reason],
    due_at: ['timestamptz', ({ dueAt }) => dueAt],
  })
  return sql`
    update notice_sends s
       set status = given.status, reason = given.reason, due_at = coalesce(given.due_at, s.due_at),
           attempts = s.attempts + case when given.status = 'leaving' then 1 else 0 end,
           left_at = case when given.status = 'leaving' then ${at} else s.left_at end,
           ended_at = case when given.status in ('sent', 'unknown', 'dropped') then ${at}::timestamptz end
      from ${given}
     where s.org_id = ${organizationId} and s.notice_id = given.notice_id and s.channel = given.channel`
}

/** Stores the carrier's result for this attempt, even when it arrives after the caller stopped waiting. */
export function settle(organizationId: Uuid, one: Changed, attempt: number, at: Date): Statement {
  const { noticeId, channel, status, reason, dueAt } = one
  return sql`
    update notice_sends s
       set status = ${status}, reason = ${reason}, due_at = coalesce(${dueAt}::timestamptz, s.due_at),
           ended_at = case when ${status === 'waiting'}::boolean then null else ${at}::timestamptz end
     where s.org_id = ${organizationId} and s.notice_id = ${noticeId} and s.channel = ${channel}
       and s.attempts = ${attempt} and (s.status = 'leaving' or s.status = 'unknown' and ${status === 'sent'}::boolean)`
}

/** Returns a notice to the queue that was certainly not sent: its carrier was not called. */
export function putBack(organizationId: Uuid, noticeId: Uuid, channel: NoticeChannel, attempt: number): Statement {
  return sql`
    update notice_sends s set status = 'waiting', attempts = s.attempts - 1, left_at = null
     where s.org_id = ${organizationId} and s.notice_id = ${noticeId} and s.channel = ${channel}
       and s.attempts = ${attempt} and s.status = 'leaving'`
}

/** Marks notices of a dead worker as unknown: they may have been sent. */
export function giveUpLost(organizationId: Uuid, now: Date): Statement {
  const before = new Date(now.getTime() - LEAVING_MAX_MS)
  const after = new Date(now.getTime() + LEAVING_MAX_MS)
  return sql`
    update notice_sends s set status = 'unknown', ended_at = ${now}
     where s.org_id = ${organizationId} and s.status = 'leaving' and (s.left_at <= ${before} or s.left_at > ${after})`
}

/** When the next notice is due. */
export function nextDue(organizationId: Uuid): Statement {
  return sql`
    select least(
      (select min(s.due_at) from notice_sends s where s.org_id = ${organizationId} and s.status = 'waiting'),
      (select min(s.left_at) + ${LEAVING_MAX_MS}::bigint * interval '1 millisecond' from notice_sends s
        where s.org_id = ${organizationId} and s.status = 'leaving')) as due_at`
}

/** Makes notices due that were delayed by a clock that has been set back since. */
export function bringForward(organizationId: Uuid, after: Date, ms: number): Statement {
  return sql`
    update notice_sends s set due_at = s.due_at - ${ms}::bigint * interval '1 millisecond'
     where s.org_id = ${organizationId} and s.status = 'waiting' and s.due_at > ${after}`
}

// --- For lifting the fence -------------------------------------------------------------------------------------------

export function waiting(before: Date): Statement {
  return sql`
    select s.org_id, s.channel as by, count(*) as count, min(s.created_at) as oldest,
           count(*) filter (where s.created_at < ${before}) as early
      from notice_sends s where s.status = 'waiting' group by s.org_id, s.channel order by s.org_id, s.channel`
}

export function settleBefore(organizationId: Uuid, before: Date, at: Date): Statement {
  return sql`
    update notice_sends s set status = 'dropped', reason = 'settled', ended_at = ${at}
     where s.org_id = ${organizationId} and s.status = 'waiting' and s.created_at < ${before}`
}
