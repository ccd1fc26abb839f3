import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as installation from '#installation/actions.ts'
import { indianDate } from '#kit/india/calendar.ts'
import { forgetAccounts } from '#money/gateways/accounts/actions.ts'
import { handleGatewayEvent } from '#money/gateways/gateway-events.ts'
import { createGateways } from '#money/gateways/providers/index.ts'
import { signatureOf, webhookKey } from '#money/gateways/sandbox/signature.ts'
import { startNotes } from '#program/start-notes.ts'
import { runJob } from '../../../test/auto-recharge.ts'
import { startFakeCashfree } from '../../../test/gateways/cashfree.ts'
import { startFakeRazorpay } from '../../../test/gateways/razorpay.ts'
import { cashfreeAccount, givePhone, newOperator, razorpayAccount } from '../../../test/gateways/scene.ts'
import { type Company, startSamvad, type TestSamvad } from '../../../test/harness.ts'
import { balanceOf, openRecharge, orderOf, payAtCheckout, RECHARGES, sendWebhook } from '../../../test/payments.ts'
import { eventually } from '../../../test/program.ts'

const LONGER_THAN_NOTICING_MS = 6000
const SMTP = { SAMVAD_SMTP_URL: 'smtp://127.0.0.1:2525' }
const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent', ...SMTP })
const elsewhere = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent', ...SMTP }, { connection: samvad.connection })
const both = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent', SAMVAD_SANDBOX: 'on' })
// Processes of one installation share its key, so encrypted secrets can be decrypted in both.
elsewhere.app.sealer = samvad.app.sealer

const fake = await startFakeRazorpay()
test.after(() => fake.close())

const set = (samvad: TestSamvad, token: string, change: object = {}) =>
  samvad.request('PUT', '/v1/gateways/razorpay', { token, json: { ...razorpayAccount(fake), ...change } })
const told = (company: Company) => ({ organizationId: company.organizationId })
const header = async (installation: TestSamvad, name = 'samvad-sandbox') =>
  (await installation.request('GET', '/v1/me')).headers.get(name)
const TEST_MONEY = 'samvad-test-money'

/** An event that its process has already verified when the change happens. */
function signed(samvad: TestSamvad, { organizationId }: Company, recharge: { checkout_url: string }) {
  const at = samvad.app.clock()
  const body = Buffer.from(
    JSON.stringify({
      type: 'payment.captured',
      order_id: orderOf(recharge),
      payment_id: 'pay_in_between',
      amount: '1180.00',
      currency: 'INR',
      method: 'upi',
      failure_reason: null,
    }),
  )
  const [eventId, timestamp] = ['evt_1', String(Math.floor(at.getTime() / 1000))]
  const headers = {
    'x-samvad-event-id': eventId,
    'x-samvad-timestamp': timestamp,
    'x-samvad-signature': signatureOf(webhookKey(samvad.app.sealer, organizationId), { eventId, timestamp, body }),
  }
  return [body, headers, at] as const
}

test('spec 16.2, 16.4: a real gateway that is switched on switches the sandbox gateway off, in every process within 5 seconds', async () => {
  const operator = await newOperator(samvad)
  const company = await samvad.newCompany('Asha Mills')
  const recharge = await openRecharge(samvad, '1000.00', {}, company)
  const order = { order_id: orderOf(recharge), payment_id: 'pay_for_nothing', amount: '1180.00' }
  assert.equal(await header(samvad), 'true')
  assert.equal(await header(elsewhere), 'true')
  assert.equal(await header(elsewhere, TEST_MONEY), 'true')
  const checkout = new URL(recharge.checkout_url).pathname
  assert.equal((await elsewhere.request('GET', checkout)).status, 200)

  assert.equal((await set(samvad, operator)).status, 200)

  // At once in the process that made the change.
  assert.equal((await samvad.request('GET', checkout)).status, 404)
  assert.equal((await payAtCheckout(recharge.checkout_url, 'success')).status, 404)
  assert.equal((await sendWebhook(samvad, order, told(company))).status, 404)
  const shown = await samvad.request('GET', `${RECHARGES}/${recharge.id}`, { token: company.token })
  assert.deepEqual([shown.body.status, shown.body.checkout_url], ['pending', null])
  const real = await openRecharge(samvad, '500.00', {}, company)
  assert.match(real.checkout_url, /\/checkout\/org_/)
  assert.doesNotMatch(real.checkout_url, /sandbox/)

  // Soon in the others; one header still reports the sandboxes of the app and of SMS, but not the gateway's.
  await eventually('it holds', async () => (await elsewhere.request('GET', checkout)).status === 404)
  assert.equal(await header(elsewhere), 'true')
  for (const one of [samvad, elsewhere])
    await eventually('it is real money', async () => (await header(one, TEST_MONEY)) === null)
  assert.equal((await sendWebhook(elsewhere, order, told(company))).status, 404)
  assert.equal(await balanceOf(samvad, company), '0.00', 'nobody credits a wallet for nothing')

  // Disabling and removing the account does not bring it back.
  const { key_id } = razorpayAccount(fake)
  const json = { key_id, base_url: fake.url, is_enabled: false }
  assert.equal((await samvad.request('PUT', '/v1/gateways/razorpay', { token: operator, json })).status, 200)
  const refused = await samvad.request('POST', RECHARGES, { token: company.token, json: { amount: '100.00' } })
  assert.deepEqual([refused.status, refused.body.code], [422, 'gateway_unavailable'])
  await samvad.request('DELETE', '/v1/gateways/razorpay', { token: operator })
  for (const one of [samvad, elsewhere]) {
    one.app.settings.sandbox = 'on'
    assert.equal((await one.request('GET', checkout)).status, 404, 'SAMVAD_SANDBOX=on does not bring it back')
    assert.equal((await sendWebhook(one, order, told(company))).status, 404)
  }
  assert.equal((await payAtCheckout(recharge.checkout_url, 'success')).status, 404)
  assert.equal(await balanceOf(samvad, company), '0.00')
  assert.deepEqual([await header(samvad), await header(samvad, TEST_MONEY)], ['true', null])
  const { body } = await samvad.request('GET', '/v1/gateways', { token: operator })
  assert.deepEqual([body.sandbox, body.data], [false, []])
})

