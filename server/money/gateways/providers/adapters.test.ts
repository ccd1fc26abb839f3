import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import { startFakeCashfree } from '../../../../test/gateways/cashfree.ts'
import { startFakeRazorpay } from '../../../../test/gateways/razorpay.ts'
import { startSamvad } from '../../../../test/harness.ts'
import { newReceipt } from '../../../../test/payments.ts'
import { eventually } from '../../../../test/program.ts'
import { createCashfree } from './cashfree.ts'
import { type Gateway, GatewayRefusal, type NewOrder } from './gateway.ts'
import { createRazorpay } from './razorpay.ts'

const { app } = await startSamvad()
const rzp = await startFakeRazorpay()
const cf = await startFakeCashfree()
const keys = { keyId: rzp.keyId, keySecret: rzp.keySecret, webhookSecret: 'w'.repeat(20) }
const ofRazorpay = { baseUrl: rzp.url, ...keys }
const ofCashfree = { baseUrl: cf.url, clientId: cf.clientId, clientSecret: cf.clientSecret }
const [razorpay, cashfree] = [createRazorpay(app, ofRazorpay), createCashfree(app, ofCashfree)]
const both = [
  { gateway: razorpay, fake: rzp },
  { gateway: cashfree, fake: cf },
] as const

const organizationId = newUuid()
const customer = { name: 'Asha Textiles', email: 'accounts@asha.example', phone: '+919812345678' }
const order = (total: Micros, more: Partial<NewOrder> = {}): NewOrder => ({
  organizationId,
  receipt: newReceipt(),
  total,
  customer,
  mandate: null,
  mayExist: false,
  ...more,
})
const [RUPEE, PAISA] = [1_000_000n, 10_000n]

/** A captured payment, with its ids. */
async function paid(gateway: Gateway, fake: typeof rzp | typeof cf, total: Micros) {
  const { orderId } = await gateway.createOrder(order(total))
  const { paymentId } = await fake.pay(orderId)
  return { orderId, paymentId }
}

