// SQL of messages, deliveries and reactions.

import { pageById } from '#edge/paging.ts'
import type { Actor } from '#kit/app.ts'
import { keysOf } from '#kit/database/by-key.ts'
import { onShard } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import type { StoredDetails } from '#kit/stored-details.ts'
import { type MissingRow, missingOfMessage } from '#messaging/attachments/missing-queries.ts'
import { type AttachedRow, attachedToMessage } from '#messaging/attachments/queries.ts'
import type { MessageDetails } from '#messaging/channels/arrivals/message-details.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import type { Interactive } from '#messaging/channels/interactive.ts'
import { conversationOf } from '#messaging/conversations/merge-queries.ts'
import { seesAll } from '#messaging/conversations/rules.ts'
import { type ComponentsRow, componentsOfMessage } from '#messaging/templates/component-queries.ts'
import type { PriceKind } from '#money/pricing/rules.ts'
import { type AnsweredMessage, answered } from './answered-queries.ts'
import { errorDetailIn, errorDetailsLike, unlessGone } from './error-queries.ts'
import { costIn, netPriceIn } from './give-back-queries.ts'
import type { DeliveryStatus } from './rules.ts'
import type { MessageChange } from './schema.ts'
import { type EarlierText, earlierTexts } from './version-queries.ts'

// --- Reading --------------------------------------------------------------------------------------------------------

export interface MessageRow extends ComponentsRow {
  id: Uuid
  conversation_id: Uuid
  /** The user of the conversation. */
  user_id: Uuid
  direction: 'outbound' | 'inbound'
  channel: ChannelName
  sender_id: Uuid
  subject: string | null
  text: string | null
  html: string | null
  /** The quoted text below an inbound message. */
  quoted_text: string | null
  template_id: Uuid | null
  template_version: number | null
  variables: Record<string, string> | null
  send_at: Date | null
  /** For inbound messages. */
  is_automatic: boolean
  /** The Reply-To of an inbound mail; null when it is the sender's own address. */
  reply_to: string | null
  is_authenticated: boolean | null
  /** Null when it is not a reply, or when the provider does not report to which message. */
  in_reply_to: AnsweredMessage | null
  /** Only for sent messages: the buttons or the list below the text. */
  interactive: Interactive | null
  provider_details: MessageDetails | null
  read_at: Date | null
  updated_at: Date | null
  /** Time of the contact's last edit, by the provider's clock. */
  edited_at: Date | null
  earlier_texts: EarlierText[] | null
  /** Time at which the contact withdrew it. */
  withdrawn_at: Date | null
  call: StoredCall | null
  created_at: Date
  statuses: DeliveryStatus[] | null
  /** The current total cost of its deliveries. */
  price_micros: Micros | null
  error_code: string | null
  error_detail: string | null
  error_details: StoredDetails | null
  delivered_read_at: Date | null
  attachments: AttachedRow[] | null
  missing_attachments: MissingRow[] | null
  reactions: StoredReaction[] | null
}

export interface StoredCall {
  direction: 'inbound' | 'outbound'
  status: 'ringing' | 'completed' | 'missed'
  duration_seconds: number | null
}

export interface StoredReaction {
  reactor_id: Uuid
  is_user: boolean
  emoji: string
  created_at: number
  error_code: string | null
  error_detail: string | null
  error_details: StoredDetails | null
}

export const messageColumns = sql`
  m.id, c.id as conversation_id, c.user_id, m.direction, m.channel, m.sender_id, m.subject, m.text, m.html,
    m.quoted_text, m.template_id, m.template_version, m.variables, m.send_at, m.is_automatic, m.is_authenticated,
    m.reply_to, m.interactive, m.provider_details, a.in_reply_to,
  m.read_at, m.updated_at, m.edited_at, e.earlier_texts, m.withdrawn_at, m.call, m.created_at,
    d.statuses, d.price_micros, d.error_code, d.error_detail, y.error_details, d.delivered_read_at, r.reactions,
    f.attachments, f.missing_attachments, tc.template_components, tc.template_file`

