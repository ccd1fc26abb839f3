// decisions §7 for installations from before: whoever had a real gateway, also one that was removed, has no test gateway any more.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { newUuid } from '#kit/ids.ts'
import { migrate } from '#kit/migrate.ts'
import { startTestPostgres } from '../postgres.ts'

/** The last migration that knows nothing of it. */
const BEFORE = 17

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

/** As it was, with these statements run; then brought to this version. */
async function upgraded(...statements: string[]): Promise<pg.Client> {
  const server = await startTestPostgres()
  const database = `test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client(server)
  await admin.connect()
  await admin.query(`create database ${database}`)
  await admin.end()
  const client = new pg.Client({ ...server, database })
  await client.connect()
  const dir = new URL('../../db/migrations', import.meta.url).pathname
  const options = { dir, direction: 'up', count: BEFORE, migrationsTable: 'schema_migrations', noLock: true } as const
  await runner({ ...options, dbClient: client, log: () => {}, logger: quiet })
  for (const statement of statements) await client.query(statement)
  await migrate({ ...server, database })
  return client
}

const [org, recharge] = [newUuid(), newUuid()]
const sandboxOrder = `insert into gateway_references values ('sandbox', 'order_1', '${org}')`
const openRecharge = `insert into recharges (org_id, id, status, amount_micros, tax_micros, total_micros, gateway, transaction_id, created_by, created_at)
  values ('${org}', '${recharge}', 'created', 100000000, 18000000, 118000000, 'razorpay', '${newUuid()}', '${newUuid()}', now())`
const account = `insert into gateway_accounts (name, base_url, account_id, secrets, is_enabled, is_default, updated_at)
  values ('razorpay', 'https://api.razorpay.com', 'rzp_live_1', '\\x00', false, true, now())`
const removed = `insert into audit_log (org_id, sequence, id, actor, action, object, details, created_at, hash)
  values ('${newUuid()}', 1, '${newUuid()}', 'command_line', 'gateway.removed', 'razorpay', '{}', now(), '\\x00')`

for (const [what, statement, isReal] of [
  ['an account that is switched off', account, true],
  ['an account that was removed', removed, true],
  ['never an account', 'select 1', false],
] as const) {
  test(`decisions §7: after the upgrade of an installation with ${what}, the test gateway is ${isReal ? 'off for good' : 'as it was'}`, async () => {
    const client = await upgraded(sandboxOrder, openRecharge, statement)
    try {
      const { rows } = await client.query(`select real_gateway_since from installation`)
      assert.equal(rows[0].real_gateway_since !== null, isReal)
      const work = await client.query(`select kind from due_work where org_id = $1 order by kind`, [org])
      const kinds = isReal ? ['auto_recharge', 'refund', 'settle_recharge'] : []
      assert.deepEqual(
        work.rows.map(({ kind }) => kind),
        kinds,
      )
      // An order that waits may have been placed: it is looked for first.
      const placing = await client.query(`select placing_count from recharges where id = $1`, [recharge])
      assert.deepEqual(placing.rows, [{ placing_count: 1 }])
    } finally {
      await client.end()
    }
  })
}
