// SQL of the refunds that wait, for who watches over the installation.

import { type Statement, sql } from '#kit/database/sql.ts'

/** For a decision of the operator (requested), or for their gateway. */
export function waiting(): Statement {
  return sql`
    select status, count(org_id) as count, min(coalesce(approved_at, created_at)) as oldest from refunds
     where status in ('requested', 'approved', 'processing') group by status order by status`
}
