// SQL of unsent deliveries of messages and charges.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

/** An unsent delivery of these charges; two small indexes contain them. */
export function unsentOf(organizationId: Uuid, transactionIds: Uuid[]): Statement {
  return sql`
    (select id from deliveries where org_id = ${organizationId} and status = 'queued'
      and transaction_id = any(${transactionIds}::uuid[]) limit 1)
    union all
    (select id from deliveries where org_id = ${organizationId} and status = 'sending'
      and transaction_id = any(${transactionIds}::uuid[]) limit 1)`
}

export interface UnsentRow {
  /** Null if it has no delivery. */
  unsent: boolean | null
  attempts: number
  /** True when one of them must be sent within the contact's session. */
  has_window: boolean
  due_at: Date
}

/** `unsent`: no delivery was sent or is in flight. Also the highest number of attempts, and the latest due time. */
export function unsentOnly(organizationId: Uuid, messageId: Uuid): Statement {
  return sql`
    select bool_and(status = 'queued' and not left_in_part) as unsent, max(attempts) as attempts,
           bool_or(kind = 'app_session') as has_window, max(due_at) as due_at
      from deliveries where org_id = ${organizationId} and message_id = ${messageId}`
}
