// Refunds of payments: from the wallet through the gateway to the source of the payment.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readyToSend } from '../../../test/company.ts'
import { type Company, publicId, request, startSamvad, uuidOf } from '../../../test/harness.ts'
import { balanceOf, openRecharge, orderOf, sendWebhook } from '../../../test/payments.ts'
import {
  approvedRefund,
  askForRefund,
  decideOn,
  newOperator,
  paidRecharge,
  REFUNDS,
  refundNow,
  requestedRefund,
  runJob,
} from '../../../test/refunds.ts'
import { assertRefused } from '../../../test/story.ts'

const samvad = await startSamvad({ SAMVAD_BANK_HOLIDAYS: '2026-08-04' })
const operator = await newOperator(samvad)
const MONDAY = new Date('2026-08-03T06:00:00Z')
const later = (seconds: number) => new Date(MONDAY.getTime() + seconds * 1000)

const typesOf = async ({ organizationId }: Company): Promise<string[]> =>
  (
    await samvad.rows("select type from events where org_id = $1 and type like 'refund.%' order by id", [
      organizationId,
    ])
  ).map(({ type }) => type as string)

/** The balance of one of the organization's ledger accounts. */
async function account({ organizationId }: Company, name: string): Promise<bigint> {
  const [row] = await samvad.rows('select balance_micros from ledger_balances where org_id = $1 and account = $2', [
    organizationId,
    name,
  ])
  return row?.balance_micros ?? 0n
}

test('spec 11.2, 11.4: a payment goes back to its source: out of the wallet at once, then paid out by the gateway', async () => {
  samvad.setClock(MONDAY)
  const company = await samvad.newCompany('Asha Mills')
  const recharge = await paidRecharge(samvad, '1000.00', company)
  const asked = await requestedRefund(samvad, { recharge_id: recharge.id, amount: '500.00' }, company)
  assert.deepEqual(
    [asked.destination, asked.amount, asked.tax, asked.total, asked.transaction_id, asked.recharge_id],
    ['source', '500.00', '90.00', '590.00', recharge.transaction_id, recharge.id],
  )
  assert.equal(await balanceOf(samvad, company), '1000.00')

  const approved = await decideOn(samvad, operator, asked, 'approve', {}, company)
  assert.equal(approved.status, 200, approved.text)
  assert.equal(approved.body.status, 'approved')
  // Business days: 8 August is a second Saturday, 9 August a Sunday, 4 August a holiday added by this installation.
  assert.deepEqual([approved.body.expected_from, approved.body.expected_by], ['2026-08-11', '2026-08-13'])
  assert.equal(await balanceOf(samvad, company), '500.00')
  assert.equal(await account(company, 'tax'), 90_000_000n, 'half of the tax is no longer owed')

  await runJob(samvad, 'refund')
  assert.equal((await refundNow(samvad, asked, company)).status, 'processing')
  samvad.setClock(later(59))
  await runJob(samvad, 'sandbox_webhook')
  assert.equal((await refundNow(samvad, asked, company)).status, 'processing')
  samvad.setClock(later(60))
  await runJob(samvad, 'sandbox_webhook')
  const done = await refundNow(samvad, asked, company)
  assert.equal(done.status, 'completed')
  assert.match(done.reference, /^SBX[0-9A-F]{12}$/)
  assert.equal(done.completed_at, later(60).getTime() / 1000)
  assert.equal(await balanceOf(samvad, company), '500.00')
  assert.equal(await account(company, 'gateway'), -590_000_000n)

  const { body: transaction } = await samvad.request(
    'GET',
    `/api/v1/billing/transactions/${done.refund_transaction_id}`,
    { token: company.token },
  )
  assert.deepEqual(
    [transaction.kind, transaction.amount, transaction.reverses_id, transaction.balance_after],
    ['refund', '-500.00', recharge.transaction_id, '500.00'],
  )
  const note = await samvad.request('GET', `/api/v1/billing/invoices/${done.credit_note_id}`, {
    token: company.token,
    headers: { accept: 'application/json' },
  })
  assert.equal(note.body.kind, 'credit_note')
  assert.equal(note.body.total, '590.00')
  assert.deepEqual(await typesOf(company), [
    'refund.requested',
    'refund.approved',
    'refund.processing',
    'refund.completed',
  ])
  const [work] = await samvad.rows("select 1 from due_work where kind = 'refund' and org_id = $1", [
    company.organizationId,
  ])
  assert.ok(work, 'the job finds for itself that nothing is left to do')
  samvad.setClock(later(3600))
  await runJob(samvad, 'refund')
  assert.deepEqual(
    await samvad.rows("select 1 from due_work where kind = 'refund' and org_id = $1", [company.organizationId]),
    [],
  )
})

