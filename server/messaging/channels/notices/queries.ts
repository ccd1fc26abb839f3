// SQL of providers' notices about accounts.

import { endByBytes, pageById } from '#edge/paging.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { FOR_ALL } from '../accounts/shared.ts'
import type { ChannelName } from '../channel.ts'
import { NOTICES_MAX, type NoticeKind } from './rules.ts'
import type { NoticeQuery } from './schema.ts'

export interface NoticeRow {
  id: Uuid
  channel: ChannelName
  kind: NoticeKind
  needs_action: boolean
  detail: string
  content: Record<string, unknown>
  count: number
  created_at: Date
  last_at: Date
}

const columns = sql`n.id, n.channel, n.kind, n.needs_action, n.detail, n.content, n.count, n.created_at, n.last_at`

export interface NewNotice {
  id: Uuid
  channel: ChannelName
  kind: NoticeKind
  needsAction: boolean
  detail: string
  content: unknown
  fingerprint: Buffer
  at: Date
}

/** A notice with a known fingerprint is counted. */
export function insert(organizationId: Uuid, notice: NewNotice): Statement {
  const { id, channel, kind, needsAction, detail, content, fingerprint, at } = notice
  return sql`
    insert into channel_notices as n
      (org_id, id, channel, kind, needs_action, detail, content, fingerprint, created_at, last_at)
    values (${organizationId}, ${id}, ${channel}, ${kind}, ${needsAction}, ${detail}, ${JSON.stringify(content)}::jsonb,
      ${fingerprint}, ${at}, ${at})
    on conflict (org_id, channel, fingerprint) do update
      set count = n.count + 1, last_at = greatest(n.last_at, excluded.last_at)
    returning ${columns}`
}

/** Deletes the oldest notices beyond `NOTICES_MAX`. */
export function removeBeyond(organizationId: Uuid): Statement {
  return sql`
    delete from channel_notices where org_id = ${organizationId} and id in (
      select id from channel_notices where org_id = ${organizationId} order by id desc offset ${NOTICES_MAX}::int4)`
}

export function list(organizationId: Uuid, query: NoticeQuery): Statement {
  const { where, tail } = pageById(query, sql`n.id`)
  const { channel, needs_action: needsAction } = query
  const rows = sql`
    select ${columns} from channel_notices n
     where n.org_id = ${organizationId}
       ${channel === undefined ? nothing : sql`and n.channel = ${channel}`}
       ${needsAction === undefined ? nothing : sql`and n.needs_action = ${needsAction}`}
       ${where} ${tail}`
  return endByBytes(rows, sql`1000 + octet_length(content::text)`)
}

export function exists(organizationId: Uuid, id: Uuid): Statement {
  return sql`select n.id from channel_notices n where n.org_id = ${organizationId} and n.id = ${id}`
}

/** Notices that contain one of these numbers or ids. */
export function naming(organizationId: Uuid, names: readonly string[]): Statement {
  return sql`
    select ${columns} from channel_notices n
     where n.org_id = ${organizationId}
       and exists (select from unnest(${names}::text[]) as given (name) where strpos(n.content::text, given.name) > 0)
     order by n.id`
}

export function removeNaming(organizationId: Uuid, names: readonly string[]): Statement {
  return sql`
    delete from channel_notices n
     where n.org_id = ${organizationId}
       and exists (select from unnest(${names}::text[]) as given (name) where strpos(n.content::text, given.name) > 0)`
}

/** For shared accounts: notices since `since` that require action. */
export function countShared(since: Date): Statement {
  return sql`
    select channel, count(*)::int as count from channel_notices
     where org_id = ${FOR_ALL} and last_at > ${since} and needs_action group by channel order by channel`
}

/** Organizations, and the installation, with notices from before `before`. */
export function organizationsWithOld(before: Date, limit: number): Statement {
  return sql`
    select o.id from organizations o
     where exists (select from channel_notices n where n.org_id = o.id and n.last_at <= ${before})
     union all
    select ${FOR_ALL}::uuid where exists (
      select from channel_notices n where n.org_id = ${FOR_ALL} and n.last_at <= ${before})
     order by id limit ${limit}`
}

export function removeOld(organizationId: Uuid, before: Date, limit: number): Statement {
  return sql`
    delete from channel_notices where org_id = ${organizationId} and id in (
      select id from channel_notices where org_id = ${organizationId} and last_at <= ${before}
       order by last_at limit ${limit} for update skip locked)`
}
