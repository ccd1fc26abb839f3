// SQL of the data shown with conversations, for a whole page at once: each lookup is an index range, and sending
// maintains none of it.

import { plainArray, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { isUnread, namesOf } from '#messaging/conversations/merge-queries.ts'
import type { StoredCall } from '#messaging/messages/queries.ts'
import type { DeliveryStatus } from '#messaging/messages/rules.ts'

export interface InboxRow {
  id: Uuid
  user_name: string
  last_inbound_at: Date | null
  contact_id: Uuid | null
  contact_name: string | null
  email: string | null
  phone_number: string | null
  app_id: string | null
  unsubscribed: Record<string, number> | null
  suppressed: Record<string, string> | null
  /** Time of the contact's last inbound message that opens a session. */
  window_from: Date | null
  group_id: Uuid | null
  group_name: string | null
  group_size: number | null
  unread_count: number
  message_id: Uuid | null
  direction: 'outbound' | 'inbound' | null
  channel: ChannelName | null
  sender_id: Uuid | null
  template_id: Uuid | null
  subject: string | null
  /** The beginning of text and HTML. */
  text: string | null
  html: string | null
  has_attachments: boolean | null
  read_at: Date | null
  send_at: Date | null
  message_created_at: Date | null
  withdrawn_at: Date | null
  call: StoredCall | null
  /** The distinct statuses of its deliveries. */
  statuses: DeliveryStatus[] | null
}

/** Keeps the lookup by key, whatever the table statistics. */
const asIs = sql`offset 0`

export interface Reading {
  unreadMax: number
  /** Characters of a message's text and HTML that are read. */
  textMax: number
  htmlMax: number
}

export function inboxOf(organizationId: Uuid, ids: readonly Uuid[], reading: Reading): Statement {
  const { unreadMax, textMax, htmlMax } = reading
  return sql`
    select c.id, c.last_inbound_at, u.display_name as user_name, t.id as contact_id, t.display_name as contact_name,
           t.email, t.phone_number, t.app_id, t.unsubscribed, t.suppressed, t.last_inbound_at as window_from,
           g.id as group_id, g.name as group_name, g.size as group_size, n.unread_count, m.*, d.statuses
      from unnest(${plainArray(ids)}::uuid[]) as given (id)
     cross join lateral (
       select c.* from conversations c where c.org_id = ${organizationId} and c.id = given.id ${asIs}) c
      join lateral (select u.display_name from users u where u.id = c.user_id ${asIs}) u on true
      left join lateral (
        select t.* from contacts t where t.org_id = ${organizationId} and t.id = c.contact_id ${asIs}) t on true
      left join lateral (
        select g.id, g.name, (select count(*)::int from group_members o
                               where o.org_id = ${organizationId} and o.group_id = g.id) as size
          from groups g where g.org_id = ${organizationId} and g.id = c.group_id ${asIs}) g on true
     cross join lateral (
       select count(*)::int as unread_count from (
         select from ${namesOf(organizationId, sql`c.id`)} cross join lateral (
           select from messages
            where org_id = ${organizationId} and conversation_id = named.id and ${isUnread}
            limit ${unreadMax} ${asIs}) one
          limit ${unreadMax}) counted) n
      left join lateral (
        select latest.* from ${namesOf(organizationId, sql`c.id`)} cross join lateral (
          select m.id as message_id, m.direction, m.channel, m.sender_id, m.template_id, m.subject,
                 left(m.text, ${textMax}) as text,
                 case when m.text is null then left(m.html, ${htmlMax}) end as html, m.has_attachments,
                 m.withdrawn_at, m.call, m.read_at,
                 m.send_at, m.created_at as message_created_at
            from messages m where m.org_id = ${organizationId} and m.conversation_id = named.id
           order by m.id desc limit 1 ${asIs}) latest
         order by latest.message_id desc limit 1) m on true
      left join lateral (
        select array_agg(distinct d.status) as statuses from deliveries d
         where d.org_id = ${organizationId} and d.message_id = m.message_id ${asIs}) d on true`
}