test('spec 11.6: all parts of a payment together are the payment, and its taxes, to the paisa', async () => {
  samvad.setClock(MONDAY)
  const company = await samvad.newCompany('Bela Silks')
  const recharge = await paidRecharge(samvad, '100.37', company)
  const { transaction_id } = recharge
  const parts: any[] = []
  for (const amount of ['33.33', '0.01', '33.33'])
    parts.push(await approvedRefund(samvad, operator, { transaction_id, amount }, company))
  const over = await askForRefund(samvad, { transaction_id, amount: '33.71' }, company)
  assertRefused(over, 422, 'invalid_content', 'amount')
  parts.push(await approvedRefund(samvad, operator, { transaction_id }, company))
  assert.equal(parts.at(-1).amount, '33.70')
  assertRefused(await askForRefund(samvad, { transaction_id }, company), 409, 'conflict')
  const cents = (name: string) => parts.reduce((sum, part) => sum + Math.round(Number(part[name]) * 100), 0)
  assert.equal(cents('total'), Math.round(Number(recharge.total) * 100))
  assert.equal(cents('tax'), Math.round(Number(recharge.tax) * 100))
  assert.equal(await balanceOf(samvad, company), '0.00')
  assert.deepEqual([await account(company, 'gateway'), await account(company, 'tax')], [0n, 0n])
  await runJob(samvad, 'refund')
  samvad.setClock(later(60))
  await runJob(samvad, 'sandbox_webhook')
  for (const part of parts) assert.equal((await refundNow(samvad, part, company)).status, 'completed')
})

test('spec 11.5: what was spent cannot go back; neither asked for nor approved', async () => {
  samvad.setClock(null)
  const company = await samvad.newCompany('Chand Papers')
  const { transaction_id } = await paidRecharge(samvad, '100.00', company)
  const one = await requestedRefund(samvad, { transaction_id, amount: '60.00' }, company)
  const other = await requestedRefund(samvad, { transaction_id }, company)
  const { conversationId } = await readyToSend(samvad, company, 0n)
  const sent = await samvad.request('POST', '/v1/messages', {
    token: company.token,
    json: { conversation_id: conversationId, channel: 'email', subject: 'Order', text: 'It leaves today.' },
  })
  assert.equal(sent.status, 201, sent.text)
  assert.equal((await decideOn(samvad, operator, one, 'approve', {}, company)).status, 200)
  const refused = await decideOn(samvad, operator, other, 'approve', {}, company)
  assertRefused(refused, 402, 'insufficient_balance')
  assert.deepEqual([refused.body.params.balance, refused.body.params.max], ['39.85', '39.85'])
  assert.equal((await refundNow(samvad, other, company)).status, 'requested', 'it waits for a recharge or a rejection')
  assert.equal(await balanceOf(samvad, company), '39.85')
  await decideOn(samvad, operator, other, 'reject', { note: 'Too much was spent.' }, company)
  assertRefused(await askForRefund(samvad, { transaction_id }, company), 402, 'insufficient_balance')
  const rest = await approvedRefund(samvad, operator, { transaction_id, amount: '39.85' }, company)
  assert.equal(rest.status, 'approved')
  assert.equal(await balanceOf(samvad, company), '0.00')
})

test('spec 11.4: a payment goes to its source alone, in whole paise, once it is paid', async () => {
  const company = await samvad.newCompany('Deepa Tools')
  const { transaction_id } = await paidRecharge(samvad, '100.00', company)
  const ask = (json: object) => askForRefund(samvad, json, company)
  const toWallet = await ask({ transaction_id, destination: 'wallet' })
  assertRefused(toWallet, 422, 'invalid_content', 'destination')
  assert.equal(toWallet.body.errors[0].code, 'refund_only_to_source')
  assertRefused(await ask({ transaction_id, amount: '10.001' }), 422, 'invalid_content', 'amount')
  const open = await openRecharge(samvad, '100.00', {}, company)
  assertRefused(await ask({ recharge_id: open.id }), 409, 'conflict')
  const { body } = await samvad.request('GET', '/api/v1/billing/transactions?status=pending', { token: company.token })
  assertRefused(await ask({ transaction_id: body.data[0].id }), 409, 'conflict')
})

