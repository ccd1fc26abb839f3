import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Company, publicId, startSamvad, type TestSamvad } from '../../test/harness.ts'
import { cashfreeAccount, givePhone, newOperator, razorpayAccount } from '../../test/gateways/scene.ts'
import { startFakeCashfree } from '../../test/gateways/cashfree.ts'
import { startFakeRazorpay } from '../../test/gateways/razorpay.ts'
import { balanceOf, openRecharge, orderOf, payAtCheckout, RECHARGES, sendWebhook } from '../../test/payments.ts'

const NOTICED_WITHIN_MS = 5000
const SMTP = { SAMVAD_SMTP_URL: 'smtp://127.0.0.1:2525' }
const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent', ...SMTP })
const elsewhere = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent', ...SMTP }, { connection: samvad.connection })
const both = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent', SAMVAD_SANDBOX: 'on' })
// Sealed secrets open with the installation's key, which its processes share.
elsewhere.app.sealer = samvad.app.sealer

const fake = await startFakeRazorpay()
test.after(() => fake.close())

const set = (installation: TestSamvad, token: string, change: object = {}) =>
  installation.request('PUT', '/v1/gateways/razorpay', { token, json: { ...razorpayAccount(fake), ...change } })
const told = (company: Company) => ({ organizationId: company.organizationId })
const header = async (installation: TestSamvad) =>
  (await installation.request('GET', '/v1/me')).headers.get('samvad-sandbox')

/** As often as it takes, until it holds. */
async function eventually(holds: () => Promise<boolean>): Promise<number> {
  const start = performance.now()
  while (!(await holds())) {
    assert.ok(performance.now() - start < NOTICED_WITHIN_MS, 'noticed within 5 seconds')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return performance.now() - start
}

test('decisions §7: a real gateway that is switched on switches the sandbox gateway off, in every process within 5 seconds', async () => {
  const operator = await newOperator(samvad)
  const company = await samvad.newCompany('Asha Mills')
  const recharge = await openRecharge(samvad, '1000.00', {}, company)
  const order = { order_id: orderOf(recharge), payment_id: 'pay_for_nothing', amount: '1180.00' }
  assert.equal(await header(samvad), 'true')
  assert.equal(await header(elsewhere), 'true')
  const checkout = new URL(recharge.checkout_url).pathname
  assert.equal((await elsewhere.request('GET', checkout)).status, 200)

  assert.equal((await set(samvad, operator)).status, 200)

  // In the process that was told, at once.
  assert.equal((await samvad.request('GET', checkout)).status, 404)
  assert.equal((await payAtCheckout(recharge.checkout_url, 'success')).status, 404)
  assert.equal((await sendWebhook(samvad, order, told(company))).status, 404)
  const shown = await samvad.request('GET', `${RECHARGES}/${recharge.id}`, { token: company.token })
  assert.deepEqual([shown.body.status, shown.body.checkout_url], ['pending', null])
  const real = await openRecharge(samvad, '500.00', {}, company)
  assert.match(real.checkout_url, /\/checkout\/org_/)
  assert.doesNotMatch(real.checkout_url, /sandbox/)

  // In the others, soon; and the header says so truthfully.
  await eventually(async () => (await elsewhere.request('GET', checkout)).status === 404)
  await eventually(async () => (await header(elsewhere)) === null)
  await eventually(async () => (await header(samvad)) === null)
  assert.equal((await sendWebhook(elsewhere, order, told(company))).status, 404)
  assert.equal(await balanceOf(samvad, company), '0.00', 'nobody credits a wallet for nothing')

  // Switched off it takes no new money, and the sandbox is back, with what was begun there.
  const { key_id } = razorpayAccount(fake)
  const json = { key_id, base_url: fake.url, is_enabled: false }
  assert.equal((await samvad.request('PUT', '/v1/gateways/razorpay', { token: operator, json })).status, 200)
  assert.equal((await payAtCheckout(recharge.checkout_url, 'success')).status, 200)
  assert.equal(await balanceOf(samvad, company), '1000.00')
  await eventually(async () => (await header(samvad)) === 'true')
})

test('decisions §7: with SAMVAD_SANDBOX=on the sandbox stays, and new recharges go to the real gateway', async () => {
  const operator = await newOperator(both)
  const company = await both.newCompany('Bela Silks')
  const testing = await openRecharge(both, '100.00', {}, company)
  assert.equal((await set(both, operator)).status, 200)
  const real = await openRecharge(both, '200.00', {}, company)
  assert.match(real.checkout_url, new RegExp(`/checkout/${publicId('org', company.organizationId)}/${real.id}$`))
  assert.doesNotMatch(real.checkout_url, /sandbox/)
  assert.equal((await payAtCheckout(testing.checkout_url, 'success')).status, 200)
  assert.equal(await balanceOf(both, company), '100.00')
  assert.equal(await header(both), 'true')
  const { body } = await both.request('GET', '/v1/gateways', { token: operator })
  assert.equal(body.sandbox, true)
})

test('a gateway account whose address is a dead one leaves recharges open, and another takes over when it is set', async () => {
  const operator = await newOperator(both)
  const company = await both.newCompany('Chitra Dairy')
  await givePhone(both, company)
  const dead = { ...razorpayAccount(fake), base_url: 'http://127.0.0.1:9' }
  assert.equal((await both.request('PUT', '/v1/gateways/razorpay', { token: operator, json: dead })).status, 200)
  const waiting = await openRecharge(both, '100.00', {}, company)
  const show = async () => (await both.request('GET', `${RECHARGES}/${waiting.id}`, { token: company.token })).body
  assert.equal((await show()).status, 'created', 'nobody knows, so nothing is decided')

  const cashfree = await startFakeCashfree()
  const json = { ...cashfreeAccount(cashfree), is_default: true }
  assert.equal((await both.request('PUT', '/v1/gateways/cashfree', { token: operator, json })).status, 200)
  await openRecharge(both, '300.00', {}, company)
  assert.equal(cashfree.orders.size, 1)
  assert.equal((await show()).status, 'created')
  await cashfree.close()
})
