// SQL of the first steps: whether each kind of object exists, read from the first row of an index.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

export interface TakenRow {
  contact: boolean
  conversation: boolean
  sent: boolean
  recharge: boolean
  colleague: boolean
}

/**
 * Whether any message was sent is read from the first deliveries. If all of so many failed, the daily counters show
 * later ones.
 */
const DELIVERIES_LOOKED_AT = 1000

export function taken(organizationId: Uuid): Statement {
  return sql`
    select exists (select from contacts where org_id = ${organizationId}) as contact,
           exists (select from conversations where org_id = ${organizationId}) as conversation,
           exists (select from (
                     select sent_at from deliveries where org_id = ${organizationId} order by id
                      limit ${DELIVERIES_LOOKED_AT}) first where sent_at is not null)
             or exists (select from daily_usage where org_id = ${organizationId} and delivered_count > 0) as sent,
           exists (select from recharges
                    where org_id = ${organizationId} and status = 'succeeded' and purpose = 'recharge') as recharge,
           exists (select from invitations where org_id = ${organizationId} and not by_operator)
             or (select count(*) from (
                   select m.user_id from memberships m join users u on u.id = m.user_id
                    where m.org_id = ${organizationId} and u.kind = 'person' limit 2) people) > 1 as colleague`
}