test('spec 11.4: a recharge that was paid twice: each payment is refunded by itself, and the request must say which', async () => {
  const company = await samvad.newCompany('Esha Toys')
  const recharge = await paidRecharge(samvad, '100.00', company)
  const again = { order_id: orderOf(recharge), payment_id: 'pay_of_another_day', amount: '118.00' }
  const told = await sendWebhook(samvad, again, { organizationId: company.organizationId })
  assert.equal(told.status, 200, told.text)
  assert.equal(await balanceOf(samvad, company), '200.00')
  const unclear = await askForRefund(samvad, { recharge_id: recharge.id }, company)
  assertRefused(unclear, 422, 'invalid_content', 'recharge_id')
  const paid = await samvad.rows('select payment_id, transaction_id from gateway_payments where recharge_id = $1', [
    uuidOf('rech', recharge.id),
  ])
  assert.equal(paid.length, 2)
  for (const { payment_id, transaction_id } of paid) {
    const json = { transaction_id: publicId('txn', transaction_id) }
    const refund = await requestedRefund(samvad, json, company)
    assert.equal(refund.amount, '100.00')
    const [row] = await samvad.rows('select payment_id from refunds where id = $1', [uuidOf('rfnd', refund.id)])
    assert.equal(row?.payment_id, payment_id)
  }
})

test('spec 16.8: at the sandbox somebody chooses what becomes of a refund; a failed one returns to the wallet', async () => {
  samvad.setClock(MONDAY)
  const company = await samvad.newCompany('Farid Seeds')
  const recharge = await paidRecharge(samvad, '1000.00', company)
  const refund = await approvedRefund(samvad, operator, { recharge_id: recharge.id }, company)
  assert.equal(await balanceOf(samvad, company), '0.00')
  await runJob(samvad, 'refund')
  const page = new URL(recharge.checkout_url)
  const shown = await request(page.origin, 'GET', page.pathname)
  assert.match(shown.text, /Refund of ₹1,180\.00: pending/)
  const action = /action="([^"]+\/refunds\/[^"]+)"/.exec(shown.text)?.[1] as string
  const chosen = new URL(action, recharge.checkout_url)
  const settled = await request(page.origin, 'POST', chosen.pathname, { form: { outcome: 'failed' } })
  assert.equal(settled.status, 303, settled.text)
  assert.equal((await refundNow(samvad, refund, company)).status, 'processing', 'the gateway is asked first')
  await runJob(samvad, 'refund')

  const failed = await refundNow(samvad, refund, company)
  assert.deepEqual([failed.status, failed.failure_reason, failed.credit_note_id], ['failed', 'not_paid_out', null])
  assert.equal(await balanceOf(samvad, company), '1000.00')
  assert.equal(await account(company, 'tax'), 180_000_000n)
  const { body } = await samvad.request('GET', '/api/v1/billing/transactions?kind=refund', { token: company.token })
  assert.deepEqual(
    body.data.map(({ amount, reverses_id }: any) => [amount, reverses_id]),
    [
      ['1000.00', failed.refund_transaction_id],
      ['-1000.00', recharge.transaction_id],
    ],
  )
  assert.equal((await typesOf(company)).at(-1), 'refund.failed')
  assert.match((await request(page.origin, 'GET', page.pathname)).text, /Refund of ₹1,180\.00: failed/)
  const late = await request(page.origin, 'POST', chosen.pathname, { form: { outcome: 'processed' } })
  assert.equal(late.status, 409)
  // Its amount can be requested again.
  const second = await approvedRefund(samvad, operator, { recharge_id: recharge.id }, company)
  await runJob(samvad, 'refund')
  samvad.setClock(later(60))
  await runJob(samvad, 'sandbox_webhook')
  assert.equal((await refundNow(samvad, second, company)).status, 'completed')
  assert.equal(await balanceOf(samvad, company), '0.00')
})

test('spec 3.13: a repeated request with its Idempotency-Key is one refund, and a repeated approval is none', async () => {
  samvad.setClock(null)
  const company = await samvad.newCompany('Gita Books')
  const { transaction_id } = await paidRecharge(samvad, '100.00', company)
  const ask = () =>
    samvad.request('POST', REFUNDS, {
      token: company.token,
      json: { transaction_id, reason: 'system_error', amount: '10.00' },
      headers: { 'idempotency-key': 'refund-of-tuesday' },
    })
  const [first, second] = [await ask(), await ask()]
  assert.equal(second.status, 201)
  assert.equal(second.headers.get('idempotency-replayed'), 'true')
  assert.equal(first.body.id, second.body.id)
  const decisions = await Promise.all(
    Array.from({ length: 5 }, () => decideOn(samvad, operator, first.body, 'approve', {}, company)),
  )
  assert.deepEqual(decisions.map(({ status }) => status).toSorted(), [200, 409, 409, 409, 409])
  assert.equal(await balanceOf(samvad, company), '90.00')
})
