// Query planning for transactions whose statements pass the keys of all rows they touch.

import { areShards } from './shards.ts'
import { type Statement, sql } from './sql.ts'

/**
 * Rows `(org_id, id)` to join on both columns. With the organization as a plain value, the planner may read all of the
 * organization's rows when a table has no statistics, and filter them by id.
 */
export function keysOf(organizationId: string, ids: readonly string[]): Statement {
  return sql`(select ${organizationId}::uuid as org_id, unnest(${ids}::uuid[]) as id offset 0)`
}

/** The same for rows with more columns than their keys: `given` is the result of `rowsOf` under this name. */
export function keyed(organizationId: string, name: Statement, given: Statement): Statement {
  return sql`(select ${organizationId}::uuid as org_id, ${name}.* from ${given} offset 0) ${name}`
}

/**
 * For the current transaction: rows are looked up by key in nested loops, and each statement is planned when it runs.
 * Outdated statistics (of a table that was never analyzed, or was small when the connection planned the query) then
 * cannot make a deletion read whole tables. For few statements with many rows, where planning costs little.
 */
export const planByKey = (): Statement => (areShards() ? sql`select` : planningByKey)

/**
 * Ends `planByKey` for plans alone: PostgreSQL checks foreign keys with one query per row, which it would otherwise
 * plan for each row. For inserts from arrays, which no statistics can mislead.
 */
export const keepPlans = (): Statement => (areShards() ? sql`select` : keepingPlans)

const keepingPlans = sql`select set_config('plan_cache_mode', 'auto', true)`

const planningByKey = sql`
  select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true),
         set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`