for (const { gateway, fake } of both) {
  const { name } = gateway
  const logged = <K extends string>(kind: K) => fake.log.filter((one) => one.kind === kind)

  test(`${name}: spec 3.9: every amount reaches the gateway and comes back to the paisa`, async () => {
    for (const total of [
      118n * RUPEE,
      118n * RUPEE + PAISA,
      1_180n * RUPEE + 59n * PAISA,
      118_000_000n * RUPEE + 7n * PAISA,
    ]) {
      const { orderId } = await gateway.createOrder(order(total))
      assert.equal(fake.orders.get(orderId)?.amount, total / PAISA)
      await fake.pay(orderId, { outcome: 'bank_declined' })
      await fake.pay(orderId, { method: 'net_banking' })
      const reports = await gateway.fetchPayments(organizationId, orderId)
      assert.deepEqual(
        reports.map(({ outcome, amount, method, bank, reason }) => ({ outcome, amount, method, bank, reason })),
        [
          { outcome: 'failed', amount: total, method: 'upi', bank: null, reason: 'bank_declined' },
          { outcome: 'captured', amount: total, method: 'net_banking', bank: 'HDFC Bank', reason: null },
        ],
      )
    }
    await assert.rejects(gateway.createOrder(order(118n * RUPEE + 1n)), /whole paise/)
  })

  test(`${name}: spec 10.12: an order is placed once, also after an answer that nobody has`, async () => {
    const wanted = order(118n * RUPEE)
    const made = logged('order').length
    fake.fail({ fault: 'cut_after', only: /^POST .*orders$/, times: 1 })
    await assert.rejects(gateway.createOrder(wanted), (error) => !(error instanceof GatewayRefusal))
    const again = { ...wanted, mayExist: true }
    const first = await gateway.createOrder(again)
    assert.deepEqual(await gateway.createOrder(again), first)
    assert.equal(logged('order').length, made + 1)
  })

  test(`${name}: spec 11.11: a refund that is asked for again has no further effect, also after a lost answer`, async () => {
    const { orderId, paymentId } = await paid(gateway, fake, 118n * RUPEE)
    const refund = { organizationId, refundId: newUuid(), paymentId, orderId, amount: 50n * RUPEE + PAISA }
    const before = logged('refund').length
    fake.fail({ fault: 'cut_after', only: /refunds?$/, times: 1 })
    await assert.rejects(gateway.refund(refund), (error) => !(error instanceof GatewayRefusal))
    const report = await gateway.refund(refund)
    assert.deepEqual(await gateway.refund(refund), report)
    const { refundId, receipt, amount, status, reference } = report
    assert.deepEqual([report.paymentId, amount, status], [paymentId, refund.amount, 'processed'])
    assert.match(receipt as string, /^rfnd_/)
    assert.match(reference as string, /^\d{12}$/)
    assert.equal(logged('refund').length, before + 1)
    // Found by the gateway's id, and by ours, when the response with the gateway's was lost.
    for (const named of [refundId, refund.refundId, receipt as string]) {
      assert.deepEqual(await gateway.fetchRefund(organizationId, { paymentId, orderId, refundId: named }), report)
    }
    assert.equal(await gateway.fetchRefund(organizationId, { paymentId, orderId, refundId: newUuid() }), null)
    assert.equal(await gateway.fetchRefund(organizationId, { paymentId, orderId, refundId: 'rfnd_unknown' }), null)
  })

  test(`${name}: spec 11.5: a refund of more than is left is refused for good`, async () => {
    const { orderId, paymentId } = await paid(gateway, fake, 118n * RUPEE)
    const refund = (amount: Micros) => ({ organizationId, refundId: newUuid(), paymentId, orderId, amount })
    await gateway.refund(refund(100n * RUPEE))
    await assert.rejects(gateway.refund(refund(18n * RUPEE + PAISA)), GatewayRefusal)
    await gateway.refund(refund(18n * RUPEE))
  })

  test(`${name}: spec 11.2: a refund that is pending becomes processed or failed later`, async () => {
    const { orderId, paymentId } = await paid(gateway, fake, 118n * RUPEE)
    fake.refundsBecome = 'pending'
    const refund = { organizationId, refundId: newUuid(), paymentId, orderId, amount: 118n * RUPEE }
    const { refundId, status } = await gateway.refund(refund)
    fake.refundsBecome = 'processed'
    assert.equal(status, 'pending')
    await fake.settleRefund(refundId, 'failed')
    assert.equal((await gateway.fetchRefund(organizationId, { paymentId, orderId, refundId }))?.status, 'failed')
  })

  test(`${name}: spec 19.4: what is not answered, not understood or not decided is never taken for an answer`, async () => {
    const wanted = order(118n * RUPEE)
    const isUnknown = (error: unknown) => error instanceof Error && !(error instanceof GatewayRefusal)
    for (const fault of ['error_before', 'error_after', 'cut_before', 'cut_after', 'deny_before'] as const) {
      fake.fail({ fault })
      await assert.rejects(gateway.createOrder(wanted), isUnknown, fault)
      await assert.rejects(gateway.fetchPayments(organizationId, 'order_x'), isUnknown, fault)
    }
    fake.fail({ fault: 'refuse_before', only: /^POST/ })
    await assert.rejects(gateway.createOrder(order(118n * RUPEE)), GatewayRefusal)
    fake.fail(null)
  })
}

test('spec 10.12: razorpay: asked twice it makes two orders, which no field prevents; so what may be there is looked for, and the first is it', async () => {
  const wanted = order(118n * RUPEE)
  const first = await razorpay.createOrder(wanted)
  const second = await razorpay.createOrder(wanted)
  assert.notEqual(second.orderId, first.orderId)
  assert.deepEqual(await razorpay.createOrder({ ...wanted, mayExist: true }), first)
  // Another recharge's order, or one with another amount under the same receipt, does not match.
  const dearer = { ...wanted, total: 119n * RUPEE, mayExist: true }
  assert.notEqual((await razorpay.createOrder(dearer)).orderId, first.orderId)
  const asked = rzp.asked
    .filter(({ method, path }) => `${method} ${path}` === 'POST /v1/orders')
    .map(({ body }) => body)
  assert.ok(asked.every((body) => !body.includes('unique_receipt')))
  // An account that refuses a known receipt has the order whose response was lost.
  rzp.refusesReceipts = true
  assert.deepEqual(await razorpay.createOrder(wanted), first)
  rzp.refusesReceipts = false
})

