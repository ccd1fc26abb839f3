import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc, { SLOW_CASES } from '../../../test/cases.ts'
import { type Company, startSamvad } from '../../../test/harness.ts'
import {
  balanceOf,
  openRecharge,
  orderOf,
  payAtCheckout,
  RECHARGES,
  sendWebhook,
  type Told,
} from '../../../test/payments.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const neighbour = await samvad.newCompany('Neighbour Traders')

async function waiting(company: Company, amount = '1000.00', total = '1180.00') {
  const recharge = await openRecharge(samvad, amount, {}, company)
  return { recharge, told: { order_id: orderOf(recharge), payment_id: `pay_${crypto.randomUUID()}`, amount: total } }
}

/** The final bookings, without columns that only identify a row. */
async function booksOf({ organizationId }: Company) {
  const [wallet] = await samvad.rows(`select balance_micros, version from wallets where org_id = $1`, [organizationId])
  const completed = await samvad.rows(
    `select kind, amount_micros, key, wallet_version, balance_after_micros from transactions
      where org_id = $1 and status = 'completed' order by wallet_version`,
    [organizationId],
  )
  const accounts = await samvad.rows(
    `select account, balance_micros from ledger_balances where org_id = $1 order by account`,
    [organizationId],
  )
  const invoices = await samvad.rows(`select total_micros from invoices where org_id = $1`, [organizationId])
  return { wallet, completed, accounts, invoices }
}

test('spec 3.18, 10.9: a captured payment is credited once, however often it is reported', async () => {
  const company = await samvad.newCompany('Asha Mills')
  const { recharge, told } = await waiting(company)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => sendWebhook(samvad, told, { organizationId: company.organizationId })),
  )
  // A report that waits too long for the wallet's lock gets 503 and is sent again; none has an effect of its own.
  assert.ok(answers.every(({ status }) => status === 200 || status === 503))
  assert.ok(answers.some(({ status }) => status === 200))
  const late = await sendWebhook(samvad, told, { organizationId: company.organizationId })
  assert.equal(late.status, 200)

  const books = await booksOf(company)
  assert.deepEqual(books.wallet, { balance_micros: 1_000_000_000n, version: 1n })
  assert.equal(books.completed[0]?.key, `payment:sandbox:${told.payment_id}`)
  assert.deepEqual(books.accounts, [
    { account: 'gateway', balance_micros: -1_180_000_000n },
    { account: 'tax', balance_micros: 180_000_000n },
    { account: 'wallet', balance_micros: 1_000_000_000n },
  ])
  assert.equal(books.invoices.length, 1)
  const events = await samvad.rows(`select type from events where org_id = $1 and type = 'recharge.completed'`, [
    company.organizationId,
  ])
  assert.equal(events.length, 1)
  assert.equal(
    (await samvad.request('GET', `${RECHARGES}/${recharge.id}`, { token: company.token })).body.status,
    'succeeded',
  )
})

for (const [what, delivery] of [
  ['another key', { signedFor: neighbour.organizationId }],
  [
    'a body that was changed',
    { tamper: (sent: { body: string }) => (sent.body = sent.body.replace('1180.00', '118.00')) },
  ],
  ['no signature', { tamper: (sent: any) => delete sent.headers['x-samvad-signature'] }],
  ['an empty signature', { tamper: (sent: any) => (sent.headers['x-samvad-signature'] = '') }],
  ['no timestamp', { tamper: (sent: any) => delete sent.headers['x-samvad-timestamp'] }],
  ['a fresh timestamp on an old signature', { tamper: (sent: any) => (sent.headers['x-samvad-timestamp'] = '1') }],
  ['another event id', { tamper: (sent: any) => (sent.headers['x-samvad-event-id'] = 'evt_other') }],
  [
    'a body sent as a form',
    { tamper: (sent: any) => (sent.headers['content-type'] = 'multipart/form-data; boundary=x') },
  ],
] as const) {
  test(`spec 18.2: a webhook with ${what} is refused and changes nothing`, async () => {
    const company = await samvad.newCompany('Bela Silks')
    const { recharge, told } = await waiting(company)
    const answer = await sendWebhook(samvad, told, { organizationId: company.organizationId, ...delivery } as never)
    assert.ok(answer.status >= 400 && answer.status < 500, `${answer.status} ${answer.text}`)
    assert.equal(await balanceOf(samvad, company), '0.00')
    const shown = await samvad.request('GET', `${RECHARGES}/${recharge.id}`, { token: company.token })
    assert.equal(shown.body.status, 'pending')
    assert.equal((await sendWebhook(samvad, told, { organizationId: company.organizationId })).status, 200)
    assert.equal(await balanceOf(samvad, company), '1000.00', 'the true one is taken')
  })
}

