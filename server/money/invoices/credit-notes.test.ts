import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emit } from '#events/actions.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { type Micros, shareInPaise } from '#kit/money.ts'
import * as wallet from '#money/wallet/actions.ts'
import { type Company, startSamvad, uuidOf } from '../../../test/harness.ts'
import { openRecharge, payAtCheckout } from '../../../test/payments.ts'
import { issueCreditNote } from './credit-notes.ts'

const samvad = await startSamvad(
  { SAMVAD_SUPPLIER_GSTIN: '29AAGCB7383J1Z4', SAMVAD_SUPPLIER_EMAIL: 'bills@samvad.example' },
  // This test books the ledger's part of refunds itself, without a refund request.
  { breaks: ['L10'] },
)
const INVOICES = '/api/v1/billing/invoices'
const PROFILE = '/api/v1/billing/profile'
const RUPEE = 1_000_000n
const get = async (path: string, { token }: Company) =>
  (await samvad.request('GET', path, { token, headers: { accept: 'application/json' } })).body

/** A company that paid a recharge of 1,000.00 within the supplier's state, and the transaction that credited it. */
async function paid(name: string) {
  const company = await samvad.newCompany(name)
  await samvad.request('PUT', PROFILE, { token: company.token, json: { legal_name: name, state_code: '29' } })
  const recharge = await openRecharge(samvad, '1000.00', {}, company)
  await payAtCheckout(recharge.checkout_url, 'success')
  const [invoice] = (await get(INVOICES, company)).data
  const [transaction] = (await get('/api/v1/billing/transactions?kind=recharge', company)).data
  return { company, invoice, transactionId: uuidOf('txn', transaction.id) }
}

/** Returns an amount and its tax like a refund to the source, with its credit note. */
async function giveBack(
  { organizationId }: Company,
  rechargeTransactionId: Uuid,
  amount: Micros,
  key: string,
  half = shareInPaise(amount, 900n),
) {
  const at = samvad.app.clock()
  return samvad.app.database.transaction(async (tx) => {
    const walletState = await wallet.lock(tx, organizationId)
    const refundTransactionId = await wallet.move(
      tx,
      organizationId,
      walletState,
      {
        kind: 'refund',
        amount: -amount,
        counterAccount: 'gateway',
        key,
        description: 'Refund',
        reversesId: rechargeTransactionId,
        tax: -2n * half,
      },
      at,
    )
    const { id, issued } = await issueCreditNote(
      tx,
      { organizationId, at },
      {
        supplier: samvad.app.settings.supplier,
        of: { transactionId: rechargeTransactionId },
        amount,
        taxes: [
          { name: 'CGST', rate: '9', amount: half },
          { name: 'SGST', rate: '9', amount: half },
        ],
        reason: 'duplicate_charge',
        refundTransactionId,
      },
    )
    await emit(tx, organizationId, at, [issued])
    return id
  })
}

test('spec 12.11: a credit note names its invoice and the reason, with its parties and rates; the invoice itself stays as it is', async () => {
  const { company, invoice, transactionId } = await paid('Asha Textiles')
  // Later changes of the customer's name and state do not change the invoice.
  const moved = { legal_name: 'Asha Fabrics', state_code: '27' }
  await samvad.request('PUT', PROFILE, { token: company.token, json: moved })
  await giveBack(company, transactionId, 400n * RUPEE, 'refund:1')

  const [note] = (await get(`${INVOICES}?kind=credit_note`, company)).data
  assert.match(note.number, /^SBX\/\d\d-\d\d\/\d{6}$/)
  assert.notEqual(note.number, invoice.number)
  assert.deepEqual(note.original_invoice, { id: invoice.id, number: invoice.number, issued_at: invoice.issued_at })
  assert.equal(note.reason, 'duplicate_charge')
  assert.deepEqual([note.customer, note.supplier, note.place_of_supply], [invoice.customer, invoice.supplier, '29'])
  assert.deepEqual(note.taxes, [
    { name: 'CGST', rate: '9', amount: '36.00' },
    { name: 'SGST', rate: '9', amount: '36.00' },
  ])
  assert.deepEqual(
    [note.taxable_amount, note.total, note.amount_due, note.status, note.amount_credited],
    ['400.00', '472.00', '0.00', 'issued', '0.00'],
  )

  const after = await get(`${INVOICES}/${invoice.id}`, company)
  assert.deepEqual([invoice.status, after.status, after.amount_credited], ['paid', 'partially_credited', '472.00'])
  assert.deepEqual({ ...after, status: 'paid', amount_credited: '0.00' }, invoice)
  const events = await samvad.rows(
    `select payload ->> 'kind' as kind from events where org_id = $1 and type = 'invoice.generated' order by id`,
    [company.organizationId],
  )
  assert.deepEqual(
    events.map(({ kind }) => kind),
    ['recharge', 'credit_note'],
  )
})

