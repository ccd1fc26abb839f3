// spec 17.5: two concurrent migrators; a database of the first release, with money in it, migrated to this version; and
// one from before it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { flattened, migrationsOfBefore } from '#kit/database/before-releases.ts'
import { migrate } from '#kit/database/migrate.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { schemaText } from '../../bin/schema-text.ts'
import { startSamvad } from '../harness.ts'
import { emptyDatabase } from '../postgres.ts'
import { listAsBefore, makeAsBefore } from './before-releases.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

/** The result of this version's migrations on an empty database. */
const fresh = await emptyDatabase()

test('spec 17.5: of two migrators at once one migrates, the other waits and finds nothing to do', async () => {
  const applied = await Promise.all([migrate(fresh), migrate(fresh), migrate(fresh)])
  const counts = applied.map(({ applied }) => applied.length).toSorted((a, b) => a - b)
  assert.deepEqual(counts.slice(0, 2), [0, 0])
  assert.ok((counts[2] as number) >= flattened.length)
})

test('spec 17.5: a database of release 0.2.0 comes up with its money, its payment and its invoice', async () => {
  const connection = await emptyDatabase()
  const company = await withClient(connection, async (client) => {
    await runner({
      dbClient: client,
      dir: fileURLToPath(new URL('../../db/migrations', import.meta.url)),
      direction: 'up',
      count: flattened.length,
      migrationsTable: 'schema_migrations',
      noLock: true,
      log: () => {},
      logger: quiet,
    })
    return rechargedCompany(client)
  })
  await migrate(connection)
  await mustHaveKept(connection, company)
})

test('spec 17.5: a database of before the first release is taken over as it is, by one of several programs', async () => {
  const connection = await emptyDatabase()
  const company = await withClient(connection, async (client) => {
    await makeAsBefore(client)
    return rechargedCompany(client)
  })
  const applied = await Promise.all([migrate(connection), migrate(connection), migrate(connection)])
  assert.deepEqual(
    applied.map(({ applied }) => applied.filter((name) => flattened.some((known) => known === name))),
    [[], [], []],
    'nothing is made a second time',
  )
  const { rows } = await withClient(connection, (client) =>
    client.query('select name, text_hash is not null as has_hash from schema_migrations order by id limit $1', [
      flattened.length,
    ]),
  )
  assert.deepEqual(
    rows,
    flattened.map((name) => ({ name, has_hash: true })),
  )
  assert.deepEqual(await migrate(connection), { applied: [] })
  const [takenOver, made] = [await withClient(connection, schemaOf), await withClient(fresh, schemaOf)]
  assert.deepEqual(
    [takenOver.filter((object) => !made.includes(object)), made.filter((object) => !takenOver.includes(object))],
    [[], []],
  )
  assert.equal(takenOver.length, made.length)
  await mustHaveKept(connection, company)
})

/**
 * Object by object, with the columns and constraints of a table in any order. Without comments: an old one named a file
 * that has moved since.
 */
async function schemaOf(client: pg.Client): Promise<string[]> {
  const sorted = (object: string) => object.split(/,?\n/).toSorted().join('\n')
  const [objects] = (await schemaText(client)).split('\n-- Comments\n') as [string]
  return objects.trim().split('\n\n').map(sorted).toSorted()
}

test('spec 17.5, 17.2: an older database, and one that was made otherwise, is refused and stays as it was', async () => {
  const connection = await emptyDatabase()
  await withClient(connection, makeAsBefore)
  const last = Object.keys(migrationsOfBefore).at(-1) as string
  const list = () => withClient(connection, async (client) => (await client.query('table schema_migrations')).rows)
  const mustRefuse = async (reason: RegExp) => {
    const before = await list()
    await assert.rejects(migrate(connection), reason)
    assert.deepEqual(await list(), before)
  }
  const change = (text: string) => withClient(connection, (client) => client.query(text))

  await listAsBefore(connection, last)
  await mustRefuse(
    new RegExp(
      `before Samvad 0\\.2\\.0, .* it lacks ${last}\\. Start that commit on it once \\(git checkout [0-9a-f]{7}\\), then`,
    ),
  )
  await listAsBefore(connection)
  await change(`insert into schema_migrations (name, run_on) values ('0099_of_a_branch', now())`)
  await mustRefuse(/it also has 0099_of_a_branch\. Start/)
  await listAsBefore(connection)
  await change(`update schema_migrations set text_hash = 'edited' where name = '${last}'`)
  await mustRefuse(new RegExp(`it was made with other texts of ${last}\\. Start`))
  // A start was killed before it recorded the text.
  await change(`update schema_migrations set text_hash = null where name = '${last}'`)
  await migrate(connection)
})

