// SQL of deliveries with an unknown outcome: spec 7.13.

import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

/** Condition on delivery `d`, worded like the partial index. Deliveries in flight have a lease, these do not. */
export const isUnknown = sql`(d.status = 'sending' and d.error_code = 'outcome_unknown')`

/**
 * A delivery deleted with an unknown outcome counts as sent and stays charged: it can no longer be resolved. Found by
 * its own index, however many others are deleted with it.
 */
export function countAsSent(
  organizationId: Uuid,
  { messageIds, contactIds }: { messageIds: Uuid[]; contactIds?: Uuid[] },
  at: Date,
): Statement {
  const theirs = contactIds === undefined ? nothing : sql`and d.contact_id = any(${contactIds}::uuid[])`
  return sql`
    update deliveries d set status = 'sent', sent_at = ${at}
     where d.org_id = ${organizationId} and ${isUnknown} and d.message_id = any(${messageIds}::uuid[]) ${theirs}`
}
