// SQL of what has not left yet of messages and charges.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

/** A delivery of these charges that has not left; the two small indexes of those have it. */
export function unsentOf(organizationId: Uuid, transactionIds: Uuid[]): Statement {
  return sql`
    (select id from deliveries where org_id = ${organizationId} and status = 'queued'
      and transaction_id = any(${transactionIds}::uuid[]) limit 1)
    union all
    (select id from deliveries where org_id = ${organizationId} and status = 'sending'
      and transaction_id = any(${transactionIds}::uuid[]) limit 1)`
}

export interface UnsentRow {
  /** Null when it has no delivery. */
  unsent: boolean | null
  attempts: number
  /** Whether one of them must leave within a window that the contact opened. */
  has_window: boolean
  due_at: Date
}

/** Whether any delivery has left, or is leaving; how often the most tried was tried, and when the last is due. */
export function unsentOnly(organizationId: Uuid, messageId: Uuid): Statement {
  return sql`
    select bool_and(status = 'queued' and not left_in_part) as unsent, max(attempts) as attempts,
           bool_or(kind = 'app_session') as has_window, max(due_at) as due_at
      from deliveries where org_id = ${organizationId} and message_id = ${messageId}`
}