test('spec 19.4: strange answers of a gateway are unknown outcomes: too large, no JSON, another amount, a redirect', async () => {
  let answer: { status: number; headers?: Record<string, string>; body: string } = { status: 200, body: '' }
  let leaked = 0
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/elsewhere')) leaked++
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const gateways = [createRazorpay(app, { ...ofRazorpay, baseUrl }), createCashfree(app, { ...ofCashfree, baseUrl })]
  for (const body of [
    '',
    'null',
    '<html>',
    '{}',
    '[]',
    '{"id":"order_1","amount":11801,"order_id":"x","order_amount":118.01,"payment_session_id":"s"}',
    '{"id":"order_1","amount":1.18e4,"payment_session_id":"s"}',
    `{"id":"${'x'.repeat(2_000_000)}"}`,
  ]) {
    answer = { status: 200, body }
    for (const gateway of gateways) {
      const isUnknown = (error: unknown) => error instanceof Error && !(error instanceof GatewayRefusal)
      await assert.rejects(gateway.createOrder(order(118n * RUPEE)), isUnknown, `${gateway.name} ${body.slice(0, 80)}`)
    }
  }
  answer = { status: 302, headers: { location: `${baseUrl}/elsewhere` }, body: '' }
  for (const gateway of gateways) await assert.rejects(gateway.createOrder(order(118n * RUPEE)))
  assert.equal(leaked, 0, 'keys are not carried elsewhere')
  server.closeAllConnections()
  server.close()
})

test('spec 19.4: a gateway that hangs is given up after its timeout, and nothing is decided', async () => {
  const timeoutMs = 100
  const hasty = [createRazorpay(app, { ...ofRazorpay, timeoutMs }), createCashfree(app, { ...ofCashfree, timeoutMs })]
  rzp.fail({ fault: 'hang_after' })
  cf.fail({ fault: 'hang_after' })
  const wanted = order(118n * RUPEE)
  const before = rzp.orders.size
  const tried = await Promise.allSettled(hasty.map((gateway) => gateway.createOrder(wanted)))
  rzp.fail(null)
  cf.fail(null)
  assert.ok(tried.every((one) => one.status === 'rejected' && !(one.reason instanceof GatewayRefusal)))
  await eventually('the order arrived', async () => rzp.orders.size > before)
  const orders = rzp.orders.size
  await razorpay.createOrder({ ...wanted, mayExist: true })
  assert.equal(rzp.orders.size, orders, 'it was placed by the request that was given up')
})

test('spec 10.12: razorpay: an account that ignores or refuses a receipt which it knows still leaves one order in use', async () => {
  const wanted = order(118n * RUPEE)
  const { orderId } = await razorpay.createOrder(wanted)
  rzp.fail({ fault: 'refuse_before', only: /^POST \/v1\/orders$/ })
  assert.equal((await razorpay.createOrder(wanted)).orderId, orderId, 'found by its receipt')
  rzp.fail(null)
})

