// The database is busy when a process of the program starts: the process waits for it. A command fails with a message.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type pg from 'pg'
import { sql } from '#kit/database/sql.ts'
import { readSettings } from '#kit/settings.ts'
import { assemble } from '../../server/program/app.ts'
import { cuttable } from '../cuttable-database.ts'
import { GUARD_MS } from '../guard.ts'
import { testDatabase } from '../harness.ts'

const settings = readSettings({ SAMVAD_SECRET_KEY: '0'.repeat(64), SAMVAD_LOG_LEVEL: 'silent' })
const database = await cuttable((await testDatabase()) as pg.ClientConfig)
after(() => database.close())
/** Long enough to connect once the database answers, and short for the test, which waits for it. */
const connection = { ...database.connection, connectionTimeoutMillis: 500 }

test('spec 17.22: a process waits for a database that takes no connection in time; a command does not', async () => {
  database.cut()
  await assert.rejects(assemble(settings, connection), /The database is busy or restarting/)
  const starting = assemble(settings, connection, undefined, undefined, GUARD_MS)
  let isThere = false
  void starting.then(() => (isThere = true))
  // By then its first connection attempt has timed out.
  await assert.rejects(assemble(settings, connection), /The database is busy or restarting/)
  assert.equal(isThere, false)
  database.mend()
  const app = await starting
  assert.deepEqual(await app.database.reads.rows(sql`select 1 as one`), [{ one: 1 }])
  await app.database.close()
})