/** The message's status from its deliveries; and its reactions. */
export const messageSources = (organizationIds: readonly Uuid[]): Statement => sql`
  messages m
  join conversations c on c.org_id = m.org_id ${onShard(sql`c.org_id`, organizationIds)}
    and c.id = ${conversationOf(organizationIds, sql`m.org_id`, sql`m.conversation_id`)}
  left join lateral (
    select array_agg(status) as statuses, sum(${netPriceIn(organizationIds)})::int8 as price_micros,
      max(error_code) as error_code,
           max(${errorDetailIn(organizationIds)}) as error_detail, max(read_at) as delivered_read_at
      from deliveries d
     where d.org_id = m.org_id ${onShard(sql`d.org_id`, organizationIds)} and d.message_id = m.id) d on true
  left join lateral (${errorDetailsLike(organizationIds, sql`m.org_id`, sql`m.id`)}) y on true
  left join lateral (
    select json_agg(json_build_object('reactor_id', reactor_id, 'is_user', is_user, 'emoji', emoji,
                                      'created_at', extract(epoch from created_at)::int8,
                                      'error_code', error_code, 'error_detail', error_detail,
                                      'error_details', error_details)
                                        order by created_at, emoji) as reactions
      from reactions x
     where x.org_id = m.org_id ${onShard(sql`x.org_id`, organizationIds)} and x.message_id = m.id) r on true
  left join lateral (
    select ${attachedToMessage(organizationIds)} as attachments,
           ${missingOfMessage(organizationIds)} as missing_attachments) f on true
  left join lateral (${answered(organizationIds)}) a on true
  ${componentsOfMessage(organizationIds)}
  left join lateral (select ${earlierTexts(organizationIds)} as earlier_texts) e on true`

/** Visible to the actor: in the actor's conversation, or in any for actors who may see all. */
export function visible(actor: Actor, id: Uuid): Statement {
  // Not `=`, as in `ownConversation`: the conversation is looked up by its key, not among all that the user has.
  const ofUser = seesAll(actor) ? nothing : sql`and c.user_id is not distinct from ${actor.userId}`
  return sql`
    select ${messageColumns} from ${messageSources([actor.organizationId])}
     where m.org_id = ${actor.organizationId} and m.id = ${id} ${ofUser}`
}

/** Messages of any user, for events. */
export function byIds(organizationId: Uuid, ids: Uuid[]): Statement {
  return sql`
    select ${messageColumns} from ${messageSources([organizationId])}
     where m.org_id = ${organizationId} and m.id = any(${ids}::uuid[])`
}

export interface DeliveryRow {
  id: Uuid
  message_id: Uuid | null
  contact_id: Uuid | null
  address: string | null
  channel: ChannelName
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
  error_details: StoredDetails | null
  attempts: number
  created_at: Date
  sent_at: Date | null
  delivered_at: Date | null
  read_at: Date | null
  ended_at: Date | null
}

/** Columns of delivery `d`. */
export const deliveryColumns = (organizationIds: readonly Uuid[]): Statement => {
  const known = (column: Statement) => unlessGone(organizationIds, column)
  return sql`
  id, message_id, ${known(sql`contact_id`)} as contact_id, ${known(sql`address`)} as address, channel, kind, status,
    (${netPriceIn(organizationIds)})::int8 as price_micros, tier, units, transaction_id, reversal_id,
  ${known(sql`provider_id`)} as provider_id, error_code, ${errorDetailIn(organizationIds)} as error_detail,
    error_details, attempts, created_at, sent_at, delivered_at, read_at, ended_at`
}

export function deliveriesOf(organizationId: Uuid, messageId: Uuid, page: Parameters<typeof pageById>[0]): Statement {
  const { where, tail } = pageById(page)
  return sql`
    select ${deliveryColumns([organizationId])} from deliveries d
     where d.org_id = ${organizationId} and message_id = ${messageId} ${where} ${tail}`
}

export function deliveryExists(organizationId: Uuid, messageId: Uuid, id: Uuid): Statement {
  return sql`select id from deliveries where org_id = ${organizationId} and message_id = ${messageId} and id = ${id}`
}

// --- Changes --------------------------------------------------------------------------------------------------------

/**
 * Deliveries of some messages, optionally only those to some contacts. Accessed through message ids, which are read
 * first: deliveries are too many for another index by conversation.
 */
export interface Which {
  messageIds: Uuid[]
  contactIds?: Uuid[]
}

/**
 * Locks unsent deliveries of messages against workers, with the current cost of each. Looked up by message only: a
 * channel's queue may be long.
 */
export function lockQueued(organizationId: Uuid, { messageIds, contactIds }: Which): Statement {
  const toThem = contactIds === undefined ? nothing : sql`and found.contact_id = any(${contactIds}::uuid[])`
  return sql`
    select d.id, d.transaction_id, ${costIn([organizationId])} as cost_micros, d.channel, d.left_in_part
      from ${keysOf(organizationId, messageIds)} k
     cross join lateral (
       select id, contact_id, status from deliveries
        where org_id = ${organizationId} and message_id = k.id offset 0) found
     cross join lateral (
       select * from deliveries where org_id = ${organizationId} and id = found.id offset 0 for update) d
     where found.status = 'queued' and d.status = 'queued' ${toThem}`
}

