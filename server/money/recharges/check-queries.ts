// SQL of querying gateways about payments, and of orders not placed yet.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { columns } from './queries.ts'

export function toCheck(organizationId: Uuid, at: Date, limit: number): Statement {
  return sql`
    select ${columns} from recharges where org_id = ${organizationId} and check_at <= ${at}
      order by check_at limit ${limit}`
}

/** Recharges that can still be paid there. */
export function openAt(organizationId: Uuid, gateway: string, limit: number): Statement {
  return sql`
    select ${columns} from recharges
     where org_id = ${organizationId} and status in ('created', 'pending') and gateway = ${gateway}
       order by id limit ${limit}`
}

export function scheduleCheck(organizationId: Uuid, id: Uuid, count: number, due: Date | null): Statement {
  return sql`
    update recharges set check_at = ${due}, check_count = ${count} where org_id = ${organizationId} and id = ${id}`
}

export function nextCheckDue(organizationId: Uuid): Statement {
  return sql`select min(check_at) as due from recharges where org_id = ${organizationId} and check_at is not null`
}

/**
 * Records that a visitor causes a query at the gateway. Updates no row when another one did a moment ago, or when the
 * recharge has succeeded.
 */
export function nudge(organizationId: Uuid, id: Uuid, before: Date, at: Date): Statement {
  return sql`
    update recharges set nudged_at = ${at}, check_at = least(check_at, ${at})
     where org_id = ${organizationId} and id = ${id} and status <> 'succeeded'
       and (nudged_at is null or nudged_at < ${before})`
}

/**
 * A customer viewed the checkout, so a payment may come soon: restarts the schedule of queries. Updates no row when
 * another view did a moment ago, or when the recharge has succeeded.
 */
export function markVisited(organizationId: Uuid, id: Uuid, checkAt: Date | null, before: Date, at: Date): Statement {
  return sql`
    update recharges set visited_at = ${at}, opened_at = ${at}, check_at = ${checkAt}, check_count = 0
     where org_id = ${organizationId} and id = ${id} and status <> 'succeeded'
       and greatest(opened_at, visited_at) < ${before}`
}

/** Over all organizations: recharges whose order is not placed yet. */
export function waitingOrders(before: Date): Statement {
  return sql`
    select org_id, gateway as by, count(*) as count, min(created_at) as oldest,
           count(*) filter (where created_at < ${before}) as early
      from recharges where status = 'created' and gateway_order_id is null and closed_at is null
     group by org_id, gateway
     order by org_id, gateway`
}

/** Treated as attempted: the order is looked up before it is placed. */
export function mayBePlaced(organizationId: Uuid): Statement {
  return sql`
    update recharges set placing_count = placing_count + 1
     where org_id = ${organizationId} and status = 'created' and gateway_order_id is null and placing_count = 0
       and closed_at is null`
}
