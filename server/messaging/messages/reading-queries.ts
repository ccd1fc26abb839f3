// SQL of a page of messages. A message to a contact has at most one delivery, which is joined; outcomes of group
// messages and reactions are read for the whole page at once, and only where there are any.

import { endByBytes, PAGE_BYTES_MAX, PAGE_MAX, pageById } from '#edge/paging.ts'
import type { Actor } from '#kit/app.ts'
import { nothing, plainArray, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { conversationOf, isMergedInto } from '#messaging/conversations/merge-queries.ts'
import { seesAll } from '#messaging/conversations/rules.ts'
import { answersOne } from './answered-queries.ts'
import { errorDetailIn, errorDetailsLike } from './error-queries.ts'
import { netPriceIn } from './give-back-queries.ts'
import type { MessageRow } from './queries.ts'
import type { DeliveryStatus } from './rules.ts'
import type { MessageQuery } from './schema.ts'

/** For one conversation, whose id and user are known already. */
export type PageRow = Omit<
  MessageRow,
  | 'conversation_id'
  | 'user_id'
  | 'statuses'
  | 'reactions'
  | 'attachments'
  | 'missing_attachments'
  | 'earlier_texts'
  | 'in_reply_to'
  | 'template_components'
  | 'template_file'
> & {
  /** Status of the delivery of a message to one contact; null otherwise. */
  status: DeliveryStatus | null
  is_of_group: boolean
  /**
   * True while a merge is pending: this query returns only messages with the conversation's own id. See
   * `pageOfAllNames`.
   */
  is_merging: boolean
  /** True if its texts were omitted because of their size. */
  is_large: boolean
  has_reactions: boolean
  has_attachments: boolean
  is_answer: boolean
}

/** Keeps the lookup by key: for a small table another plan seems as good, and stays cached when the table has grown. */
const asIs = sql`offset 0`

/** When no row is larger, a page cannot exceed its byte limit. */
const SMALL_BYTES_MAX = Math.floor(PAGE_BYTES_MAX / (PAGE_MAX + 1))
const bytesOfTexts = sql`
  coalesce(octet_length(m.text), 0) + coalesce(octet_length(m.html), 0) + coalesce(octet_length(m.quoted_text), 0)
    + coalesce(octet_length(m.interactive::text), 0) + coalesce(octet_length(m.provider_details::text), 0)`
const isLarge = sql`${bytesOfTexts} > ${SMALL_BYTES_MAX}::int4`
const unlessLarge = (text: Statement) => sql`case when ${isLarge} then null else ${text} end`

const allTexts = sql`m.text, m.html, m.quoted_text, false as is_large`
const smallTexts = sql`
  ${unlessLarge(sql`m.text`)} as text, ${unlessLarge(sql`m.html`)} as html,
    ${unlessLarge(sql`m.quoted_text`)} as quoted_text, ${isLarge} as is_large`

/** Empty, too, for a conversation that the caller may not see. */
export function page(actor: Actor, query: MessageQuery): Statement {
  return pageWith(smallTexts, actor, query)
}

/**
 * As `page`, when texts were omitted: with all texts, of as many messages as fit. Measuring texts costs as much as
 * reading them.
 */
export function pageByBytes(actor: Actor, query: MessageQuery): Statement {
  return endByBytes(pageWith(allTexts, actor, query), bytesOfRow)
}

const bytesOfRow = sql`
  coalesce(octet_length(subject), 0) + coalesce(octet_length(text), 0) + coalesce(octet_length(html), 0)
    + coalesce(octet_length(quoted_text), 0) + coalesce(octet_length(interactive::text), 0)
    + coalesce(octet_length(provider_details::text), 0)`

/** As `pageByBytes`, while some of the messages still have the id of a merged conversation. */
export function pageOfAllNames(actor: Actor, query: MessageQuery): Statement {
  return endByBytes(pageWith(allTexts, actor, query, 'all names'), bytesOfRow)
}

function pageWith(
  texts: Statement,
  actor: Actor,
  query: MessageQuery,
  under: 'its own name' | 'all names' = 'its own name',
): Statement {
  const { organizationId } = actor
  const { where, tail } = pageById(query, sql`m.id`)
  const order = query.ending_before ? sql`order by page.id asc` : sql`order by page.id desc`
  const ofUser = seesAll(actor) ? nothing : sql`and c.user_id = ${actor.userId}`
  const names =
    under === 'its own name'
      ? sql`select c.id`
      : sql`
        select c.id union all
        select g.from_id from merges g where g.org_id = ${organizationId} and g.into_id = c.id`
  // At most one page per id, each in its own subquery: a plain join would read and sort all messages of an id.
  const messagesOf = sql`
    cross join lateral (${names}) as named (id)
    cross join lateral (
      select m.* from messages m
       where m.org_id = ${organizationId} and m.conversation_id = named.id ${where} ${tail}) m`
  return sql`
    with page as materialized (
      select m.id, c.is_of_group, c.is_merging, m.direction, m.channel,
        m.sender_id, m.subject,
             m.template_id, m.template_version, m.is_automatic, m.is_authenticated, m.reply_to, m.variables, m.send_at,
             m.read_at, m.updated_at, m.edited_at, m.withdrawn_at, m.call, m.created_at,
             m.has_attachments, m.interactive, m.provider_details, ${answersOne} as is_answer, ${texts}
        from (select c.id, c.group_id is not null as is_of_group,
                     ${isMergedInto(organizationId, sql`c.id`)} as is_merging
                from conversations c
               where c.org_id = ${organizationId} and c.id = ${query.conversation_id} ${ofUser} ${asIs}) c
        ${messagesOf} ${tail})
    select page.*, d.status, (${netPriceIn([organizationId])})::int8 as price_micros, d.error_code, d.error_detail,
      d.error_details, d.read_at as delivered_read_at,
           exists (select from reactions x where x.org_id = ${organizationId}
             and x.message_id = page.id ${asIs}) as has_reactions
      from page left join deliveries d on d.org_id = ${organizationId} and d.message_id = page.id
        and not page.is_of_group ${order}`
}

export function isOfConversation(organizationId: Uuid, conversationId: Uuid, id: Uuid): Statement {
  return sql`
    select m.id from messages m where m.org_id = ${organizationId} and m.id = ${id}
      and ${conversationId} = ${conversationOf([organizationId], sql`m.org_id`, sql`m.conversation_id`)}`
}

export type OutcomeRow = Pick<
  MessageRow,
  'statuses' | 'price_micros' | 'error_code' | 'error_detail' | 'error_details' | 'delivered_read_at'
> & {
  message_id: Uuid
}

/** Outcomes of group messages. */
export function outcomes(organizationId: Uuid, messageIds: Uuid[]): Statement {
  return sql`
    select g.id as message_id, d.*, y.error_details
      from unnest(${plainArray(messageIds)}::uuid[]) as g (id) cross join lateral (
      select array_agg(distinct d.status) as statuses, sum(${netPriceIn([organizationId])})::int8 as price_micros,
        max(d.error_code) as error_code,
             max(${errorDetailIn([organizationId])}) as error_detail, max(d.read_at) as delivered_read_at
        from deliveries d where d.org_id = ${organizationId} and d.message_id = g.id ${asIs}) d
      left join lateral (${errorDetailsLike([organizationId], sql`${organizationId}`, sql`g.id`)}) y on true`
}

export type ReactionRow = NonNullable<MessageRow['reactions']>[number] & { message_id: Uuid }

export function reactions(organizationId: Uuid, messageIds: Uuid[]): Statement {
  return sql`
    select g.id as message_id, x.* from unnest(${plainArray(messageIds)}::uuid[]) as g (id) cross join lateral (
      select reactor_id, is_user, emoji, extract(epoch from created_at)::int8::float8 as created_at,
             error_code, error_detail, error_details
        from reactions where org_id = ${organizationId} and message_id = g.id
          order by reactions.created_at, emoji ${asIs}) x`
}