test('spec 18.2: a webhook is refused when it is more than five minutes old, or from the future', async () => {
  const company = await samvad.newCompany('Chitra Dairy')
  const { told } = await waiting(company)
  const now = Math.floor(Date.now() / 1000)
  for (const timestamp of [now - 303, now + 303, now - 7 * 86_400, Number.NaN]) {
    const answer = await sendWebhook(samvad, told, { organizationId: company.organizationId, timestamp })
    assert.equal(answer.status, 401, String(timestamp))
  }
  assert.equal(await balanceOf(samvad, company), '0.00')
  const fresh = await sendWebhook(samvad, told, { organizationId: company.organizationId, timestamp: now - 295 })
  assert.equal(fresh.status, 200)
})

test("spec 10.10: a webhook for another organization's order is refused, and neither wallet changes", async () => {
  const company = await samvad.newCompany('Divya Steels')
  const { told } = await waiting(company)
  const answer = await sendWebhook(samvad, told, { organizationId: neighbour.organizationId })
  assert.equal(answer.status, 404)
  assert.equal(await balanceOf(samvad, company), '0.00')
  assert.equal(await balanceOf(samvad, neighbour), '0.00')
})

test('spec 10.10: another amount than was asked for is not credited, is logged once and leaves the recharge open', async () => {
  const company = await samvad.newCompany('Ekta Pharma')
  const { told } = await waiting(company)
  const { organizationId } = company
  for (const amount of ['1179.99', '1180.01', '1179.99']) {
    const paid = { ...told, payment_id: `pay_mismatch_${amount}`, amount }
    assert.equal((await sendWebhook(samvad, paid, { organizationId })).status, 200)
  }
  assert.equal(await balanceOf(samvad, company), '0.00')
  const events = await samvad.rows<{ payload: any }>(
    `select payload from events where org_id = $1 and type = 'payment.mismatch' order by id`,
    [organizationId],
  )
  assert.deepEqual(
    events.map(({ payload }) => payload.paid),
    ['1179.99', '1180.01'],
  )
  assert.equal((await sendWebhook(samvad, told, { organizationId })).status, 200)
  assert.equal(await balanceOf(samvad, company), '1000.00')
})

test('spec 10.9: a customer who paid twice is credited twice, each with an invoice of its own', async () => {
  const company = await samvad.newCompany('Falguni Prints')
  const { recharge, told } = await waiting(company)
  const { organizationId } = company
  for (const payment_id of ['pay_first', 'pay_second', 'pay_first', 'pay_second']) {
    assert.equal((await sendWebhook(samvad, { ...told, payment_id }, { organizationId })).status, 200)
  }
  assert.equal(await balanceOf(samvad, company), '2000.00')
  const rows = await samvad.rows(
    `select t.description, i.number is not null as has_invoice from transactions t
       left join invoices i on i.org_id = t.org_id and i.id = t.invoice_id and i.transaction_id = t.id
      where t.org_id = $1 order by t.wallet_version`,
    [organizationId],
  )
  assert.deepEqual(rows, [
    { description: 'Recharge', has_invoice: true },
    { description: 'Recharge, paid a second time', has_invoice: true },
  ])
  const shown = (await samvad.request('GET', `${RECHARGES}/${recharge.id}`, { token: company.token })).body
  const [first] = await samvad.rows<{ invoice_id: string }>(
    `select invoice_id from transactions where org_id = $1 and key = 'payment:sandbox:pay_first'`,
    [organizationId],
  )
  const [stored] = await samvad.rows<{ invoice_id: string }>(`select invoice_id from recharges where org_id = $1`, [
    organizationId,
  ])
  assert.equal(stored?.invoice_id, first?.invoice_id, 'the recharge keeps the invoice of the first payment')
  assert.equal(shown.status, 'succeeded')
})

