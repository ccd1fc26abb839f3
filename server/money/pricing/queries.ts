// SQL of price lists.

import { pageById } from '#edge/paging.ts'
import { nothing, plainArray, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { StoredPriceList } from './rules.ts'
import type { PriceListQuery } from './schema.ts'

export interface InForceRow extends StoredPriceList {
  /** The organization that the list applies to. */
  org_id: Uuid
  /** When another published list may replace this one; null when none does. */
  ends_at: Date | null
}

/**
 * The list in force per organization: its own before the default one, the latest that has started; of several with the
 * same start the one published last.
 */
export function inForce(organizationIds: readonly Uuid[], at: Date): Statement {
  return sql`
    select given.org_id, found.*
      from unnest(${plainArray(organizationIds)}::uuid[]) as given (org_id)
     cross join lateral (
       select id, name, effective_from, definition,
              (select min(effective_from) from price_lists
                where (org_id = given.org_id or org_id is null) and effective_from > ${at}) as ends_at
         from price_lists
        where (org_id = given.org_id or org_id is null) and effective_from <= ${at}
        order by org_id is null, effective_from desc, published_at desc, id desc limit 1) found`
}

export interface PriceListRow extends StoredPriceList {
  org_id: Uuid | null
  published_at: Date
}

export interface RowInForce extends PriceListRow {
  /** The organization that the list applies to. */
  organization_id: Uuid
}

/** Like `inForce`, with complete rows. */
export function rowsInForce(organizationIds: readonly Uuid[], at: Date): Statement {
  return sql`
    select given.organization_id, found.*
      from unnest(${plainArray(organizationIds)}::uuid[]) as given (organization_id)
     cross join lateral (
       select ${columns} from price_lists
        where (org_id = given.organization_id or org_id is null) and effective_from <= ${at}
        order by org_id is null, effective_from desc, published_at desc, id desc limit 1) found`
}

export function coming(organizationId: Uuid, at: Date, limit: number): Statement {
  return sql`
    select ${columns} from price_lists where org_id = ${organizationId} and effective_from > ${at}
     order by effective_from, published_at, id limit ${limit}`
}

const columns = sql`id, org_id, name, effective_from, definition, published_at`

export function insert(list: PriceListRow): Statement {
  return sql`
    insert into price_lists (id, org_id, name, effective_from, definition, published_at)
    values (${list.id}, ${list.org_id}, ${list.name}, ${list.effective_from}, ${JSON.stringify(list.definition)}::jsonb,
            ${list.published_at})`
}

/** Lists of the whole installation, for operators. */
export function list({ organization_id, ...page }: PriceListQuery): Statement {
  const { where, tail } = pageById(page)
  return sql`
    select ${columns} from price_lists
     where true ${
       organization_id === undefined
         ? nothing
         : sql`
       and org_id is not distinct from ${organization_id}`
     } ${where} ${tail}`
}

export function byId(id: Uuid): Statement {
  return sql`select ${columns} from price_lists where id = ${id}`
}
