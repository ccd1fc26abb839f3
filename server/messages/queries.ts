// SQL of messages, deliveries and reactions.

import { seesAll } from '#conversations/rules.ts'
import { endByBytes, pageById } from '#edge/paging.ts'
import type { Actor } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { nothing, type Statement, sql } from '#kit/sql.ts'
import type { PriceKind } from '#pricing/rules.ts'
import { netPrice } from './give-back-queries.ts'
import { cost } from './rerate-queries.ts'
import type { DeliveryStatus } from './rules.ts'
import type { MessageChange, MessageQuery } from './schema.ts'

// --- Reading --------------------------------------------------------------------------------------------------------

export interface MessageRow {
  id: Uuid
  conversation_id: Uuid
  /** Whose the conversation is. */
  user_id: Uuid
  direction: 'outbound' | 'inbound'
  channel: 'email' | 'app' | 'sms'
  sender_id: Uuid
  subject: string | null
  text: string | null
  html: string | null
  template_id: Uuid | null
  variables: Record<string, string> | null
  read_at: Date | null
  updated_at: Date | null
  created_at: Date
  statuses: DeliveryStatus[] | null
  /** What all of its deliveries cost by now. */
  price_micros: Micros | null
  error_code: string | null
  error_detail: string | null
  delivered_read_at: Date | null
  reactions: { reactor_id: Uuid; is_user: boolean; emoji: string; created_at: number }[] | null
}

export const messageColumns = sql`
  m.id, m.conversation_id, c.user_id, m.direction, m.channel, m.sender_id, m.subject, m.text, m.html, m.template_id, m.variables,
  m.read_at, m.updated_at, m.created_at, d.statuses, d.price_micros, d.error_code, d.error_detail, d.delivered_read_at, r.reactions`

/** What became of the message, from its deliveries; and its reactions. */
export const messageSources = sql`
  messages m
  join conversations c on c.org_id = m.org_id and c.id = m.conversation_id
  left join lateral (
    select array_agg(status) as statuses, sum(${netPrice})::int8 as price_micros, max(error_code) as error_code,
           max(error_detail) as error_detail, max(read_at) as delivered_read_at
      from deliveries d where d.org_id = m.org_id and d.message_id = m.id) d on true
  left join lateral (
    select json_agg(json_build_object('reactor_id', reactor_id, 'is_user', is_user, 'emoji', emoji,
                                      'created_at', extract(epoch from created_at)::int8) order by created_at, emoji) as reactions
      from reactions x where x.org_id = m.org_id and x.message_id = m.id) r on true`

/** Of a conversation that the caller may see. */
export function list({ organizationId }: Actor, query: MessageQuery): Statement {
  const { where, tail } = pageById(query, sql`m.id`)
  const rows = sql`
    select ${messageColumns} from ${messageSources}
     where m.org_id = ${organizationId} and m.conversation_id = ${query.conversation_id} ${where} ${tail}`
  return endByBytes(rows, bytesOfMessage)
}

const bytesOfMessage = sql`
  coalesce(octet_length(subject), 0) + coalesce(octet_length(text), 0) + coalesce(octet_length(html), 0)
  + coalesce(octet_length(variables::text), 0) + coalesce(octet_length(reactions::text), 0)`

/** If the actor may see it: in a conversation of their own, or in anybody's for who sees them all. */
export function visible(actor: Actor, id: Uuid): Statement {
  const ofUser = seesAll(actor) ? nothing : sql`and c.user_id = ${actor.userId}`
  return sql`
    select ${messageColumns} from ${messageSources} where m.org_id = ${actor.organizationId} and m.id = ${id} ${ofUser}`
}

/** Whoever's they are: for what the program tells of them by itself. */
export function byIds(organizationId: Uuid, ids: Uuid[]): Statement {
  return sql`select ${messageColumns} from ${messageSources} where m.org_id = ${organizationId} and m.id = any(${ids}::uuid[])`
}

export interface DeliveryRow {
  id: Uuid
  message_id: Uuid | null
  contact_id: Uuid | null
  address: string | null
  channel: 'email' | 'app' | 'sms'
  kind: PriceKind
  status: DeliveryStatus
  price_micros: Micros
  tier: number
  units: number
  transaction_id: Uuid
  reversal_id: Uuid | null
  provider_id: string | null
  error_code: string | null
  error_detail: string | null
  attempts: number
  created_at: Date
  sent_at: Date | null
  delivered_at: Date | null
  read_at: Date | null
  ended_at: Date | null
}

export const deliveryColumns = sql`
  id, message_id, contact_id, address, channel, kind, status, (${netPrice})::int8 as price_micros, tier, units, transaction_id, reversal_id,
  provider_id, error_code, error_detail, attempts, created_at, sent_at, delivered_at, read_at, ended_at`

export function deliveriesOf(organizationId: Uuid, messageId: Uuid, page: Parameters<typeof pageById>[0]): Statement {
  const { where, tail } = pageById(page)
  return sql`select ${deliveryColumns} from deliveries d where org_id = ${organizationId} and message_id = ${messageId} ${where} ${tail}`
}

export function deliveryExists(organizationId: Uuid, messageId: Uuid, id: Uuid): Statement {
  return sql`select id from deliveries where org_id = ${organizationId} and message_id = ${messageId} and id = ${id}`
}

// --- Changing -------------------------------------------------------------------------------------------------------

