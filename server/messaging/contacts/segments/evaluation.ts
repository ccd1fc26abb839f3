// Evaluates filters for requests in a read-only transaction with a timeout, at the organization's turn. The shared
// connection for reads is for short queries: a count there would delay other requests.

import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { STATEMENT_TIMED_OUT, sqlState } from '#kit/database/errors.ts'
import type { Uuid } from '#kit/ids.ts'
import { refusal } from '#kit/refusals.ts'
import * as queries from './queries.ts'

const EVALUATION_TIMEOUT_MS = 10_000
/** Per statement, for the members of a list: the ids of 500,000 fit. */
const MEMORY = '32MB'

export async function evaluated<T>(
  { database }: Pick<App, 'database'>,
  organizationId: Uuid,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await database.transaction(
      async (tx) => {
        await tx.run(queries.limitWork(EVALUATION_TIMEOUT_MS, MEMORY))
        return work(tx)
      },
      { owner: organizationId, readOnly: true },
    )
  } catch (error) {
    if (sqlState((error as Error | undefined)?.cause ?? error) !== STATEMENT_TIMED_OUT) throw error
    throw refusal('temporarily_unavailable', 'segment_too_slow')
  }
}