test('spec 10.9: an old failure that is reported again does not fail the retried recharge', async () => {
  const company = await samvad.newCompany('Gauri Tours')
  const { recharge, told } = await waiting(company)
  const { organizationId } = company
  const failure: Told = { ...told, type: 'payment.failed', failure_reason: 'bank_declined' }
  await sendWebhook(samvad, failure, { organizationId })
  await samvad.request('POST', `${RECHARGES}/${recharge.id}/retry`, { token: company.token })
  await sendWebhook(samvad, failure, { organizationId })
  const shown = await samvad.request('GET', `${RECHARGES}/${recharge.id}`, { token: company.token })
  assert.equal(shown.body.status, 'pending')
})

test('spec 10.10: a webhook of a shape that was not agreed is refused although it is signed', async () => {
  const company = await samvad.newCompany('Hema Spices')
  const { told } = await waiting(company)
  for (const change of [{ amount: 1180 }, { currency: 'USD' }, { type: 'payment.refunded' }, { amount: '-1180.00' }]) {
    const answer = await sendWebhook(samvad, { ...told, ...change } as never, {
      organizationId: company.organizationId,
    })
    assert.equal(answer.status, 422)
  }
  assert.equal(await balanceOf(samvad, company), '0.00')
})

test('spec 10.9, 19.4: any order and repetition of gateway events gives the same ledger', async () => {
  // One recharge: a failed attempt, a failed one that is captured after all, and another captured one.
  const eventsOf = (told: Told): Told[] => [
    { ...told, payment_id: 'a', type: 'payment.failed', failure_reason: 'expired_card' },
    { ...told, payment_id: 'b', type: 'payment.failed', failure_reason: 'bank_declined' },
    { ...told, payment_id: 'b' },
    { ...told, payment_id: 'c' },
  ]
  const interleaving = fc
    .array(fc.nat({ max: 3 }), { maxLength: 8 })
    .chain((extra) => fc.shuffledSubarray([0, 1, 2, 3, ...extra], { minLength: 4 + extra.length }))
  await fc.assert(
    fc.asyncProperty(interleaving, async (order) => {
      const company = await samvad.newCompany('Indira Looms')
      const { told } = await waiting(company)
      const reports = eventsOf(told).map((one) => ({
        ...one,
        payment_id: `${company.organizationId}-${one.payment_id}`,
      }))
      for (const index of order) {
        const answer = await sendWebhook(samvad, reports[index] as Told, { organizationId: company.organizationId })
        assert.equal(answer.status, 200)
      }
      const books = await booksOf(company)
      assert.deepEqual(books.wallet, { balance_micros: 2_000_000_000n, version: 2n })
      assert.deepEqual(books.completed.map(({ key }) => String(key).slice(-1)).sort(), ['b', 'c'])
      assert.deepEqual(books.accounts.find(({ account }) => account === 'tax')?.balance_micros, 360_000_000n)
      assert.equal(books.invoices.length, 2)
    }),
    { numRuns: SLOW_CASES },
  )
})

test('spec 12.7: recharges of many organizations at once get invoice numbers without a gap, in order', async () => {
  const before = await samvad.rows(`select number from invoices`)
  const companies = await Promise.all(Array.from({ length: 12 }, (_, n) => samvad.newCompany(`Shop ${n}`)))
  const recharges = await Promise.all(
    companies
      .flatMap((company) => [company, company])
      .map(async (company) => ({
        company,
        recharge: await openRecharge(samvad, '100.00', {}, company),
      })),
  )
  await Promise.all(recharges.map(({ recharge }) => payAtCheckout(recharge.checkout_url, 'success')))
  const invoices = await samvad.rows<{ series_number: bigint; issued_at: Date }>(
    `select series_number, issued_at from invoices order by series_number`,
  )
  assert.equal(invoices.length, before.length + recharges.length)
  invoices.forEach(({ series_number, issued_at }, index) => {
    assert.equal(series_number, BigInt(index + 1))
    const previous = invoices[index - 1]
    assert.ok(previous === undefined || previous.issued_at <= issued_at)
  })
  for (const company of companies) assert.equal(await balanceOf(samvad, company), '200.00')
})
