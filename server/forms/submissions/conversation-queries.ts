// SQL of a submission's conversation.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

export function conversationUser(organizationId: Uuid, id: Uuid): Statement {
  return sql`select c.user_id from conversations c where c.org_id = ${organizationId} and c.id = ${id}`
}
