// Statements about several organizations at once. The organizations are one array, and each row refers to its own by
// position, from 1, which is shorter than an id. When some organizations are not in the expected state, only they are
// left out: the first statement of the transaction stores their positions, and the others skip their rows.

import type { Uuid } from '#kit/ids.ts'
import { areShards, type Inserting, ofTheOne, theOne } from './shards.ts'
import { nothing, plainArray, type Statement, sql } from './sql.ts'

export interface Placed {
  place: number
}

/** The organizations as rows `given (org_id, place)`. */
export function placesOf(organizationIds: readonly Uuid[]): Statement {
  return sql`unnest(${plainArray(organizationIds)}::uuid[]) with ordinality as given (org_id, place)`
}

/** The organization of a row of `given (place, …)`. */
export function organizationAt(organizationIds: readonly Uuid[]): Statement {
  return areShards()
    ? sql`${theOne(organizationIds)}::uuid`
    : sql`(${plainArray(organizationIds)}::uuid[])[given.place]`
}

/**
 * A condition on rows `given (place, …)`: true unless the organization was left out in this transaction, see
 * `moveWallets`. On a distributed database nobody is left out: the first statement fails, and the transaction with it.
 */
export function notLeftOut(): Statement {
  return areShards() ? sql`true` : isNotLeftOut
}

const isNotLeftOut = sql`given.place <> all ((select current_setting('samvad.left_out')::int4[])::int4[])`

/** For inserting rows `given (place, …)` of the organizations that meet the condition. */
export function insertingForAll(organizationIds: readonly Uuid[], condition: Statement): Inserting {
  return areShards()
    ? ofTheOne(theOne(organizationIds))
    : { id: organizationAt(organizationIds), beside: nothing, condition }
}
