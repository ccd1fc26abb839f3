// quality.md, fault 11: two migrators at once, and a database of the first released schema with money in it, brought to this one.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { newUuid } from '#kit/ids.ts'
import { migrate } from '#kit/migrate.ts'
import { startSamvad } from '../harness.ts'
import { startTestPostgres } from '../postgres.ts'

/** The last migration of the version before billing was whole. */
const RELEASED = 8

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

async function emptyDatabase(): Promise<pg.ClientConfig> {
  const server = await startTestPostgres()
  const database = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`create database ${database}`)
  await client.end()
  return { ...server, database }
}

test('quality.md, fault 11: of two migrators at once one migrates, the other waits and finds nothing to do', async () => {
  const connection = await emptyDatabase()
  const applied = await Promise.all([migrate(connection), migrate(connection), migrate(connection)])
  const counts = applied.map(({ applied }) => applied.length).toSorted((a, b) => a - b)
  assert.deepEqual(counts.slice(0, 2), [0, 0])
  assert.ok((counts[2] as number) > RELEASED)
})

test('a database of the released schema comes up with its money, its payments and its invoice', async () => {
  const connection = await emptyDatabase()
  const client = new pg.Client(connection)
  await client.connect()
  const dir = fileURLToPath(new URL('../../db/migrations', import.meta.url))
  await runner({
    dbClient: client,
    dir,
    direction: 'up',
    count: RELEASED,
    migrationsTable: 'schema_migrations',
    noLock: true,
    log: () => {},
    logger: quiet,
  })
  const [org, user, recharge, transaction, invoice] = Array.from({ length: 5 }, () => newUuid())
  await client.query(`insert into organizations values ('${org}', 'Asha Textiles', now())`)
  await client.query(`insert into wallets (org_id, balance_micros, version, state, warning_base_micros, created_at, updated_at)
                      values ('${org}', 1000000000, 1, '${newUuid()}', 1000000000, now(), now())`)
  await client.query(`insert into recharges (org_id, id, status, amount_micros, tax_micros, total_micros, gateway, gateway_order_id,
                        transaction_id, invoice_id, created_by, created_at, completed_at)
                      values ('${org}', '${recharge}', 'succeeded', 1000000000, 180000000, 1180000000, 'sandbox', 'order_1',
                        '${transaction}', '${invoice}', '${user}', now(), now())`)
  await client.query(`insert into transactions (org_id, id, kind, status, amount_micros, counter_account, key, wallet_version,
                        balance_after_micros, description, recharge_id, invoice_id, created_at, completed_at)
                      values ('${org}', '${transaction}', 'recharge', 'completed', 1000000000, 'gateway', 'payment:sandbox:pay_1', 1,
                        1000000000, 'Recharge', '${recharge}', '${invoice}', now(), now())`)
  await client.query(`insert into gateway_payments values ('sandbox', 'pay_1', '${org}', '${recharge}', now())`)
  const party = { name: 'Samvad', gstin: null, address_lines: [], state_code: '29', state: 'Karnataka', email: null }
  const document = {
    number: 'INV/26-27/000001',
    kind: 'recharge',
    issued_at: 1_790_000_000,
    supplier: party,
    customer: { ...party, name: 'Asha Textiles' },
    place_of_supply: '29',
    reverse_charge: false,
    lines: [{ description: 'Recharge', sac: '998413', quantity: 1, unit_price: '1000.00', amount: '1000.00' }],
    taxable_amount: '1000.00',
    taxes: [{ name: 'IGST', rate: '18', amount: '180.00' }],
    total: '1180.00',
    amount_in_words: 'Rupees One Thousand One Hundred Eighty Only',
    currency: 'INR',
    payment_method: 'upi',
    payment_reference: 'pay_1',
  }
  await client.query(`insert into invoice_series values ('INV', 2026, 1, to_timestamp(1790000000))`)
  await client.query(
    `insert into invoices (org_id, id, kind, number, series, financial_year, series_number, status, recharge_id, transaction_id,
                           document, taxable_micros, tax_micros, total_micros, issued_at)
     values ($1, $2, 'recharge', 'INV/26-27/000001', 'INV', 2026, 1, 'paid', $3, $4, $5, 1000000000, 180000000, 1180000000,
             to_timestamp(1790000000))`,
    [org, invoice, recharge, transaction, JSON.stringify(document)],
  )
  await client.query(
    `insert into invoice_numbers values ('INV/26-27/000001', 'INV', 2026, 1, '${org}', '${invoice}', to_timestamp(1790000000))`,
  )
  await client.end()

  await migrate(connection)
  // The doctor looks at all of it when the file ends.
  const samvad = await startSamvad({}, { connection })
  const [payment] = await samvad.rows(`select transaction_id from gateway_payments where org_id = $1`, [org])
  assert.equal(payment?.transaction_id, transaction)
  const [reference] = await samvad.rows(`select org_id from gateway_references where reference = 'order_1'`)
  assert.equal(reference?.org_id, org)
  const [wallet] = await samvad.rows(`select balance_micros from wallets where org_id = $1`, [org])
  assert.equal(wallet?.balance_micros, 1_000_000_000n)
})
