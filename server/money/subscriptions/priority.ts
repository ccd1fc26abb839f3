// Priority support belongs to premium: operators see, filter and sort by it. spec 23.72.

import type { Priority } from '#edge/priority.ts'
import { sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { premiumSql } from './premium.ts'

export const priority: Priority = {
  sql: premiumSql,
  async among(tx, organizationIds) {
    if (organizationIds.length === 0) return new Set()
    const rows = await tx.rows<{ id: Uuid }>(sql`
      select o.id from organizations o
       where o.id = any(${[...new Set(organizationIds)]}::uuid[]) and ${premiumSql(sql`o.id`)}`)
    return new Set(rows.map(({ id }) => id))
  },
}
