// SQL of further data that is deleted with a message, a conversation or a contact.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'

/** Events `e` of group messages about a delivery to one of the contacts. */
export function isAboutContacts(contactIds: readonly Uuid[]): Statement {
  const names = contactIds.map((id) => publicId('contact', id))
  return sql`and e.payload #>> '{delivery,contact_id}' = any(${names}::text[])`
}