test('spec 16.4: an account that is set switched off, with SAMVAD_SANDBOX=on, ends test money all the same', async () => {
  const operator = await newOperator(both)
  const company = await both.newCompany('Bela Silks')
  const begun = await openRecharge(both, '100.00', {}, company)
  const before = await openRecharge(both, '300.00', {}, company)
  assert.equal((await payAtCheckout(before.checkout_url, 'success')).status, 200)
  assert.equal((await set(both, operator, { is_enabled: false })).status, 200)
  assert.equal((await payAtCheckout(begun.checkout_url, 'success')).status, 404)
  assert.equal(await balanceOf(both, company), '300.00', 'what was credited before stays')
  assert.deepEqual(await startNotes(both.app), [
    `SAMVAD_SANDBOX=on does not bring the sandbox gateway back: a real payment gateway was configured on ${indianDate(new Date())}, so test payments stay off. Use a separate installation for tests.`,
  ])
  // One paid, the other failed for good: nobody waits for it, and its event is emitted.
  both.setClock(new Date(Date.now() + LONGER_THAN_NOTICING_MS))
  forgetAccounts(both.app)
  await runJob(both, 'settle_recharge')
  both.setClock(null)
  const shown = async ({ id }: { id: string }) =>
    (await both.request('GET', `${RECHARGES}/${id}`, { token: company.token })).body
  const { status, failure_reason, checkout_url } = await shown(begun)
  assert.deepEqual([status, failure_reason, checkout_url], ['failed', 'gateway_error', null])
  assert.equal((await shown(before)).status, 'succeeded')
  const retried = await both.request('POST', `${RECHARGES}/${begun.id}/retry`, { token: company.token })
  assert.deepEqual([retried.status, retried.body.code], [422, 'gateway_unavailable'])
})

test('spec 16.4: a process that still believes in the sandbox credits nothing, because the crediting transaction asks the database', async () => {
  const one = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
  const other = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' }, { connection: one.connection })
  other.app.sealer = one.app.sealer
  const operator = await newOperator(one)
  const company = await one.newCompany('Deepa Looms')
  const recharge = await openRecharge(one, '1000.00', {}, company)
  const stale = (await createGateways(other.app)()).named('sandbox')
  assert.ok(stale)
  const [before] = stale.verifyWebhook(company.organizationId, ...signed(one, company, recharge))
  assert.ok(before && before.object !== 'unused')

  // A credit in progress blocks the first account: what began first completes first.
  const { database } = one.app
  const { promise: credited, resolve: commit } = Promise.withResolvers<void>()
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const crediting = database.transaction(async (tx) => {
    assert.equal(await installation.holdTestMode(tx), true)
    hold()
    await credited
  })
  await held
  let isSet = false
  const setting = set(one, operator).then((answer) => {
    isSet = true
    return answer
  })
  await eventually('it holds', async () => {
    const waiting = await one.rows(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%installation%'
        and datname = current_database()`,
    )
    return waiting.length > 0
  })
  assert.equal(isSet, false)
  commit()
  await crediting
  assert.equal((await setting).status, 200)

  assert.ok((await createGateways(other.app)()).named('sandbox'), 'it does not know yet')
  assert.equal(await handleGatewayEvent(other.app, company.organizationId, stale, before), 'unknown')
  assert.equal(await balanceOf(one, company), '0.00')
  assert.deepEqual(
    await one.rows(`select payment_id from gateway_payments where org_id = $1`, [company.organizationId]),
    [],
  )
})

test('spec 10.13: a gateway account whose address is a dead one leaves recharges open, and another takes over when it is set', async () => {
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
