// An account that also serves another system: that system's webhooks must not make the gateway disable our address.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { withRazorpay } from '../../../test/gateways/scene.ts'
import { publicId, startSamvad, uuidOf } from '../../../test/harness.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const { fake } = await withRazorpay(samvad)

/** Sends it as Razorpay does; returns the response's status. */
const send = (event: string, payload: Record<string, object>) =>
  fake.webhooks.send(
    fake.webhooks.signed(
      event,
      JSON.stringify({
        entity: 'event',
        event,
        contains: Object.keys(payload),
        payload: Object.fromEntries(Object.entries(payload).map(([name, entity]) => [name, { entity }])),
      }),
    ),
  )

const ours = publicId('rech', newUuid())
const payment = {
  id: 'pay_x',
  order_id: 'order_x',
  status: 'captured',
  amount: 11800,
  currency: 'INR',
  method: 'upi',
  notes: [],
}
const refund = {
  id: 'rfnd_x',
  payment_id: 'pay_x',
  status: 'processed',
  amount: 100,
  currency: 'INR',
  notes: [],
  receipt: null,
}

test('spec 10.14: a payment of another order is ignored, unless its note or the receipt of its order is of our form', async () => {
  assert.equal(await send('payment.captured', { payment }), 200)
  assert.equal(await send('payment.failed', { payment: { ...payment, status: 'failed' } }), 200)
  assert.equal(await send('order.paid', { payment, order: { receipt: 'INV-77', notes: { shop: 'Pune' } } }), 200)
  assert.equal(await send('order.paid', { payment, order: { receipt: ours, notes: [] } }), 404)
  assert.equal(await send('order.paid', { payment, order: { receipt: null, notes: { recharge: ours } } }), 404)
  assert.equal(await send('payment.captured', { payment: { ...payment, notes: { recharge: ours } } }), 404)
  // Anything but our own reference is not a mark, whatever its form.
  for (const recharge of ['rech_1', ours.replace('rech', 'inv'), ours.toUpperCase(), { toString: 1 }, null, 7])
    assert.equal(await send('payment.captured', { payment: { ...payment, notes: { recharge } } }), 200)
})

test('spec 10.14: so is a refund that is neither ours nor of a payment that bears our mark', async () => {
  assert.equal(await send('refund.processed', { refund, payment }), 200)
  assert.equal(await send('refund.processed', { refund: { ...refund, receipt: publicId('rfnd', newUuid()) } }), 404)
  assert.equal(await send('refund.created', { refund, payment: { ...payment, notes: { recharge: ours } } }), 404)
})

test("spec 10.14: and a token of somebody else's customer; of one that is ours, or that nobody names, it is told again", async () => {
  const company = await samvad.newCompany('Asha Mills')
  const profile = { phone: '+919812345678', email: 'accounts@company.example', state_code: '29' }
  await samvad.request('PUT', '/api/v1/billing/profile', { token: company.token, json: profile })
  const json = { enabled: true, threshold: '199.00', amount: '200.00' }
  await samvad.request('PUT', '/api/v1/billing/auto_recharge', { token: company.token, json })
  const [order] = [...fake.orders.values()].filter(({ token }) => token !== null)
  assert.ok(order?.customer_id)
  const token = { id: 'token_x', recurring_details: { status: 'confirmed' } }
  const tell = (customer: object) => send('token.confirmed', { token: { ...token, ...customer } })
  assert.equal(await tell({ customer_id: 'cust_ofAnotherSystem' }), 200)
  assert.equal(await tell({ customer_id: order.customer_id }), 404)
  assert.equal(await tell({}), 404)
})

test('spec 10.14: what the checkout and its payments bear is the recharge, so that their webhooks are known by it', async () => {
  const company = await samvad.newCompany('Bela Silks')
  const made = await samvad.request('POST', '/api/v1/billing/recharges', {
    token: company.token,
    json: { amount: '100.00' },
  })
  const order = [...fake.orders.values()].find(({ receipt }) => receipt === made.body.id)
  const marks = { organization: publicId('org', company.organizationId), recharge: made.body.id }
  assert.deepEqual(order?.notes, marks)
  const page = (await samvad.request('GET', new URL(made.body.checkout_url).pathname)).text
  for (const [name, value] of Object.entries(marks))
    assert.ok(page.includes(`name="notes[${name}]" value="${value}"`), page)
  assert.ok(uuidOf('rech', made.body.id))
})
