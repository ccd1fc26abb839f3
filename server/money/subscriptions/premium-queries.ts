// SQL of organizations with premium.

import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

/** A condition for statements about many organizations. `organization` is a column: sql`o.id`. */
export const premiumSql = (organization: Statement): Statement => sql`
  exists (select from subscriptions premium
           where premium.org_id = ${organization} and premium.status not in ('free', 'pending'))`

export function premium(organizationId: Uuid): Statement {
  return sql`
    select status from subscriptions where org_id = ${organizationId} and status not in ('free', 'pending')`
}
