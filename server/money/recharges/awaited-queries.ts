// SQL of expected payments, for monitoring.

import { areShards } from '#kit/database/shards.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'

/** Limits of organizations, and of recharges per organization, so that monitoring does not become a load. */
const ORGANIZATIONS_COUNTED_MAX = 1000
const RECHARGES_COUNTED_MAX = 1000

/**
 * Recharges that their gateway is still queried about, by gateway. On a distributed database the number of
 * organizations is not limited, because a subquery with a limit over all shards cannot be joined there.
 */
export function awaited(): Statement {
  const isWaiting = sql`due_work.kind = 'settle_recharge'`
  const first = sql`
    (select org_id from due_work where ${isWaiting} order by due_at limit ${ORGANIZATIONS_COUNTED_MAX}) as due_work`
  return sql`
    select r.gateway, count(*) as count, min(r.since) as oldest
      from ${areShards() ? sql`due_work` : first}
      cross join lateral (
        select gateway, coalesce(opened_at, created_at) as since from recharges
         where org_id = due_work.org_id and check_at is not null and status in ('created', 'pending')
         limit ${RECHARGES_COUNTED_MAX}) as r
     ${areShards() ? sql`where ${isWaiting}` : nothing}
     group by r.gateway order by r.gateway`
}
