// SQL that postpones due times by the time in which nothing could be debited.

import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

/**
 * For one organization, or all. A grace period or payment that began after `since` is postponed from its beginning
 * only. Paid periods are not extended.
 */
export function postpone({ since, at }: { since: Date; at: Date }, organizationId: Uuid | null): Statement[] {
  const ofOne = organizationId === null ? nothing : sql`and org_id = ${organizationId}`
  const stopped = sql`(${at}::timestamptz - greatest(${since}::timestamptz, grace_started_at))`
  return [
    sql`
      update subscriptions
         set grace_started_at = grace_started_at + ${stopped}, next_debit_at = next_debit_at + ${stopped}
       where org_id is not null ${ofOne} and status = 'grace' and grace_started_at < ${at}`,
    sql`
      update subscription_payments
         set due_at = due_at + (${at}::timestamptz - greatest(${since}::timestamptz, begun_at))
       where org_id is not null ${ofOne} and outcome is null and due_at < ${at} and begun_at < ${at}`,
  ]
}

/** Since when the organization is suspended or the installation fenced; null when neither. */
export function stoppedSince(organizationId: Uuid): Statement {
  return sql`
    select least((select suspended_at from organizations where id = ${organizationId}),
                 (select fenced_since from installation where id = 1)) as since`
}
