// SQL of the payments that are awaited, for who watches over the installation.

import { type Statement, sql } from '#kit/database/sql.ts'

/** Of so many organizations, and of so many recharges of each: who watches must not be the load. */
const ORGANIZATIONS_COUNTED_MAX = 1000
const RECHARGES_COUNTED_MAX = 1000

/** Recharges about which their gateway is still asked, by gateway. */
export function awaited(): Statement {
  return sql`
    select r.gateway, count(*) as count, min(r.since) as oldest
      from (select org_id from due_work where kind = 'settle_recharge'
        order by due_at limit ${ORGANIZATIONS_COUNTED_MAX}) as waiting
      cross join lateral (
        select gateway, coalesce(opened_at, created_at) as since from recharges
         where org_id = waiting.org_id and check_at is not null and status in ('created', 'pending')
         limit ${RECHARGES_COUNTED_MAX}) as r
     group by r.gateway order by r.gateway`
}