test('spec 12.12: all credit notes of an invoice never give back more than it took', async () => {
  const { company, invoice, transactionId } = await paid('Bharat Seeds')
  // The wallet has other money, so that only the invoice sets the limit.
  const other = await openRecharge(samvad, '500.00', {}, company)
  await payAtCheckout(other.checkout_url, 'success')
  await giveBack(company, transactionId, 600n * RUPEE, 'refund:1')
  await assert.rejects(giveBack(company, transactionId, 401n * RUPEE, 'refund:2'), /taxable amount was 1000.00/)
  await assert.rejects(giveBack(company, transactionId, 400n * RUPEE, 'refund:2', 37n * RUPEE), /CGST was 90.00/)
  await assert.rejects(giveBack(company, transactionId, 0n, 'refund:2'), /must be positive/)
  assert.equal((await get(`${INVOICES}/${invoice.id}`, company)).amount_credited, '708.00')
  assert.equal((await get('/api/v1/billing/balance', company)).balance, '900.00')

  await giveBack(company, transactionId, 400n * RUPEE, 'refund:2')
  const whole = await get(`${INVOICES}/${invoice.id}`, company)
  assert.deepEqual([whole.status, whole.amount_credited, whole.total], ['credited', '1180.00', '1180.00'])
  await assert.rejects(giveBack(company, newUuid(), 10_000n, 'refund:3', 0n), /has no invoice to credit/)
})

test('spec 12.12: two credit notes at once do not give back more together either', async () => {
  const { company, invoice, transactionId } = await paid('Chennai Optics')
  const outcomes = await Promise.allSettled(
    [1, 2, 3, 4].map((number) => giveBack(company, transactionId, 300n * RUPEE, `refund:${number}`)),
  )
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 3)
  assert.equal((await get(`${INVOICES}/${invoice.id}`, company)).amount_credited, '1062.00')
})

test('spec 12.11: issued invoices never change: the database refuses it, whoever asks', async () => {
  await paid('Delhi Paper')
  const before = await samvad.rows(`select * from invoices order by number`)
  for (const statement of [
    `update invoices set total_micros = total_micros`,
    `update invoices set status = 'void'`,
    `delete from invoices`,
    `truncate invoices`,
    `update invoice_numbers set number = number`,
    `delete from invoice_numbers`,
    `truncate invoice_numbers`,
    `delete from invoice_series`,
    `truncate invoice_series`,
    `update invoice_series set last_number = last_number - 1`,
    `update invoice_series set last_number = last_number`,
  ]) {
    await assert.rejects(samvad.rows(statement), { code: '42501' }, statement)
  }
  assert.deepEqual(await samvad.rows(`select * from invoices order by number`), before)
})

test('spec 12.8: the list of invoices takes kind, status and time', async () => {
  const { company, invoice, transactionId } = await paid('Earth Tiles')
  await giveBack(company, transactionId, 100n * RUPEE, 'refund:1')
  const kinds = async (query: string) =>
    (await get(`${INVOICES}?${query}`, company)).data.map(({ kind }: { kind: string }) => kind)
  assert.deepEqual(await kinds(''), ['credit_note', 'recharge'])
  assert.deepEqual(await kinds('kind=recharge'), ['recharge'])
  assert.deepEqual(await kinds('kind=usage'), [])
  assert.deepEqual(await kinds('status=issued'), ['credit_note'])
  assert.deepEqual(await kinds('status=partially_credited'), ['recharge'])
  assert.deepEqual(await kinds('status=paid'), [])
  assert.deepEqual(await kinds('status=credited'), [])
  assert.deepEqual(await kinds(`from=${invoice.issued_at}&kind=recharge`), ['recharge'])
  assert.deepEqual(await kinds(`to=${invoice.issued_at}`), [])
  assert.deepEqual(await kinds('limit=1'), ['credit_note'])
  const wrong = await samvad.request('GET', `${INVOICES}?kind=proforma`, { token: company.token })
  assert.deepEqual([wrong.status, wrong.body.errors[0].field], [400, 'kind'])
})
