// SQL of price lists.

import { type Statement, sql } from '#kit/sql.ts'

export interface PriceListRow {
  id: string
  name: string
  effective_from: Date
  definition: unknown
}

/** The list in force: the organization's own before the default one, the latest that has begun. */
export function inForce(organizationId: string, at: Date): Statement {
  return sql`
    select id, name, effective_from, definition from price_lists
     where (org_id = ${organizationId} or org_id is null) and effective_from <= ${at}
     order by org_id is null, effective_from desc, published_at desc limit 1`
}
