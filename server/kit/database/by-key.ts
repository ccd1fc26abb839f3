// How the statements of a transaction are planned that bring the keys of whatever they are about.

import { areShards } from './shards.ts'
import { type Statement, sql } from './sql.ts'

/**
 * Rows `(org_id, id)` to be joined by both. Named as a value, the organization alone may seem to be enough to a planner
 * that knows nothing of the table: then all that it has is read, and compared with the ids.
 */
export function keysOf(organizationId: string, ids: readonly string[]): Statement {
  return sql`(select ${organizationId}::uuid as org_id, unnest(${ids}::uuid[]) as id offset 0)`
}

/** The same of rows that have more than their keys: `given` is what `rowsOf` made under the name. */
export function keyed(organizationId: string, name: Statement, given: Statement): Statement {
  return sql`(select ${organizationId}::uuid as org_id, ${name}.* from ${given} offset 0) ${name}`
}

/**
 * For the transaction in which it runs: rows are looked up by their keys, one after the other, and each statement is
 * planned when it runs. So what the planner believes of a table (that was never analyzed, or was small when a
 * connection first asked) does not decide what a deletion reads. For few statements of many rows, where planning
 * costs little beside them.
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
