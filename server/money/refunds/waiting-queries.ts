// SQL of waiting refunds, for monitoring.

import { type Statement, sql } from '#kit/database/sql.ts'

/** Waiting for the operator's decision (requested), or for their gateway. */
export function waiting(): Statement {
  return sql`
    select status, count(org_id) as count, min(coalesce(approved_at, created_at)) as oldest from refunds
     where status in ('requested', 'approved', 'processing') group by status order by status`
}