/** Cancels deliveries, which must be locked and queued. Partially sent ones become undelivered. */
export function cancel(organizationId: Uuid, ids: Uuid[], at: Date): Statement {
  return sql`
    update deliveries d
       set status = case when d.left_in_part then 'undelivered' else 'cancelled' end,
           sent_at = case when d.left_in_part then coalesce(d.sent_at, ${at}) else d.sent_at end,
           ended_at = ${at}, due_at = null
      from ${keysOf(organizationId, ids)} k
     where d.org_id = k.org_id ${onShard(sql`d.org_id`, [organizationId])} and d.id = k.id
    returning d.org_id, d.id, d.message_id, d.transaction_id, d.channel, d.kind, d.created_at, d.status, d.campaign_id,
      d.error_code as "errorCode"`
}

/** Billing data stays (price, channel, kind, tier, times and the charge); recipient and content are removed. */
export function forgetDeliveries(organizationId: Uuid, messageIds: Uuid[]): Statement {
  return sql`
    update deliveries d set message_id = null, conversation_id = null, contact_id = null, address = null,
      provider_id = null, error_detail = null, error_details = null
      from ${keysOf(organizationId, messageIds)} k
     where d.org_id = k.org_id ${onShard(sql`d.org_id`, [organizationId])} and d.message_id = k.id`
}

/** Removes one recipient's data from deliveries of a group message; the message and its other deliveries stay. */
export function forgetContacts(organizationId: Uuid, { messageIds, contactIds }: Required<Which>): Statement {
  return sql`
    update deliveries d set contact_id = null, address = null, provider_id = null, error_detail = null,
      error_details = null
      from (select found.org_id, found.id from ${keysOf(organizationId, messageIds)} k cross join lateral (
              select org_id, id, contact_id from deliveries
               where org_id = ${organizationId} and message_id = k.id offset 0) found
             where found.contact_id = any(${contactIds}::uuid[]) offset 0) theirs
     where d.org_id = theirs.org_id ${onShard(sql`d.org_id`, [organizationId])} and d.id = theirs.id`
}

export function removeMessages(organizationId: Uuid, ids: Uuid[]): Statement {
  return sql`
    delete from messages m using ${keysOf(organizationId, ids)} k
     where m.org_id = k.org_id ${onShard(sql`m.org_id`, [organizationId])} and m.id = k.id`
}

/** Some part of each was sent, whatever happens to the rest. */
export function markLeftInPart(organizationId: Uuid, ids: readonly Uuid[]): Statement {
  return sql`
    update deliveries set left_in_part = true
     where org_id = ${organizationId} and id = any(${ids}::uuid[]) and not left_in_part`
}

/** The recipient's addresses. */
export function addressesOf(organizationId: Uuid, messageId: Uuid): Statement {
  return sql`
    select address from deliveries
     where org_id = ${organizationId} and message_id = ${messageId} and address is not null`
}

/** `of`: the template that its text now comes from, or null; unset when it stays. */
export function update(
  { organizationId, at }: Actor,
  id: Uuid,
  change: MessageChange,
  of?: { id: Uuid; version: number } | null,
): Statement {
  const given = (name: keyof MessageChange) => change[name] !== undefined
  const isOf = of !== undefined
  return sql`
    update messages set
      subject = case when ${given('subject')} then ${change.subject ?? null} else subject end,
      text = case when ${given('text')} then ${change.text ?? null} else text end,
      html = case when ${given('html')} then ${change.html ?? null} else html end,
      send_at = case when ${given('send_at')} then ${change.send_at ?? null}::timestamptz else send_at end,
      template_id = case when ${isOf} then ${of?.id ?? null}::uuid else template_id end,
      template_version = case when ${isOf} then ${of?.version ?? null}::int else template_version end,
      updated_at = ${at}
    where org_id = ${organizationId} and id = ${id}`
}

/** The deliveries must be locked and queued. */
export function reschedule(organizationId: Uuid, messageId: Uuid, dueAt: Date): Statement {
  return sql`
    update deliveries set due_at = ${dueAt}, strand_at = null, waits_since = null
     where org_id = ${organizationId} and message_id = ${messageId} and status = 'queued'`
}
