// SQL of sending: whole arrays of several organizations, one statement a table. What was read before is of no other organization than
// its row says: each row names its place among the organizations.

import type { Uuid } from '#kit/ids.ts'
import { notLeftOut, type Placed } from '#kit/places.ts'
import { plainArray, type Statement, sql } from '#kit/sql.ts'
import type { AcceptedMessage } from './rules.ts'

export interface DestinationRow {
  place: number
  id: Uuid
  user_id: Uuid
  group_id: Uuid | null
  /** How many members the group has; 0 without a group. */
  group_size: number
  contact_id: Uuid | null
  email: string | null
  phone_number: string | null
  app_id: string | null
  unsubscribed: Record<string, number> | null
  last_inbound_at: Date | null
}

export interface AskedConversation extends Placed {
  id: Uuid
}

const reachable = sql`t.email, t.phone_number, t.app_id, t.unsubscribed, t.last_inbound_at`

/** `offset 0` keeps each look-up by the key what it is, whatever is known of the sizes of the tables. */
const asIs = sql`offset 0`

function given(asked: readonly AskedConversation[]): Statement {
  return sql`
    unnest(${plainArray(asked.map(({ place }) => place))}::int4[], ${plainArray(asked.map(({ id }) => id))}::uuid[]) as given (place, id)`
}

/** The conversations with what reaches their contacts, or with the size of their group. */
export function destinations(organizationIds: readonly Uuid[], asked: readonly AskedConversation[]): Statement {
  return sql`
    select given.place, found.* from ${given(asked)} cross join lateral (
      select c.id, c.user_id, c.group_id, c.contact_id, ${reachable},
             case when c.group_id is null then 0
                  else (select count(*)::int from group_members m where m.org_id = c.org_id and m.group_id = c.group_id) end as group_size
        from conversations c left join contacts t on t.org_id = c.org_id and t.id = c.contact_id
       where c.org_id = (${plainArray(organizationIds)}::uuid[])[given.place] and c.id = given.id ${asIs}) found`
}

export type RecipientRow = Omit<DestinationRow, 'user_id' | 'group_id' | 'group_size'>

/** One row a member of the groups that these conversations are with. */
export function groupRecipients(organizationIds: readonly Uuid[], asked: readonly AskedConversation[]): Statement {
  return sql`
    select given.place, found.* from ${given(asked)} cross join lateral (
      select c.id, t.id as contact_id, ${reachable}
        from conversations c
        join group_members m on m.org_id = c.org_id and m.group_id = c.group_id
        join contacts t on t.org_id = m.org_id and t.id = m.contact_id
       where c.org_id = (${plainArray(organizationIds)}::uuid[])[given.place] and c.id = given.id and c.group_id is not null
       order by m.contact_id) found`
}

export function insertMessages(
  organizationIds: readonly Uuid[],
  at: Date,
  all: readonly (AcceptedMessage & Placed)[],
): Statement {
  return sql`
    insert into messages (org_id, id, conversation_id, direction, channel, sender_id, subject, text, html, created_at)
    select (${plainArray(organizationIds)}::uuid[])[place], id, conversation_id, 'outbound', channel, sender_id, subject, text, html, ${at}
      from unnest(${plainArray(all.map((one) => one.place))}::int4[], ${plainArray(all.map((one) => one.id))}::uuid[],
                  ${plainArray(all.map((one) => one.conversationId))}::uuid[], ${plainArray(all.map((one) => one.channel))}::text[],
                  ${plainArray(all.map((one) => one.userId))}::uuid[], ${all.map((one) => one.content.subject)}::text[],
                  ${all.map((one) => one.content.text)}::text[], ${all.map((one) => one.content.html)}::text[])
           as given (place, id, conversation_id, channel, sender_id, subject, text, html)
     where ${notLeftOut}`
}

/** `volumeListIds`: of each organization, or null. */
export function insertDeliveries(
  organizationIds: readonly Uuid[],
  volumeListIds: readonly (Uuid | null)[],
  at: Date,
  month: string,
  messages: readonly (AcceptedMessage & Placed)[],
): Statement {
  const all = messages.flatMap(({ deliveries }) => deliveries)
  const places = messages.flatMap(({ place, deliveries }) => deliveries.map(() => place))
  return sql`
    insert into deliveries (org_id, id, message_id, conversation_id, contact_id, address, channel, kind, status, price_micros, tier,
                            month, month_number, units, transaction_id, volume_list_id, due_at, created_at)
    select (${plainArray(organizationIds)}::uuid[])[place], id, message_id, conversation_id, contact_id, address, channel, kind,
           'queued', price_micros, tier, ${month}, month_number, units, transaction_id,
           (${plainArray(volumeListIds)}::uuid[])[place], ${at}, ${at}
      from unnest(${plainArray(places)}::int4[], ${plainArray(all.map((one) => one.id))}::uuid[],
                  ${plainArray(all.map((one) => one.messageId))}::uuid[], ${plainArray(all.map((one) => one.conversationId))}::uuid[],
                  ${plainArray(all.map((one) => one.contactId))}::uuid[], ${all.map((one) => one.address)}::text[],
                  ${plainArray(all.map((one) => one.channel))}::text[], ${plainArray(all.map((one) => one.kind))}::text[],
                  ${plainArray(all.map((one) => one.price.priceMicros))}::int8[], ${plainArray(all.map((one) => one.price.tier))}::int4[],
                  ${plainArray(all.map((one) => one.monthNumber))}::int8[], ${plainArray(all.map((one) => one.units))}::int4[],
                  ${plainArray(all.map((one) => one.transactionId))}::uuid[])
           as given (place, id, message_id, conversation_id, contact_id, address, channel, kind, price_micros, tier, month_number, units,
                     transaction_id)
     where ${notLeftOut}`
}

/** Until the end of the transaction: what others hold is waited for this long. */
export function waitAtMost(ms: number): Statement {
  return sql`select set_config('lock_timeout', ${String(ms)}, true)`
}
