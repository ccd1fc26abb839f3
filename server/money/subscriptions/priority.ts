// Priority support belongs to premium: operators see, filter and sort by it. spec 23.72.

import type { Priority } from '#edge/priority.ts'
import type { Uuid } from '#kit/ids.ts'
import { premiumSql } from './premium.ts'
import { premiumAmong } from './priority-queries.ts'

export const priority: Priority = {
  sql: premiumSql,
  async among(tx, organizationIds) {
    if (organizationIds.length === 0) return new Set()
    const rows = await tx.rows<{ id: Uuid }>(premiumAmong([...new Set(organizationIds)]))
    return new Set(rows.map(({ id }) => id))
  },
}
