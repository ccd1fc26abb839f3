// SQL of replies to campaigns: the campaign's delivery becomes a message of a conversation.

import { onShard } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'

export interface AnsweredDelivery {
  id: Uuid
  campaign_id: Uuid
  variables: Record<string, string> | null
  created_at: Date
}

/** One delivery by id, or the last one sent after a time; `isUnnamed`: only deliveries without a stored provider id. */
export type Which = { id: Uuid } | { after: Date | null; isUnnamed: boolean }

/** The campaign delivery sent to the contact on the channel that has no message yet. */
export function answeredDelivery(organizationId: Uuid, contactId: Uuid, channel: ChannelName, which: Which): Statement {
  const condition =
    'id' in which
      ? sql`and d.id = ${which.id}`
      : sql`${which.after === null ? nothing : sql`and d.sent_at > ${which.after}`}
            ${which.isUnnamed ? sql`and d.provider_id is null` : nothing}`
  return sql`
    select d.id, d.campaign_id, r.variables, d.created_at
      from campaign_recipients r
      join deliveries d on d.org_id = r.org_id ${onShard(sql`d.org_id`, [organizationId])}
       and d.campaign_id = r.campaign_id and d.recipient_number = r.number and d.campaign_id is not null
     where r.org_id = ${organizationId} and r.contact_id = ${contactId} and r.status = 'queued'
       and d.channel = ${channel} and d.message_id is null and d.sent_at is not null and d.contact_id is not null
       ${condition}
     order by d.sent_at desc limit 1`
}

export interface NamedDelivery {
  id: Uuid
  contact_id: Uuid | null
}

/** The delivery with this provider id, of any kind. */
export function deliveryNamed(organizationId: Uuid, channel: ChannelName, providerId: string): Statement {
  return sql`
    select id, contact_id from deliveries
     where org_id = ${organizationId} and channel = ${channel} and provider_id = ${providerId}
     limit 1`
}

/** When the last message of the conversation on the channel was created. */
export function lastMessageAt(organizationId: Uuid, conversationId: Uuid, channel: ChannelName): Statement {
  return sql`
    select created_at from messages
     where org_id = ${organizationId} and conversation_id = ${conversationId} and channel = ${channel}
     order by id desc limit 1`
}

export interface AnsweredMessage {
  id: Uuid
  conversationId: Uuid
  channel: ChannelName
  userId: Uuid
  subject: string | null
  text: string | null
  html: string | null
  templateId: Uuid | null
  templateVersion: number | null
  variables: Record<string, string> | null
  at: Date
}

export function insertMessage(organizationId: Uuid, one: AnsweredMessage): Statement {
  const variables = one.variables === null ? null : JSON.stringify(one.variables)
  return sql`
    insert into messages (org_id, id, conversation_id, direction, channel, sender_id, subject, text, html, template_id,
                          template_version, variables, created_at)
    values (${organizationId}, ${one.id}, ${one.conversationId}, 'outbound', ${one.channel}, ${one.userId},
            ${one.subject}, ${one.text}, ${one.html}, ${one.templateId}, ${one.templateVersion}, ${variables}::jsonb,
            ${one.at})`
}

export function nameMessage(organizationId: Uuid, deliveryId: Uuid, message: AnsweredMessage): Statement {
  return sql`
    update deliveries set message_id = ${message.id}, conversation_id = ${message.conversationId}
     where org_id = ${organizationId} and id = ${deliveryId} and message_id is null`
}