test('razorpay: spec 10.17, 10.21: a mandate is asked for with an order, given with its payment, debited once, and cancelled', async () => {
  const expiresAt = new Date('2031-01-01T00:00:00Z')
  const mandate = { maxAmount: 5900n * RUPEE, expiresAt }
  const { orderId, session } = await razorpay.createOrder(order(1180n * RUPEE, { mandate }))
  assert.match(session as string, /^cust_/)
  const fields = razorpay.checkout?.form({ ...order(1180n * RUPEE), orderId, session, hasMandate: true }).fields
  assert.deepEqual([fields?.customer_id, fields?.recurring], [session, '1'])
  await rzp.pay(orderId, { method: 'credit_card' })
  const [report] = await razorpay.fetchPayments(organizationId, orderId)
  const given = report?.mandate
  assert.deepEqual(given, {
    token: given?.token,
    customer: session,
    status: 'active',
    maxAmount: mandate.maxAmount,
    expiresAt,
  })

  const mandates = razorpay.mandates as NonNullable<Gateway['mandates']>
  assert.deepEqual([mandates.noticeMs, mandates.debitMax], [86_400_000, 15_000n * RUPEE])
  const named = { token: given?.token as string, customerId: session as string }
  const debitOrder = order(590n * RUPEE)
  const debit = { ...debitOrder, ...named, orderId: (await razorpay.createOrder(debitOrder)).orderId }
  const attempts = () => rzp.log.filter((one) => one.kind === 'attempt' && one.orderId === debit.orderId).length
  rzp.fail({ fault: 'cut_after', only: /recurring$/, times: 1 })
  await assert.rejects(mandates.debit(debit), (error) => !(error instanceof GatewayRefusal))
  await mandates.debit(debit)
  assert.equal(attempts(), 1, 'the lost answer did not debit twice')
  assert.deepEqual(await razorpay.fetchPayments(organizationId, debit.orderId), [], 'the customer is being told')
  await rzp.settleDebits('success')
  const [debited] = await razorpay.fetchPayments(organizationId, debit.orderId)
  assert.deepEqual(
    [debited?.outcome, debited?.amount, debited?.mandate?.token],
    ['captured', 590n * RUPEE, named.token],
  )
  await mandates.debit(debit)
  assert.equal(attempts(), 1)

  const tooMuch = order(5901n * RUPEE)
  const beyond = { ...tooMuch, ...named, orderId: (await razorpay.createOrder(tooMuch)).orderId }
  await assert.rejects(mandates.debit(beyond), GatewayRefusal)

  assert.equal((await mandates.fetch(organizationId, named)).status, 'active')
  await rzp.setToken(named.token, 'paused')
  assert.equal((await mandates.fetch(organizationId, named)).status, 'paused')
  rzp.fail({ fault: 'cut_after', only: /cancel$/, times: 1 })
  await assert.rejects(mandates.cancel(organizationId, named))
  await mandates.cancel(organizationId, named)
  assert.equal((await mandates.fetch(organizationId, named)).status, 'cancelled')
  await assert.rejects(mandates.debit({ ...beyond, receipt: newReceipt() }), GatewayRefusal)
  await rzp.setToken(named.token, 'expired')
  assert.equal(
    (await mandates.fetch(organizationId, named)).status,
    'cancelled',
    'one that is not shown any more is over',
  )
})

test('razorpay: spec 18.2: every word about a mandate in a webhook is told, once it is signed', () => {
  for (const [event, said, status] of [
    ['token.confirmed', 'confirmed', 'active'],
    ['token.paused', 'paused', 'paused'],
    ['token.cancelled', 'cancelled', 'cancelled'],
    ['token.rejected', 'rejected', 'rejected'],
  ] as const) {
    const token = { id: 'token_1', customer_id: 'cust_1', max_amount: 590000, recurring_details: { status: said } }
    const body = Buffer.from(JSON.stringify({ entity: 'event', event, payload: { token: { entity: token } } }))
    assert.deepEqual(razorpay.verifyWebhook(null, body, signed(body), new Date()), [
      { object: 'mandate', token: 'token_1', customer: 'cust_1', status },
    ])
  }
})

function signed(body: Buffer): Record<string, string> {
  return { 'x-razorpay-signature': createHmac('sha256', keys.webhookSecret).update(body).digest('hex') }
}

test('cashfree: it has no mandates, and says what it needs of the customer', () => {
  assert.equal(cashfree.mandates, null)
  assert.deepEqual(cashfree.needs?.({ mandate: false }), ['phone'])
  assert.deepEqual(razorpay.needs?.({ mandate: false }), [])
  assert.deepEqual(razorpay.needs?.({ mandate: true }), ['phone', 'email'])
})
