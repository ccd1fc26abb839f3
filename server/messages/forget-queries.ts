// SQL of what is forgotten with a message, a conversation or a contact, besides its own rows.

import { buryEvents, these } from '#kit/events.ts'
import type { Uuid } from '#kit/ids.ts'
import { type Statement, sql } from '#kit/sql.ts'
import { publicId } from '#kit/wire.ts'
import { deliveriesOfWhich } from './queries.ts'

/** While the messages are still there. */
export function buryEventsOf(organizationId: Uuid, by: { messageId: Uuid } | { conversationIds: Uuid[] }): Statement {
  return buryEvents(
    organizationId,
    'messageId' in by
      ? these([by.messageId])
      : sql`select id from messages where org_id = ${organizationId} and conversation_id = any(${by.conversationIds}::uuid[])`,
  )
}

/** Of the messages to groups, the events that tell of a delivery to one of the contacts; while the deliveries still name them. */
export function buryEventsAboutContacts(organizationId: Uuid, contactIds: Uuid[]): Statement {
  const messages = sql`
    select d.message_id from deliveries d where d.org_id = ${organizationId} and ${deliveriesOfWhich(organizationId, { contactIds })}`
  const names = contactIds.map((id) => publicId('contact', id))
  return buryEvents(organizationId, messages, sql`and e.payload #>> '{delivery,contact_id}' = any(${names}::text[])`)
}
