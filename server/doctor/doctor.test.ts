// Each invariant is broken on purpose in a healthy company's database, and the doctor must name exactly that one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PoolClient } from 'pg'
import * as audit from '#audit/actions.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import type { Statement } from '#kit/sql.ts'
import { type Company, fund, publicId, startSamvad, uuidOf } from '../../test/harness.ts'
import { availableTerms } from '../../test/prices.ts'
import { check, checkAtLeisure, type Finding } from './actions.ts'
import { invariants } from './invariants.ts'
import type { ChannelName } from '#channels/rules.ts'
import { ok } from '#edge/route.ts'
import type { Accepted, Outcome } from '#messages/decide.ts'
import type { Draft } from '#messages/schema.ts'
import { createSender } from '#messages/send.ts'

const samvad = await startSamvad()
await makeHistory()

/** Two paid recharges, five emails, a session reply, one message taken back, three invoices; and another company beside it. */
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
  await samvad.app.database.transaction(async (tx) =>
    audit.record(tx, { organizationId, at: samvad.app.clock() }, 'system', {
      action: 'organization.updated',
      object: publicId('org', organizationId),
      details: { name: 'Asha Textiles' },
    }),
  )
}

/** Accepts a message as sending does, also on the channels that nobody can set up yet. */
async function accept({ organizationId, userId }: Company, draft: Draft): Promise<Uuid> {
  const { app } = samvad
  const at = app.clock()
  const actor = { organizationId, userId, tokenId: newUuid(), permissions: new Set<string>(), isOperator: false, at }
  let accepted: Outcome[] = []
  const answer = (outcomes: Outcome[]) => {
    accepted = outcomes
    return ok(null)
  }
  await createSender(app, availableTerms(app)).send({ actor, drafts: [draft], idempotency: null, answer })
  return (accepted[0] as Accepted).message.id
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

/** What breaks each of them and nothing else. Constraints and triggers are taken out of the way first. */
const sabotage: Record<string, string> = {
  L1: `insert into transactions (org_id, id, kind, status, amount_micros, counter_account, description, created_at)
       select org_id, '00000000-0000-7000-8000-0000000000aa', 'recharge', 'pending', 0, 'gateway', '', now() from wallets limit 1;
       insert into transfers (org_id, id, transaction_id, debit_account, credit_account, amount_micros, key, created_at)
       select org_id, id, id, 'gateway', 'tax', 5, 'tax', now() from transactions where status = 'pending'`,
  L2: `update wallets set balance_micros = balance_micros + 1 where version > 1`,
  // The first email is made to have been charged before any money came in.
  L3: `update transactions set
         wallet_version = case wallet_version when 3 then 1 else wallet_version + 1 end,
         balance_after_micros = case wallet_version when 3 then amount_micros else balance_after_micros - 150000 end
        where wallet_version <= 3 and org_id = (select org_id from wallets where version > 1)`,
  L4: `update transactions set wallet_version = wallet_version + 1
        where wallet_version = (select max(version) from wallets);
       update wallets set version = version + 1 where version > 1`,
  L5: `create or replace view ledger_balances as
         select org_id, account, sum(amount_micros)::bigint as balance_micros from ledger_entries
          where account <> 'revenue:email' group by org_id, account`,
  L6: `insert into deliveries (org_id, id, channel, kind, status, price_micros, tier, month, month_number, transaction_id, created_at)
       select d.org_id, gen_random_uuid(), d.channel, d.kind, 'sent', d.price_micros, d.tier, d.month, 6, t.id, d.created_at
         from deliveries d join transactions t on t.org_id = d.org_id and t.kind = 'recharge' and t.wallet_version = 1
        where d.channel = 'email' and d.month_number = 5;
       update month_counters set message_count = 6 where channel = 'email'`,
  L7: `delete from deliveries where channel = 'email' and month_number = 5;
       update month_counters set message_count = 4 where channel = 'email'`,
  L8: `update deliveries set status = 'failed' where channel = 'email' and month_number = 1`,
  L9: `delete from gateway_payments where payment_id = (select min(payment_id) from gateway_payments)`,
  L10: `insert into refunds (org_id, id, status, reason, destination, amount_micros, tax_micros, taxes, transaction_id, requested_by, created_at)
        select org_id, gen_random_uuid(), 'requested', 'system_error', 'wallet', -amount_micros + 1, 0, '[]', id,
               (select min(id::text)::uuid from users), now()
          from transactions where kind = 'deduction' and channel = 'email' limit 1`,
  L11: `drop index recharges_one_auto;
       insert into recharges (org_id, id, status, amount_micros, tax_micros, total_micros, gateway, transaction_id, origin, opened_at,
                              created_by, created_at)
       select r.org_id, gen_random_uuid(), 'pending', 100000000, 0, 100000000, 'test', r.transaction_id, 'auto', now(), r.created_by, now()
         from (select * from recharges limit 1) r cross join generate_series(1, 2)`,
  T1: `update month_counters set message_count = message_count + 1 where channel = 'email'`,
  T2: `update deliveries set tier = 2 where channel = 'email' and month_number = 5`,
  T3: `update deliveries set month = month - interval '1 month' where channel = 'app';
       update month_counters set month = month - interval '1 month' where channel = 'app'`,
  T4: `update contacts set last_inbound_at = now() - interval '25 hours'`,
  T5: `insert into rerates (org_id, id, price_list_id, kind, month, tier, price_micros, up_to_number, wallet_version, crossed_at)
       select org_id, gen_random_uuid(), '00000000-0000-7000-8000-000000000001', kind, month, 2, 100000, 3, 5, created_at
         from deliveries where channel = 'email' and month_number = 4`,
  T6: `insert into enterprise_eligibilities (org_id, channel, month, reached_at)
       select org_id, channel, month, now() from month_counters where channel = 'email'`,
  N1: `delete from invoices where series_number = 2; delete from invoice_numbers where series_number = 2`,
  N2: `update invoices set issued_at = '2026-04-02T00:00:00Z' where series_number = 2`,
  // One second before the year began in India.
  N3: `update invoices set issued_at = '2026-03-31T18:29:59Z' where series_number = 1`,
  N4: `update invoices set document = jsonb_set(document, '{lines,0,amount}', '"999.99"')`,
  // Two credit notes of 1,180.00 each on one invoice of as much.
  N5: `update invoices set kind = 'credit_note', original_id = (select id from invoices where series_number = 1)
        where series_number > 1`,
  N6: `update invoices set kind = 'usage', usage_month = '2026-05-01' where series_number = 3`,
  G1: `update gateway_payments set gateway = 'sandbox';
       update transactions set key = replace(key, 'payment:test:', 'payment:sandbox:');
       update installation set real_gateway_since = now() - interval '1 hour'`,
  X1: `update conversations set contact_id = (select id from contacts c where c.org_id <> conversations.org_id)`,
  X2: `create table coupons (id uuid primary key, org_id uuid not null)`,
  X3: `create unique index contacts_email on contacts (email, org_id)`,
  A1: `update audit_log set details = '{"amount":"1.00"}' where sequence = 1`,
  // Told again though no money has come in.
  B1: `update wallets set warned_level = null where version > 1;
       insert into events (org_id, id, type, object_id, payload, created_at)
       select org_id, gen_random_uuid(), 'balance.low', org_id, jsonb_build_object('level', '20', 'wallet_version', version), now()
         from wallets cross join generate_series(1, 2) where version > 1`,
  V1: `update memberships set role_name = 'billing' where user_id in (select user_id from conversations)`,
}

/** Breaks it in a transaction that is rolled back, so that each begins from the healthy company. */
async function findingsAfter(statements: string): Promise<Finding[]> {
  const client = await samvad.app.database.pool.connect()
  try {
    await client.query('begin')
    await withoutGuards(client)
    await client.query(statements)
    return await check({
      rows: async <Row>(statement: Statement) => (await client.query(statement.text)).rows as Row[],
      row: () => assert.fail('the doctor reads rows only'),
      run: () => assert.fail('the doctor changes nothing'),
      later: () => assert.fail('the doctor changes nothing'),
    })
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('the doctor finds nothing in a company with payments, messages, a reversal and invoices', async () => {
  assert.deepEqual(await check(samvad.app.database.reads), [])
  assert.deepEqual(await samvad.app.database.transaction(checkAtLeisure), [])
})

test('every invariant has a test that breaks it', () => {
  assert.deepEqual(
    Object.keys(sabotage),
    invariants.map(({ id }) => id),
  )
})

for (const [id, statements] of Object.entries(sabotage)) {
  test(`quality ${id}: the doctor names it, and nothing else, when it is broken`, async () => {
    const findings = await findingsAfter(statements)
    assert.deepEqual(
      findings.map((finding) => finding.id),
      [id],
    )
    assert.ok((findings[0]?.rows.length ?? 0) > 0)
  })
}

test('quality L2: an organization that was made without a wallet is found', async () => {
  const findings = await findingsAfter(
    `insert into organizations (id, name, created_at) values (gen_random_uuid(), 'Purseless', now())`,
  )
  assert.deepEqual(
    findings.map(({ id, rows }) => [id, rows.length]),
    [['L2', 1]],
  )
})

/** A refund of an email's charge, of what the charge was. */
const refundOf = (status: string, transaction: string, amount = '-amount_micros') => `
  insert into refunds (org_id, id, status, reason, destination, amount_micros, tax_micros, taxes, transaction_id,
                       refund_transaction_id, requested_by, created_at)
  select org_id, gen_random_uuid(), '${status}', 'system_error', 'wallet', ${amount}, 0, '[]', id, ${transaction},
         (select min(id::text)::uuid from users), now()
    from transactions where kind = 'deduction' and channel = 'email' limit 1`

const wrongRefunds = {
  'that says it was paid and moved nothing': refundOf('completed', 'null'),
  'that names a transaction which is not its own': refundOf('completed', 'id'),
  'of taxes that add up to something else': `${refundOf('requested', 'null')}; update refunds set taxes = '[{"amount":"1.00"}]'`,
  'that nobody asked for': `update transactions set key = 'refund:' || id where kind = 'deduction' and channel = 'app'`,
}
for (const [what, statements] of Object.entries(wrongRefunds)) {
  test(`quality L10: a refund ${what} is found`, async () => {
    assert.deepEqual(
      (await findingsAfter(statements)).map(({ id }) => id),
      ['L10'],
    )
  })
}

test('quality L10: a refund of exactly what a charge was, asked for or rejected, is as it should be', async () => {
  assert.deepEqual(await findingsAfter(refundOf('requested', 'null')), [])
  assert.deepEqual(await findingsAfter(refundOf('rejected', 'null', '-amount_micros * 9')), [])
})

/** Takes away what would refuse the sabotage: triggers, foreign keys and checks. */
async function withoutGuards(client: PoolClient): Promise<void> {
  await client.query(`set local session_replication_role = replica`)
  await client.query(`
    do $$ declare one record; begin
      for one in select conrelid::regclass as name, conname from pg_constraint
                  where contype = 'c' and connamespace = 'public'::regnamespace and conparentid = 0 loop
        execute format('alter table %s drop constraint %I', one.name, one.conname);
      end loop;
    end $$`)
}