/** A message, all of some conversations, or (of deliveries) those to some contacts. */
export type Which = { messageId: Uuid } | { conversationIds: Uuid[] } | { contactIds: Uuid[] }

/** By way of the messages, which are found by their conversation: deliveries are too many to be indexed by it as well. */
export function deliveriesOfWhich(organizationId: Uuid, which: Which): Statement {
  if ('messageId' in which) return sql`message_id = ${which.messageId}`
  if ('conversationIds' in which) {
    return sql`message_id in (
      select id from messages where org_id = ${organizationId} and conversation_id = any(${which.conversationIds}::uuid[]))`
  }
  return sql`contact_id = any(${which.contactIds}::uuid[]) and message_id in (
    select m.id from conversations c join messages m on m.org_id = c.org_id and m.conversation_id = c.id
     where c.org_id = ${organizationId} and c.group_id is not null)`
}

/** The deliveries of messages that have not left, locked, so that no worker takes them meanwhile; with what each costs by now. */
export function lockQueued(organizationId: Uuid, which: Which): Statement {
  return sql`
    select id, transaction_id, ${cost} as cost_micros, channel from deliveries d
     where org_id = ${organizationId} and status = 'queued' and ${deliveriesOfWhich(organizationId, which)} for update`
}

export function cancel(organizationId: Uuid, ids: Uuid[], at: Date): Statement {
  return sql`
    update deliveries set status = 'cancelled', ended_at = ${at}, due_at = null
     where org_id = ${organizationId} and id = any(${ids}::uuid[]) and status = 'queued'`
}

/** Billing keeps price, channel, tier, time, campaign and list; who it was and what was said is gone. */
export function forgetDeliveries(organizationId: Uuid, which: Which): Statement {
  return sql`
    update deliveries set message_id = null, conversation_id = null, contact_id = null, address = null, provider_id = null, error_detail = null
     where org_id = ${organizationId} and ${deliveriesOfWhich(organizationId, which)}`
}

/** Of a message to a group one delivery is forgotten; the message and its other deliveries stay. */
export function forgetContacts(organizationId: Uuid, contactIds: Uuid[]): Statement {
  return sql`
    update deliveries set contact_id = null, address = null, provider_id = null, error_detail = null
     where org_id = ${organizationId} and ${deliveriesOfWhich(organizationId, { contactIds })}`
}

export function removeReactions(
  organizationId: Uuid,
  by: { messageId: Uuid } | { conversationIds: Uuid[] },
): Statement {
  return 'messageId' in by
    ? sql`delete from reactions where org_id = ${organizationId} and message_id = ${by.messageId}`
    : sql`delete from reactions r using messages m
           where r.org_id = ${organizationId} and m.org_id = ${organizationId} and m.id = r.message_id
             and m.conversation_id = any(${by.conversationIds}::uuid[])`
}

export function removeMessages(organizationId: Uuid, by: { messageId: Uuid } | { conversationIds: Uuid[] }): Statement {
  return 'messageId' in by
    ? sql`delete from messages where org_id = ${organizationId} and id = ${by.messageId}`
    : sql`delete from messages where org_id = ${organizationId} and conversation_id = any(${by.conversationIds}::uuid[])`
}

/** A delivery of these charges that has not left; the two small indexes of those have it. */
export function unsentOf(organizationId: Uuid, transactionIds: Uuid[]): Statement {
  return sql`
    (select id from deliveries where org_id = ${organizationId} and status = 'queued' and transaction_id = any(${transactionIds}::uuid[]) limit 1)
    union all
    (select id from deliveries where org_id = ${organizationId} and status = 'sending' and transaction_id = any(${transactionIds}::uuid[]) limit 1)`
}

/** Whether any delivery has left, or is leaving. */
export function unsentOnly(organizationId: Uuid, messageId: Uuid): Statement {
  return sql`
    select bool_and(status = 'queued') as unsent from deliveries where org_id = ${organizationId} and message_id = ${messageId}`
}

export function update({ organizationId, at }: Actor, id: Uuid, change: MessageChange): Statement {
  const given = (name: keyof MessageChange) => change[name] !== undefined
  return sql`
    update messages set
      subject = case when ${given('subject')} then ${change.subject ?? null} else subject end,
      text = case when ${given('text')} then ${change.text ?? null} else text end,
      html = case when ${given('html')} then ${change.html ?? null} else html end,
      updated_at = ${at}
    where org_id = ${organizationId} and id = ${id}`
}

export function markRead({ organizationId }: Actor, id: Uuid, readAt: Date | null): Statement {
  return sql`
    update messages set read_at = case when ${readAt}::timestamptz is null then null else coalesce(read_at, ${readAt}) end
     where org_id = ${organizationId} and id = ${id}`
}

export function addReaction({ organizationId, userId, at }: Actor, messageId: Uuid, emoji: string): Statement {
  return sql`
    insert into reactions (org_id, message_id, reactor_id, is_user, emoji, created_at)
    values (${organizationId}, ${messageId}, ${userId}, true, ${emoji}, ${at}) on conflict do nothing`
}

export function removeReaction({ organizationId, userId }: Actor, messageId: Uuid, emojis: string[]): Statement {
  return sql`
    delete from reactions where org_id = ${organizationId} and message_id = ${messageId} and reactor_id = ${userId} and emoji = any(${emojis}::text[])`
}
