// SQL of devices: messages received at a person's addresses, messages they wrote, and the delivery that a report is
// about.

import { rowsOf } from '#kit/database/rows.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import { isBeingDeleted } from '#kit/deletions.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import type { Interactive } from '#messaging/channels/interactive.ts'
import { type AnsweredMessage, answered } from '#messaging/messages/answered-queries.ts'
import type { DeliveryRow } from '#messaging/messages/queries.ts'
import type { DeliveryStatus } from '#messaging/messages/rules.ts'
import type { TemplateComponents } from '#messaging/templates/components.ts'
import { isOfDeleted, type Looker, visibleTo } from './queries.ts'

export interface ArrivalRow {
  address: string
  from_address: string
}

/** Returns a row when the sandbox received the delivery. */
export function arrivalOf(organizationId: Uuid, delivery: DeliveryRow): Statement {
  const { message_id, contact_id, channel } = delivery
  return sql`
    select address, from_address from sandbox_messages
     where org_id = ${organizationId} and message_id = ${message_id} and contact_id = ${contact_id}
       and channel = ${channel} limit 1`
}

export interface Place {
  channel: ChannelName
  /** In lower case. */
  address: string
}

export interface EntryRow {
  id: Uuid
  channel: ChannelName
  from_address: string | null
  subject: string | null
  text: string | null
  has_html: boolean
  message_id: Uuid | null
  delivery_id: Uuid | null
  status: DeliveryStatus | null
  reaction: string | null
  /** The quoted message. */
  in_reply_to: AnsweredMessage | null
  /** For a received message: the buttons or list below its text. */
  interactive: Interactive | null
  /** For a template message. */
  components: TemplateComponents | null
  at: Date
}

/** The newest messages per address, with their delivery states. */
export function arrivedAt(looker: Looker, places: readonly Place[], limit: number): Statement {
  const { organizationId } = looker
  const given = rowsOf('g', places, {
    channel: ['word', (one) => one.channel],
    address: ['text', (one) => one.address],
  })
  return sql`
    select a.id, a.channel, a.from_address, a.subject, a.text, a.html is not null as has_html,
           coalesce(a.message_id, d.message_id) as message_id, a.delivery_id, d.status, r.emoji as reaction,
           q.in_reply_to, a.interactive, a.components,
           a.received_at as at
      from ${given} cross join lateral (
        select s.* from sandbox_messages s
         where s.org_id = ${organizationId} and s.channel = g.channel and lower(s.address) = g.address
           and not ${isOfDeleted(organizationId)} ${visibleTo(looker)}
         order by s.id desc limit ${limit}) a
      left join deliveries d on d.org_id = ${organizationId} and d.id = a.delivery_id
      left join lateral (
        select emoji from reactions x
         where x.org_id = ${organizationId} and x.message_id = coalesce(a.message_id, d.message_id)
           and x.reactor_id = a.contact_id
         order by created_at desc limit 1) r on true
      left join lateral (
        select y.* from (select a.org_id, a.channel, a.answers_provider_id, null::uuid as answers_id) m
         cross join lateral (${answered([organizationId])}) y) q on true`
}

/** The contact's newest messages, in conversations that the caller may see. */
export function writtenBy(looker: Looker, contactId: Uuid, limit: number): Statement {
  const { organizationId, userId, seesAll } = looker
  return sql`
    select m.id, m.channel, null as from_address, m.subject, m.text, m.html is not null as has_html,
           m.id as message_id, null::uuid as delivery_id, null as status, r.emoji as reaction, q.in_reply_to,
           null::jsonb as interactive, null::jsonb as components, m.created_at as at
      from conversations c
     cross join lateral (
       select m.* from messages m
        where m.org_id = ${organizationId} and m.conversation_id = c.id and m.direction = 'inbound'
        order by m.id desc limit ${limit}) m
      left join lateral (
        select emoji from reactions x
         where x.org_id = ${organizationId} and x.message_id = m.id and x.is_user
         order by created_at desc limit 1) r on true
      left join lateral (${answered([organizationId])}) q on true
     where c.org_id = ${organizationId} and c.contact_id = ${contactId}
       ${seesAll ? nothing : sql`and c.user_id is not distinct from ${userId}`}
       and not ${isBeingDeleted([organizationId], sql`c.org_id`, sql`c.id`)}
     order by m.id desc limit ${limit}`
}

export interface OwnerRow {
  id: Uuid
  display_name: string | null
  email: string | null
  phone_number: string | null
  app_id: string | null
}

/** The contact with this address; of several the most recently active one. */
export function ownerOf(organizationId: Uuid, field: 'email' | 'phone_number' | 'app_id', address: string): Statement {
  const isTheirs = {
    email: sql`lower(email) = lower(${address}) and email is not null`,
    phone_number: sql`phone_number = ${address}`,
    app_id: sql`app_id = ${address}`,
  }[field]
  return sql`
    select id, display_name, email, phone_number, app_id from contacts t
     where t.org_id = ${organizationId} and ${isTheirs}
       and not ${isBeingDeleted([organizationId], sql`t.org_id`, sql`t.id`)}
     order by last_active_at desc nulls last, id limit 1`
}

export interface ReactedToRow {
  message_id: Uuid
  provider_id: string | null
}

/** A message to or from one of the contacts, by our id or the provider's. */
export function reactedTo(
  organizationId: Uuid,
  which: { channel: ChannelName; contactIds: readonly Uuid[]; messageId: Uuid | null; providerId: string | null },
): Statement {
  const { channel, contactIds, messageId, providerId } = which
  return sql`
    select message_id, provider_id from deliveries
     where org_id = ${organizationId} and channel = ${channel} and contact_id = any(${contactIds}::uuid[])
       and message_id is not null
       and ${messageId === null ? sql`provider_id = ${providerId}` : sql`message_id = ${messageId}`}
    union all
    select id, provider_id from messages
     where org_id = ${organizationId} and channel = ${channel} and sender_id = any(${contactIds}::uuid[])
       and direction = 'inbound' and ${messageId === null ? sql`provider_id = ${providerId}` : sql`id = ${messageId}`}
    limit 1`
}

/** The interactive parts of a message as received on a contact's phone. */
export function receivedAs(organizationId: Uuid, messageId: Uuid, contactIds: readonly Uuid[]): Statement {
  return sql`
    select interactive from sandbox_messages
     where org_id = ${organizationId} and message_id = ${messageId} and contact_id = any(${contactIds}::uuid[])
     order by id desc limit 1`
}

export interface PressableRow {
  address: string
  raw: string
  components: TemplateComponents | null
  provider_id: string
}

/** The delivery as received, if the caller may see it. */
export function pressable(looker: Looker, deliveryId: Uuid): Statement {
  const { organizationId } = looker
  return sql`
    select a.address, a.raw, a.components, d.provider_id
      from deliveries d
     cross join lateral (
       select s.* from sandbox_messages s
        where s.org_id = ${organizationId} and s.channel = d.channel and s.delivery_id = d.id
          and not ${isOfDeleted(organizationId)} ${visibleTo(looker)}
        order by s.id desc limit 1) a
     where d.org_id = ${organizationId} and d.id = ${deliveryId} and d.provider_id is not null`
}
