// Statements about several organizations at once. The organizations are one array, and each row names its own by its place there, from
// 1: shorter than an id a row. Where some of them turn out to be in another state than was decided on, only they are left out: the
// first statement of the transaction notes their places, and the others pass over their rows.

import { sql } from './sql.ts'

export interface Placed {
  place: number
}

/** A condition on rows `given (place, …)`: true unless the organization was left out in this transaction. See `moveWallets`. */
export const notLeftOut = sql`given.place <> all ((select current_setting('samvad.left_out')::int4[])::int4[])`
