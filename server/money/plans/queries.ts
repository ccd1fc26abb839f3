// SQL of plan lists.

import { pageById } from '#edge/paging.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import type { PlanListQuery } from './schema.ts'

export interface PlanListRow {
  id: Uuid
  org_id: Uuid | null
  name: string
  effective_from: Date
  premium_micros: Micros
  tax_percent: number
  published_at: Date
}

export interface PlanListInForce extends PlanListRow {
  /** When another published list may replace this one; null when none does. */
  ends_at: Date | null
}

const columns = sql`id, org_id, name, effective_from, premium_micros, tax_percent, published_at`

/**
 * The list in force for an organization: its own before the default one, the latest that has started; of several with
 * the same start the one published last.
 */
export function inForce(organizationId: Uuid, at: Date): Statement {
  return sql`
    select ${columns},
           (select min(effective_from) from plan_lists
             where (org_id = ${organizationId} or org_id is null) and effective_from > ${at}) as ends_at
      from plan_lists
     where (org_id = ${organizationId} or org_id is null) and effective_from <= ${at}
     order by org_id is null, effective_from desc, published_at desc, id desc limit 1`
}

export function insert(list: PlanListRow): Statement {
  return sql`
    insert into plan_lists (${columns})
    values (${list.id}, ${list.org_id}, ${list.name}, ${list.effective_from}, ${list.premium_micros},
            ${list.tax_percent}, ${list.published_at})`
}

/** Lists of the whole installation, for operators. */
export function list({ organization_id, ...page }: PlanListQuery): Statement {
  const { where, tail } = pageById(page)
  const ofOrganization =
    organization_id === undefined ? nothing : sql`and org_id is not distinct from ${organization_id}`
  return sql`select ${columns} from plan_lists where true ${ofOrganization} ${where} ${tail}`
}

export function byId(id: Uuid): Statement {
  return sql`select ${columns} from plan_lists where id = ${id}`
}
