// SQL of deliveries with an unknown outcome, and settling them.

import { type Page, pageById } from '#edge/paging.ts'
import type { Actor, Scope } from '#kit/app.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { detailsOf } from '#kit/messages/details.ts'
import { detailsToStore, textToStore } from '#kit/stored-details.ts'
import { conversationOf } from '#messaging/conversations/merge-queries.ts'
import { seesAll } from '#messaging/conversations/rules.ts'
import { costIn } from '#messaging/messages/give-back-queries.ts'
import { deliveryColumns } from '#messaging/messages/queries.ts'
import { isUnknown } from '#messaging/messages/unknown-queries.ts'
import { NOT_SENT, type Resolution, statusOf } from './rules.ts'

/**
 * The delivery `d` is in a conversation that the actor may see and that is not being deleted; or it belongs to a
 * campaign, which has no conversation before a reply, and the actor may see campaigns.
 */
function isSeen(actor: Actor): Statement {
  // Not `=`, as in `ownConversation`: the conversation is looked up by its key, not among all that the user has.
  const ofUser = seesAll(actor) ? nothing : sql`and c.user_id is not distinct from ${actor.userId}`
  const ofCampaign = actor.permissions.has('campaigns.view') ? sql`d.campaign_id is not null or` : nothing
  return sql`and (${ofCampaign} exists (select from conversations c
    where c.org_id = ${actor.organizationId}
      and c.id = ${conversationOf([actor.organizationId], sql`d.org_id`, sql`d.conversation_id`)} ${ofUser}))`
}

/** A page of the unknown outcomes that the actor may see. */
export function unknownSeen(actor: Actor, page: Page): Statement {
  const { where, tail } = pageById(page)
  return sql`
    select ${deliveryColumns([actor.organizationId])} from deliveries d
     where d.org_id = ${actor.organizationId} and ${isUnknown} ${isSeen(actor)} ${where} ${tail}`
}

/** Any delivery that the actor sees, with a flag for an unknown outcome. */
export function seen(actor: Actor, id: Uuid): Statement {
  return sql`
    select ${deliveryColumns([actor.organizationId])}, ${isUnknown} as is_unknown
      from deliveries d
     where d.org_id = ${actor.organizationId} and id = ${id} ${isSeen(actor)}`
}

/** For the command line: any user's. */
export function anySeen(organizationId: Uuid, id: Uuid): Statement {
  return sql`
    select ${deliveryColumns([organizationId])}, ${isUnknown} as is_unknown, d.left_in_part from deliveries d
     where d.org_id = ${organizationId} and id = ${id}`
}

/** For the command line: all of the organization's. */
export function unknownOf(organizationId: Uuid, page: Page): Statement {
  const { where, tail } = pageById(page)
  return sql`
    select ${deliveryColumns([organizationId])} from deliveries d
     where d.org_id = ${organizationId} and ${isUnknown} ${where} ${tail}`
}

/** For the command line: organizations with unknown outcomes. */
export function organizationsWithUnknown(): Statement {
  return sql`
    select d.org_id from deliveries d where d.org_id is not null and ${isUnknown} group by d.org_id order by d.org_id`
}

/** Only for the command line, which gets the delivery id alone. */
export function organizationOf(id: Uuid): Statement {
  return sql`select d.org_id from deliveries d where d.org_id is not null and ${isUnknown} and d.id = ${id}`
}

/** The next deliveries to settle together, in the order of their ids. */
export function nextUnknown(organizationId: Uuid, before: Date, after: Uuid | null, limit: number): Statement {
  const behind = after === null ? nothing : sql`and d.id > ${after}`
  return sql`
    select d.id from deliveries d
     where d.org_id = ${organizationId} and ${isUnknown} and d.created_at < ${before} ${behind}
     order by d.id limit ${limit}`
}

/**
 * Settles the deliveries that are not settled yet, and returns them. A partially sent one counts as sent. A manual
 * resolution's time is the time it was entered.
 */
export function settle(
  { organizationId, at }: Scope,
  ids: readonly Uuid[],
  as: Resolution,
  /** Campaigns whose deliveries may be queued again. */
  unended: readonly Uuid[],
): Statement {
  const isFailed = as === 'not_sent'
  const error = isFailed ? { code: NOT_SENT, detail: detailsOf('found_not_sent') } : null
  return sql`
    with asked as materialized (
      select d.id from deliveries d
       where d.org_id = ${organizationId} and d.id = any(${ids}::uuid[]) and ${isUnknown}
         and not (${isFailed} and d.left_in_part)
         and (not ${as === 'again'} or d.campaign_id is null or d.campaign_id = any(${unended}::uuid[]))
       order by d.id for update)
    update deliveries d
       set status = ${statusOf[as]}, error_code = ${error?.code ?? null},
           error_detail = ${textToStore(error?.detail ?? null)},
           error_details = ${detailsToStore(error?.detail ?? null)}::jsonb,
           sent_at = case when ${as === 'sent'} then ${at}::timestamptz else d.sent_at end,
           ended_at = case when ${isFailed} then ${at}::timestamptz else d.ended_at end,
           due_at = case when ${as === 'again'} then ${at}::timestamptz end
      from asked where d.org_id = ${organizationId} and d.id = asked.id
    returning d.org_id, d.id, d.message_id, d.contact_id, d.channel, d.kind, d.created_at, d.status,
      ${costIn([organizationId])} as cost_micros, d.transaction_id, d.campaign_id`
}

/** Counting stops at this number: monitoring must not become a load. */
const COUNTED_MAX = 100_000

export function countByChannel(): Statement {
  return sql`
    select channel, count(*) as count
      from (select d.channel from deliveries d where d.org_id is not null and ${isUnknown} limit ${COUNTED_MAX}) counted
     group by channel`
}
