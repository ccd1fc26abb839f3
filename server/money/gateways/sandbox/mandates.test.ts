import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { autoRechargeOf, choose, recharging, runJob, settleDown, spend, told } from '../../../../test/auto-recharge.ts'
import { type Company, publicId, request, startSamvad, uuidOf } from '../../../../test/harness.ts'
import { balanceOf, openRecharge, orderOf, payAtCheckout } from '../../../../test/payments.ts'
import { GatewayRefusal, type Mandates } from '../providers/gateway.ts'
import { createSandbox } from '../providers/sandbox.ts'
import { receiptOf } from '../rules.ts'
import { signatureOf, webhookKey } from './signature.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent', SAMVAD_SANDBOX_DEBIT_NOTICE: '3600' })
const { app } = samvad
const mandates = createSandbox(app).mandates as Mandates
const start = new Date('2026-06-10T06:00:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)
const HOUR_MS = 3600_000

const tokenOf = (mandatePage: string) => mandatePage.split('/').at(-1) as string

/** An order for `amount` of credit, and its debit with the mandate. */
async function debitFor(company: Company, token: string, amount: string, total: bigint) {
  const recharge = await openRecharge(samvad, amount, {}, company)
  const rechargeId = uuidOf('rech', recharge.id)
  const debit = {
    organizationId: company.organizationId,
    orderId: orderOf(recharge),
    receipt: receiptOf({ purpose: 'recharge', id: rechargeId }),
    total,
    token,
    customerId: 'anybody',
    customer: { name: 'Asha', email: null, phone: null },
  }
  return { recharge, debit }
}

test('spec 10.21: a debit is made once, when the notice is over, however often it is asked for', async () => {
  samvad.setClock(start)
  const { company, mandatePage } = await recharging(samvad, 'Asha Mills')
  const { debit } = await debitFor(company, tokenOf(mandatePage), '100.00', 118_000_000n)
  await Promise.all([mandates.debit(debit), mandates.debit(debit)])
  samvad.setClock(after(HOUR_MS - 1000))
  await runJob(samvad, 'sandbox_webhook')
  assert.equal(await balanceOf(samvad, company), '200.00')
  samvad.setClock(after(HOUR_MS))
  await mandates.debit(debit)
  await runJob(samvad, 'sandbox_webhook')
  assert.equal(await balanceOf(samvad, company), '300.00')
  samvad.setClock(after(3 * HOUR_MS))
  await runJob(samvad, 'sandbox_webhook')
  assert.equal(await balanceOf(samvad, company), '300.00')
  samvad.setClock(null)
})

test('an order that is paid by hand meanwhile is not debited', async () => {
  samvad.setClock(start)
  const { company, mandatePage } = await recharging(samvad, 'Bela Silks')
  const { recharge, debit } = await debitFor(company, tokenOf(mandatePage), '100.00', 118_000_000n)
  await mandates.debit(debit)
  await payAtCheckout(recharge.checkout_url, 'success')
  samvad.setClock(after(2 * HOUR_MS))
  await settleDown(samvad)
  assert.equal(await balanceOf(samvad, company), '300.00')
  const [payments] = await samvad.rows(
    `select count(*)::int as count from sandbox_gateway_payments where org_id = $1`,
    [company.organizationId],
  )
  assert.equal(payments?.count, 2)
  samvad.setClock(null)
})

test('what the mandate does not allow is refused for good', async () => {
  const { company, mandatePage } = await recharging(samvad, 'Chitra Dairy', {
    enabled: true,
    threshold: '199.00',
    amount: '200.00',
    mandate_max_amount: '236.00',
  })
  const token = tokenOf(mandatePage)
  const { debit: tooMuch } = await debitFor(company, token, '200.01', 236_010_000n)
  await assert.rejects(mandates.debit(tooMuch), GatewayRefusal)
  const { debit } = await debitFor(company, token, '100.00', 118_000_000n)
  await assert.rejects(mandates.debit({ ...debit, total: 117_000_000n }), GatewayRefusal)
  await assert.rejects(mandates.debit({ ...debit, token: publicId('mand', newUuid()) }), GatewayRefusal)
  const stranger = await samvad.newCompany('Divya Steels')
  await assert.rejects(mandates.debit({ ...debit, organizationId: stranger.organizationId }), GatewayRefusal)
  await mandates.cancel(company.organizationId, { token, customerId: 'anybody' })
  await mandates.cancel(company.organizationId, { token, customerId: 'anybody' })
  await assert.rejects(mandates.debit(debit), GatewayRefusal)
})

test('spec 16.8: its page lets a person choose what becomes of the debits, and pause, resume and cancel', async () => {
  const sending = await recharging(samvad, 'Ekta Pharma')
  const { company, mandatePage } = sending
  const page = await request(samvad.url, 'GET', mandatePage)
  assert.equal(page.status, 200)
  assert.match(page.text, /Up to ₹15,000\.00/)
  assert.match(page.text, /The next automatic payments will succeed/)
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  await choose(samvad, sending, { outcome: 'expired_card' })
  assert.match(
    (await request(samvad.url, 'GET', mandatePage)).text,
    /The next automatic payments will fail: expired card/,
  )
  await choose(samvad, sending, { status: 'paused' })
  assert.equal(
    (await autoRechargeOf(samvad, company)).mandate.status,
    'paused',
    'told by webhook, before the page answers',
  )
  await choose(samvad, sending, { status: 'active' })
  assert.equal((await autoRechargeOf(samvad, company)).status, 'active')
  await choose(samvad, sending, { status: 'cancelled' })
  const shown = await autoRechargeOf(samvad, company)
  assert.equal(shown.mandate.status, 'cancelled')
  assert.equal(shown.status, 'authorization_required')
  assert.equal((await request(samvad.url, 'POST', mandatePage, { form: { outcome: 'success' } })).status, 409)
  assert.deepEqual(await told(samvad, company, 'mandate'), [
    'mandate.given',
    'mandate.updated',
    'mandate.updated',
    'mandate.ended',
  ])
})

test('spec 16.8: a choice that there is not, and a mandate that there is not, are refused', async () => {
  const { mandatePage } = await recharging(samvad, 'Farah Foods')
  for (const form of [{}, { outcome: 'gateway_error' }, { status: 'expired' }])
    assert.equal((await request(samvad.url, 'POST', mandatePage, { form: form as Record<string, string> })).status, 422)
  const unknown = mandatePage.replace(/mand_.*/, publicId('mand', newUuid()))
  assert.equal((await request(samvad.url, 'GET', unknown)).status, 404)
  assert.equal((await request(samvad.url, 'POST', unknown, { form: { outcome: 'success' } })).status, 404)
})

test('a webhook about a mandate that was not taken is told again, of the state that it has then', async () => {
  samvad.setClock(start)
  const sending = await recharging(samvad, 'Gita Papers')
  const { internalUrl } = app.settings
  app.settings.internalUrl = 'http://127.0.0.1:9'
  await choose(samvad, sending, { status: 'paused' })
  await choose(samvad, sending, { status: 'active' })
  await choose(samvad, sending, { status: 'cancelled' })
  app.settings.internalUrl = internalUrl
  assert.equal((await autoRechargeOf(samvad, sending.company)).mandate.status, 'active')
  samvad.setClock(after(60_000))
  await runJob(samvad, 'sandbox_webhook')
  assert.equal((await autoRechargeOf(samvad, sending.company)).mandate.status, 'cancelled')
  samvad.setClock(null)
})

for (const [what, signedFor] of [
  ['signed for another merchant', 'another'],
  ['of a mandate that is not known', 'own'],
] as const) {
  test(`spec 18.2: a webhook about a mandate ${what} is refused`, async () => {
    const sending = await recharging(samvad, 'Hari Cottons')
    const { organizationId } = sending.company
    const token = what === 'signed for another merchant' ? tokenOf(sending.mandatePage) : publicId('mand', newUuid())
    const body = JSON.stringify({ type: 'mandate.updated', token, status: 'cancelled' })
    const timestamp = String(Math.floor(app.clock().getTime() / 1000))
    const key = webhookKey(app.sealer, signedFor === 'own' ? organizationId : samvad.company.organizationId)
    const headers = {
      'content-type': 'application/json',
      'x-samvad-event-id': 'evt_test',
      'x-samvad-timestamp': timestamp,
      'x-samvad-signature': signatureOf(key, { eventId: 'evt_test', timestamp, body: Buffer.from(body) }),
    }
    const path = `/webhooks/gateways/sandbox/${publicId('org', organizationId)}`
    const answer = await request(samvad.url, 'POST', path, { body, headers })
    assert.equal(answer.status, signedFor === 'own' ? 404 : 401)
    assert.equal((await autoRechargeOf(samvad, sending.company)).mandate.status, 'active')
  })
}

test('spec 10.16: a mandate that was paused while the balance ran out is used when it is active again', async () => {
  const sending = await recharging(samvad, 'Isha Traders')
  const { company } = sending
  await choose(samvad, sending, { status: 'paused' })
  await spend(samvad, sending)
  await settleDown(samvad)
  assert.equal((await autoRechargeOf(samvad, company)).status, 'payment_link')
  await choose(samvad, sending, { status: 'active' })
  await settleDown(samvad)
  const shown = await autoRechargeOf(samvad, company)
  assert.equal(shown.status, 'charging')
  assert.equal(shown.payment_url, null)
})
