// Whether an organization has premium: paid for, cancelled but not over, or in its grace period. spec 23.20.

import type { Tx } from '#kit/database/database.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

/** As a condition for statements about many organizations. `organization` is a column: sql`o.id`. */
export const premiumSql = (organization: Statement): Statement => sql`
  exists (select from subscriptions premium
           where premium.org_id = ${organization} and premium.status not in ('free', 'pending'))`

export async function hasPremium(tx: Tx, organizationId: Uuid): Promise<boolean> {
  const row = await tx.row<{ status: string }>(sql`
    select status from subscriptions
     where org_id = ${organizationId} and status not in ('free', 'pending')`)
  return row !== undefined
}
