// SQL of conversation lists: one index range each, in both directions. The inbox order has separate indexes for
// archived and other conversations; when both are requested, a page of each is combined.

import { PAGE_DEFAULT, pageById } from '#edge/paging.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { columns } from './queries.ts'
import type { ConversationQuery } from './schema.ts'

/** Sort time of the inbox: the last activity, or the creation if there was none. */
const activity = sql`coalesce(last_active_at, created_at)`

/** One user's conversations, or all for null. */
export function list(organizationId: Uuid, whose: Uuid | null, query: ConversationQuery): Statement {
  if (query.sort === 'last_active') return byActivity(organizationId, whose, query)
  const { where, tail } = pageById(query)
  const { archived } = query
  const ofArchive = archived === undefined ? nothing : archived ? sql`and archived_at is not null` : NOT_ARCHIVED
  return sql`${chosen(organizationId, whose, query)} ${ofArchive} ${where} ${tail}`
}

export const NOT_ARCHIVED = sql`and archived_at is null`

function byActivity(organizationId: Uuid, whose: Uuid | null, query: ConversationQuery): Statement {
  const { where, tail } = pageByActivity(organizationId, query)
  const part = (isArchived: boolean) => sql`
    ${chosen(organizationId, whose, query)} and num_nonnulls(archived_at) = ${isArchived ? sql`1` : sql`0`}
      ${where} ${tail}`
  if (query.archived !== undefined) return part(query.archived)
  return sql`select * from ((${part(false)}) union all (${part(true)})) both_parts ${tail}`
}

const WITH = { contact: sql`and group_id is null`, group: sql`and group_id is not null` } as const

/** As literals, to match the partial indexes. */
function chosen(organizationId: Uuid, whose: Uuid | null, query: ConversationQuery): Statement {
  const ofUser = whose === null ? nothing : sql`and user_id = ${whose}`
  return sql`
    select ${columns} from conversations where org_id = ${organizationId} ${ofUser}
      ${flagFilter(sql`is_unread`, query.unread)} ${flagFilter(sql`is_muted`, query.muted)}
      ${flagFilter(sql`is_pinned`, query.pinned)}
      ${query.with === undefined ? nothing : WITH[query.with]}
      ${query.group_id === undefined ? nothing : sql`and group_id = ${query.group_id}`}
      ${query.channel === undefined ? nothing : sql`and last_inbound_channel = ${query.channel}`}`
}

function flagFilter(condition: Statement, wanted: boolean | undefined): Statement {
  if (wanted === undefined) return nothing
  return wanted ? sql`and ${condition}` : sql`and not ${condition}`
}

function pageByActivity(organizationId: Uuid, { limit, starting_after, ending_before }: ConversationQuery) {
  const rows = (limit ?? PAGE_DEFAULT) + 1
  const cursor = starting_after ?? ending_before
  const position = sql`(select ${activity}, id
    from conversations where org_id = ${organizationId} and id = ${cursor ?? null})`
  if (ending_before)
    return {
      where: sql`and (${activity}, id) > ${position}`,
      tail: sql`order by ${activity} asc, id asc limit ${rows}`,
    }
  return {
    where: starting_after ? sql`and (${activity}, id) < ${position}` : nothing,
    tail: sql`order by ${activity} desc, id desc limit ${rows}`,
  }
}

export interface CountsRow {
  unread: number
  unread_muted: number
  pinned: number
  muted: number
  archived: number
}

/** Each up to `max`, which limits the number of index entries read. */
export function counts(organizationId: Uuid, whose: Uuid | null, max: number): Statement {
  const ofUser = whose === null ? nothing : sql`and user_id = ${whose}`
  const upTo = (condition: Statement) => sql`
    (select count(*)::int from (
       select from conversations where org_id = ${organizationId} ${ofUser} and ${condition} limit ${max}) counted)`
  return sql`
    select u.unread, u.unread_muted, ${upTo(sql`is_pinned`)} as pinned, ${upTo(sql`is_muted`)} as muted,
           ${upTo(sql`num_nonnulls(archived_at) = 1`)} as archived
      from (select count(*)::int as unread, (count(*) filter (where is_muted))::int as unread_muted
              from (select is_muted from conversations
                     where org_id = ${organizationId} ${ofUser} and is_unread and num_nonnulls(archived_at) = 0
                     limit ${max}) counted) u`
}