async function withClient<T>(connection: pg.ClientConfig, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

interface Recharged {
  org: Uuid
  transaction: Uuid
  invoice: Uuid
}

/** As 0.2.0 writes it. */
async function rechargedCompany(client: pg.Client): Promise<Recharged> {
  const [org, user, recharge, transaction, invoice] = Array.from({ length: 5 }, newUuid) as [
    Uuid,
    Uuid,
    Uuid,
    Uuid,
    Uuid,
  ]
  await client.query(`insert into organizations (id, name, created_at) values ('${org}', 'Asha Textiles', now())`)
  await client.query(`insert into wallets (org_id, balance_micros, version, state, warning_base_micros, created_at,
    updated_at)
                      values ('${org}', 1000000000, 1, '${newUuid()}', 1000000000, now(), now())`)
  await client.query(`insert into recharges (org_id, id, status, amount_micros, tax_micros, total_micros, gateway,
    gateway_order_id,
                        transaction_id, invoice_id, created_by, created_at, completed_at)
                      values ('${org}', '${recharge}', 'succeeded', 1000000000, 180000000, 1180000000, 'sandbox',
                        'order_1',
                        '${transaction}', '${invoice}', '${user}', now(), now())`)
  await client.query(`insert into transactions (org_id, id, kind, status, amount_micros, counter_account, key,
    wallet_version,
                        balance_after_micros, description, recharge_id, invoice_id, created_at, completed_at)
                      values ('${org}', '${transaction}', 'recharge', 'completed', 1000000000, 'gateway',
                        'payment:sandbox:pay_1', 1,
                        1000000000, 'Recharge', '${recharge}', '${invoice}', now(), now())`)
  await client.query(`insert into gateway_payments (gateway, payment_id, org_id, recharge_id, transaction_id,
    captured_at)
                      values ('sandbox', 'pay_1', '${org}', '${recharge}', '${transaction}', now())`)
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
  await client.query(`insert into invoice_series (series, financial_year, last_number, last_issued_at)
                      values ('INV', 2026, 1, to_timestamp(1790000000))`)
  await client.query(
    `insert into invoices (org_id, id, kind, number, series, financial_year, series_number, status, recharge_id,
      transaction_id,
                           document, taxable_micros, tax_micros, total_micros, issued_at)
     values ($1, $2, 'recharge', 'INV/26-27/000001', 'INV', 2026, 1, 'paid', $3, $4, $5, 1000000000, 180000000,
       1180000000,
             to_timestamp(1790000000))`,
    [org, invoice, recharge, transaction, JSON.stringify(document)],
  )
  await client.query(
    `insert into invoice_numbers (number, series, financial_year, series_number, org_id, invoice_id, issued_at)
     values ('INV/26-27/000001', 'INV', 2026, 1, '${org}', '${invoice}', to_timestamp(1790000000))`,
  )
  return { org, transaction, invoice }
}

async function mustHaveKept(connection: pg.ClientConfig, { org, transaction, invoice }: Recharged): Promise<void> {
  // The doctor checks all of it when the file ends.
  const samvad = await startSamvad({}, { connection })
  const [wallet] = await samvad.rows(`select balance_micros from wallets where org_id = $1`, [org])
  assert.equal(wallet?.balance_micros, 1_000_000_000n)
  const [payment] = await samvad.rows(`select transaction_id from gateway_payments where org_id = $1`, [org])
  assert.equal(payment?.transaction_id, transaction)
  const [issued] = await samvad.rows(`select id, number from invoices where org_id = $1`, [org])
  assert.deepEqual(issued, { id: invoice, number: 'INV/26-27/000001' })
}
