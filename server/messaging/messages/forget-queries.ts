// SQL of what is forgotten with a message, a conversation or a contact, besides its own rows.

import { buryEvents } from '#events/queries.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'

export function buryEventsOf(organizationId: Uuid, messageIds: Uuid[]): Statement {
  return buryEvents(organizationId, messageIds)
}

/** Of the messages to groups, the events that tell of a delivery to one of the contacts. */
export function buryEventsAboutContacts(organizationId: Uuid, messageIds: Uuid[], contactIds: Uuid[]): Statement {
  const names = contactIds.map((id) => publicId('contact', id))
  return buryEvents(organizationId, messageIds, sql`and e.payload #>> '{delivery,contact_id}' = any(${names}::text[])`)
}
