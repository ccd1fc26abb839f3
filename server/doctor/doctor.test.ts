// Breaks each invariant in a healthy company's database, and the doctor must name exactly that one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import type { Statement } from '#kit/database/sql.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import type { Accepted } from '#messaging/sending/plan.ts'
import type { Draft } from '#messaging/sending/schema.ts'
import { createSender } from '#messaging/sending/send.ts'
import * as audit from '#people/audit/actions.ts'
import { type Company, fund, publicId, startSamvad, uuidOf } from '../../test/harness.ts'
import { about } from '../../test/healthy.ts'
import { availableContext } from '../../test/prices.ts'
import { failedBeside, halfDone, refundOf, sabotage, wrongCounters, wrongRefunds } from '../../test/sabotage.ts'
import { insertPaidMonth } from '../../test/subscribed.ts'
import { check, checkOneSnapshot, type Finding } from './actions.ts'
import { invariants } from './invariants.ts'

const samvad = await startSamvad()
await makeHistory()

/**
 * Two paid recharges, five emails, a session reply, one message that is deleted before sending, three invoices, a month
 * of premium; and another company.
 */
async function makeHistory(): Promise<void> {
  const { organizationId, userId } = samvad.company
  await fund(samvad, organizationId, 100n)
  const other = await samvad.newCompany('Bharat Seeds')
  await fund(samvad, other.organizationId, 50n)
  await fund(samvad, organizationId, 200n)
  const contactId = await insertContact(organizationId, userId)
  await insertContact(other.organizationId, other.userId)
  const conversation = await samvad.request('POST', '/v1/conversations', {
    json: { contact_id: publicId('contact', contactId) },
  })
  assert.equal(conversation.status, 201)
  const conversationId = uuidOf('conv', conversation.body.id)
  const send = (channel: ChannelName) =>
    accept(samvad.company, { conversation_id: conversationId, channel, text: 'Namaste' })
  for (let count = 0; count < 5; count++) await send('email')
  await send('app')
  const taken = await send('sms')
  assert.equal((await samvad.request('DELETE', `/v1/messages/${publicId('msg', taken)}`)).status, 204)
  await insertInvoices(organizationId)
  await insertPaidMonth(samvad, samvad.company)
  await samvad.app.database.transaction(async (tx) =>
    audit.record(tx, { organizationId, at: samvad.app.clock() }, 'system', {
      action: 'organization.updated',
      object: publicId('org', organizationId),
      details: { name: 'Asha Textiles' },
    }),
  )
}

/** Accepts a message as the API does, also on channels that cannot be configured yet. */
async function accept({ organizationId, userId }: Company, draft: Draft): Promise<Uuid> {
  const { app } = samvad
  const at = app.clock()
  const actor = {
    organizationId,
    userId,
    tokenId: newUuid(),
    callerId: newUuid(),
    permissions: new Set<string>(),
    isOperator: false,
    at,
  }
  const [outcome] = await createSender(app, undefined, availableContext(app)).send(actor, [draft])
  return (outcome as Accepted).message.id
}

async function insertContact(organizationId: Uuid, ownerId: Uuid): Promise<Uuid> {
  const id = newUuid()
  await samvad.rows(
    `insert into contacts (org_id, id, email, phone_number, owner_id, last_inbound_at, created_at)
     values ($1, $2, 'ravi@farm.example', '+919812345678', $3, now(), now())`,
    [organizationId, id, ownerId],
  )
  return id
}

async function insertInvoices(organizationId: Uuid): Promise<void> {
  const line = { description: 'Wallet recharge', quantity: 1, unit_price: '1000.00', amount: '1000.00' }
  for (const sequence of [1, 2, 3]) {
    const id = newUuid()
    const number = `INV/26-27/00000${sequence}`
    const day = `2026-05-0${sequence}T10:00:00Z`
    const taxes = [{ amount: '90.00' }, { amount: '90.00' }]
    const document = { number, lines: [line], taxable_amount: '1000.00', taxes, total: '1180.00' }
    await samvad.rows(
      `insert into invoices (org_id, id, kind, number, series, financial_year, series_number, status, document,
                             taxable_micros, tax_micros, total_micros, issued_at)
       values ($1, $2, 'recharge', $3, 'INV', 2026, $4, 'paid', $5, 1000000000, 180000000, 1180000000, $6)`,
      [organizationId, id, number, sequence, JSON.stringify(document), day],
    )
    await samvad.rows(
      `insert into invoice_numbers (number, series, financial_year, series_number, org_id, invoice_id, issued_at)
       values ($1, 'INV', 2026, $2, $3, $4, $5)`,
      [number, sequence, organizationId, id, day],
    )
  }
  await samvad.rows(
    `insert into invoice_series (series, financial_year, last_number, last_issued_at) values ('INV', 2026, 3, now())`,
  )
}

/**
 * Breaks the healthy company, runs the check, and rolls back. Without triggers and foreign keys the statements change
 * only the tables that they name, so only the invariants that read those can change their result.
 */
async function findingsAfter(statements: string): Promise<Finding[]> {
  const client = await unguarded()
  await client.query('savepoint healthy')
  try {
    await client.query(statements)
    const tx = {
      // With their names, so that they are planned once.
      rows: async <Row>({ text, name }: Statement) => (await client.query({ text, name })).rows as Row[],
      row: () => assert.fail('the doctor reads rows only'),
      run: () => assert.fail('the doctor changes nothing'),
      onCommit: () => assert.fail('the doctor changes nothing'),
    }
    return await check(tx, OF_SCHEMA.test(statements) ? invariants : about(namedIn(statements, await viewsOf(client))))
  } finally {
    await client.query('rollback to savepoint healthy')
  }
}

