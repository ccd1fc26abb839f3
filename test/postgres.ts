// The PostgreSQL of a test run. bin/test.mjs starts one for all files and says where it is; a file that is run by itself
// starts its own and ends it.

import type pg from 'pg'

/** Says where the server of the whole run is, as a pg connection in JSON. */
export const TEST_POSTGRES_VARIABLE = 'SAMVAD_TEST_POSTGRES'

export async function startTestPostgres(): Promise<pg.ClientConfig> {
  const given = process.env[TEST_POSTGRES_VARIABLE]
  if (given) return JSON.parse(given)
  throw new Error('run the tests with: npm test')
}
