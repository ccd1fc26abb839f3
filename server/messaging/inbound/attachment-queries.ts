// SQL of contacts' attachments.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

/** Sets the flag; attachments of messages without it are never looked up. */
export function markWithAttachments(organizationId: Uuid, messageId: Uuid): Statement {
  return sql`update messages set has_attachments = true where org_id = ${organizationId} and id = ${messageId}`
}