/** Statements that change the schema. */
const OF_SCHEMA = /\b(?:alter|create|drop)\b/i

type Views = { name: string; of: string }[]
let views: Promise<Views> | undefined

/** Each view with the tables and views that it reads. */
function viewsOf(client: pg.Client): Promise<Views> {
  views ??= client
    .query<Views[number]>('select view_name as name, table_name as of from information_schema.view_table_usage')
    .then(({ rows }) => rows)
  return views
}

/** The words of the statements, and the views that read the tables they name. */
function namedIn(statements: string, ofViews: Views): Set<string> {
  const names = new Set(statements.match(/\w+/g))
  for (const name of names) for (const view of ofViews) if (view.of === name) names.add(view.name)
  return names
}

let opened: Promise<pg.Client> | undefined

/** The transaction of all tests that break something, because dropping the guards takes longer than such a test. */
function unguarded(): Promise<pg.Client> {
  opened ??= openUnguarded()
  return opened
}

async function openUnguarded(): Promise<pg.Client> {
  const client = new pg.Client(samvad.connection)
  await client.connect()
  samvad.beforeEnd(() => client.end())
  await client.query('begin')
  await withoutGuards(client)
  return client
}

test('spec 17.6, 19.10: the doctor finds nothing in a company with payments, messages, a reversal and invoices', async () => {
  assert.deepEqual(await check(samvad.app.database.reads), [])
  assert.deepEqual(await checkOneSnapshot(samvad.app.database), [])
})

test('spec 19.10: every invariant has a test that breaks it', () => {
  assert.deepEqual(
    Object.keys(sabotage),
    invariants.map(({ id }) => id),
  )
})

test('a test file checks every statement that names a table with rows', () => {
  const of = (...tables: string[]) => about(new Set(tables))
  assert.deepEqual(of(), [{ id: 'X1', sql: {} }])
  assert.ok(of('wallets').some(({ id }) => id === 'L2'))
  assert.ok(of('search_entries').some(({ id }) => id === 'S1'))
  assert.deepEqual(Object.keys(of('tokens').find(({ id }) => id === 'X1')?.sql ?? {}), ['tokens'])
  const all = invariants.filter(({ id }) => !['X2', 'X3', 'X4'].includes(id))
  const tables = all.flatMap(({ sql }) => (typeof sql === 'string' ? (sql.match(/\w+/g) ?? []) : Object.keys(sql)))
  assert.deepEqual(of(...tables), all)
})

for (const [id, statements] of Object.entries(sabotage)) {
  test(`spec 19.10, ${id}: the doctor names it, and nothing else, when it is broken`, async () => {
    const findings = await findingsAfter(statements)
    assert.deepEqual(
      findings.map((finding) => finding.id),
      [id],
    )
    assert.ok((findings[0]?.rows.length ?? 0) > 0)
  })
}

test('spec 19.10, L2: an organization that was made without a wallet is found', async () => {
  const findings = await findingsAfter(
    `insert into organizations (id, name, created_at) values (gen_random_uuid(), 'Walletless', now())`,
  )
  assert.deepEqual(
    findings.map(({ id, rows }) => [id, rows.length]),
    [['L2', 1]],
  )
})

for (const [what, statements] of Object.entries(halfDone)) {
  test(`spec 19.10, 5.27, 5.28, X5: it is found when it is noted ${what}`, async () => {
    assert.deepEqual(
      (await findingsAfter(statements)).map(({ id }) => id),
      ['X5'],
    )
  })
}

for (const [what, statements] of Object.entries(wrongRefunds)) {
  test(`spec 19.10, L10: a refund ${what} is found`, async () => {
    assert.deepEqual(
      (await findingsAfter(statements)).map(({ id }) => id),
      ['L10'],
    )
  })
}

test('spec 19.10, L10: a refund of exactly what a charge was, asked for or rejected, is as it should be', async () => {
  assert.deepEqual(await findingsAfter(refundOf('requested', 'null')), [])
  assert.deepEqual(await findingsAfter(refundOf('rejected', 'null', '-amount_micros * 9')), [])
})

for (const [what, statements] of Object.entries(wrongCounters)) {
  test(`spec 19.10, U1: a counter that ${what} is found`, async () => {
    const found = (await findingsAfter(statements)).map(({ id }) => id)
    // With another amount or day it differs from the ledger too.
    assert.deepEqual(
      found.filter((id) => id !== 'U2'),
      ['U1'],
    )
  })
}

test('spec 19.10, L8: what failed waits for a refund that leaves it no room, and for nothing else', async () => {
  assert.deepEqual(await findingsAfter(failedBeside('requested')), [])
  assert.deepEqual(
    (await findingsAfter(failedBeside('rejected'))).map(({ id }) => id),
    ['L8'],
  )
})

/** Removes what would refuse the changes: triggers, foreign keys and checks. */
async function withoutGuards(client: pg.Client): Promise<void> {
  // On Citus, for the shards too; elsewhere this has no effect.
  await client.query(`set local citus.propagate_set_commands = 'local'`)
  await client.query(`set local session_replication_role = replica`)
  await client.query(`
    do $$ declare one record; begin
      for one in select conrelid::regclass as name, conname from pg_constraint
                  where contype = 'c' and conrelid in (select table_name::regclass from table_kinds) loop
        execute format('alter table %s drop constraint %I', one.name, one.conname);
      end loop;
    end $$`)
}
