import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askGateways, formOf, gatewayNames, install, orderOf, submit } from '../../../test/gateways/scene.ts'
import { type Company, publicId, request, startSamvad, uuidOf } from '../../../test/harness.ts'
import { balanceOf, openRecharge, RECHARGES } from '../../../test/payments.ts'
import { assertRefused } from '../../../test/story.ts'
import { NUDGE_COUNTS_EVERY_MS } from './rules.ts'

const installations = await Promise.all(
  gatewayNames.map(async (name) => install(await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' }), name)),
)

for (const { name, samvad, fake, newCompany, mustAgree } of installations) {
  const show = async (recharge: { id: string }, company: Company) =>
    (await samvad.request('GET', `${RECHARGES}/${recharge.id}`, { token: company.token })).body
  const open = async (url: string) => request(new URL(url).origin, 'GET', new URL(url).pathname)
  /** The gateway's own page with a person's input, then the return to us. */
  const payAtGateway = async (page: string, typed: Record<string, string>) => {
    const atGateway = await submit(formOf(page))
    assert.equal(atGateway.status, 200, atGateway.text)
    const paid = await submit(formOf(atGateway.text), typed)
    const link = /<a href="([^"]+)">Back/.exec(paid.text)?.[1]
    if (link === undefined) return submit(formOf(paid.text))
    const { origin, pathname, search } = new URL(link)
    const back = await request(origin, 'GET', pathname + search)
    return request(origin, 'GET', back.headers.get('location') as string)
  }

  test(`${name}: spec 10.8: the customer pays on the gateway's page, comes back, and the credit is there`, async () => {
    const company = await newCompany('Asha Mills')
    const recharge = await openRecharge(samvad, '1000.50', { payment_method: 'credit_card' }, company)
    const place = `${publicId('org', company.organizationId)}/${recharge.id}`
    assert.equal(recharge.checkout_url, `${samvad.url}/checkout/${place}`)
    const page = await open(recharge.checkout_url)
    assert.equal(page.status, 200)
    assert.match(page.text, /₹1,180\.60/)
    const back = await payAtGateway(page.text, { method: 'debit_card', outcome: 'success' })
    assert.match(back.text, /Payment received\. The credit is in the wallet/)
    assert.equal(await balanceOf(samvad, company), '1000.50')
    const shown = await show(recharge, company)
    assert.deepEqual([shown.status, shown.payment_method, shown.checkout_url], ['succeeded', 'debit_card', null])
    assert.match((await open(recharge.checkout_url)).text, /Paid/)
    await mustAgree()
  })

  test(`${name}: spec 10.6, 10.7: a failure is told with its reason, and the same page leads to another try`, async () => {
    const company = await newCompany('Bela Silks')
    const recharge = await openRecharge(samvad, '500.00', {}, company)
    const page = await open(recharge.checkout_url)
    const failed = await payAtGateway(page.text, { method: 'credit_card', outcome: 'insufficient_funds' })
    assert.match(failed.text, /Payment failed\. The account or card does not have enough funds\. You can try again\./)
    const shown = await show(recharge, company)
    assert.deepEqual([shown.status, shown.failure_reason], ['failed', 'insufficient_funds'])
    assert.equal(await balanceOf(samvad, company), '0.00')
    const paid = await payAtGateway(failed.text, { method: 'upi', outcome: 'success' })
    assert.match(paid.text, /Paid/)
    assert.equal(await balanceOf(samvad, company), '500.00')
    await mustAgree()
  })

  test(`${name}: spec 10.7: a failed payment is retried over the API, with the same order`, async () => {
    const company = await newCompany('Chitra Dairy')
    const recharge = await openRecharge(samvad, '100.00', {}, company)
    const orderId = await orderOf(samvad, recharge)
    await fake.pay(orderId, { method: 'debit_card', outcome: 'expired_card' })
    assert.equal((await show(recharge, company)).failure_reason, 'expired_card')
    const retried = await samvad.request('POST', `${RECHARGES}/${recharge.id}/retry`, { token: company.token })
    assert.deepEqual([retried.status, retried.body.status], [200, 'pending'])
    assert.equal(await orderOf(samvad, recharge), orderId)
    await fake.pay(orderId)
    assert.equal(await balanceOf(samvad, company), '100.00')
    await mustAgree()
  })

  test(`${name}: spec 10.2: each payment method is shown as it was paid, net banking with the bank's name`, async () => {
    for (const method of ['credit_card', 'debit_card', 'net_banking', 'upi', 'wallet'] as const) {
      const company = await newCompany('Divya Steels')
      const meant = { payment_method: 'net_banking', bank: 'State Bank of India' }
      const recharge = await openRecharge(samvad, '100.00', meant, company)
      await fake.pay(await orderOf(samvad, recharge), { method })
      const { payment_method, bank } = await show(recharge, company)
      assert.deepEqual([payment_method, bank], [method, method === 'net_banking' ? 'HDFC Bank' : null])
    }
  })

  test(`${name}: spec 10.15: the checkout runs no script, and its form leads to the gateway alone`, async () => {
    const company = await newCompany('<b>"Ekta" & Sons</b>')
    const recharge = await openRecharge(samvad, '118000.00', {}, company)
    const page = await open(recharge.checkout_url)
    const policy = page.headers.get('content-security-policy') as string
    assert.match(policy, /^default-src 'none'/)
    assert.doesNotMatch(policy, /unsafe/)
    assert.ok(policy.includes(`form-action ${fake.url} https://*.${name}.com;`), policy)
    assert.doesNotMatch(page.text, /<script|<b>|onsubmit/)
    assert.equal(page.headers.get('cache-control'), 'no-store')
    const { action } = formOf(page.text)
    assert.ok(action.startsWith(`${fake.url}/`))
    // With another organization's id in the URL, the payment is not found.
    const neighbour = await newCompany('Neighbour Traders')
    const stranger = `/checkout/${publicId('org', neighbour.organizationId)}/${recharge.id}`
    assert.equal((await request(samvad.url, 'GET', stranger)).status, 404)
    assert.equal((await request(samvad.url, 'GET', stranger.replace('checkout', 'checkout/return'))).status, 404)
  })

  test(`${name}: spec 10.8: coming back credits nothing by itself: the gateway is asked`, async () => {
    const company = await newCompany('Falguni Prints')
    const recharge = await openRecharge(samvad, '100.00', {}, company)
    const { pathname } = new URL(recharge.checkout_url)
    const back = pathname.replace('/checkout/', '/checkout/return/')
    const orderId = await orderOf(samvad, recharge)
    for (const query of ['', `?order_id=${orderId}&status=SUCCESS&payment_status=PAID`]) {
      const answer = await request(samvad.url, 'GET', back + query)
      assert.deepEqual([answer.status, answer.headers.get('location')], [303, pathname])
    }
    assert.equal(await balanceOf(samvad, company), '0.00')
    assert.equal((await show(recharge, company)).status, 'pending')

    // Paid, and no webhook arrives: the return alone leads to the credit, by querying the gateway.
    fake.webhooks.mode = 'dead'
    await fake.pay(orderId)
    assert.equal(await balanceOf(samvad, company), '0.00')
    samvad.setClock(new Date(Date.now() + NUDGE_COUNTS_EVERY_MS + 1000))
    assert.equal((await request(samvad.url, 'GET', back)).status, 303)
    await askGateways(samvad)
    samvad.setClock(null)
    assert.equal(await balanceOf(samvad, company), '100.00')
    fake.webhooks.mode = 'deliver'
    await mustAgree()
  })

  test(`${name}: spec 10.15: however many strangers come to the checkout and back, the gateway is called once in a while, and still asked for a week`, async () => {
    const company = await newCompany('Esha Threads')
    const start = new Date()
    samvad.setClock(start)
    const recharge = await openRecharge(samvad, '100.00', {}, company)
    const { pathname } = new URL(recharge.checkout_url)
    const back = pathname.replace('/checkout/', '/checkout/return/')
    const orderId = await orderOf(samvad, recharge)
    const calls = () => fake.asked.filter(({ path }) => path.includes(orderId)).length
    const placed = calls()
    const visit = (method: string, path: string) =>
      request(samvad.url, method, path, method === 'POST' ? { form: {} } : {})
    for (let round = 0; round < 30; round++) {
      const visits = ['GET', 'POST'].flatMap((method) => Array.from({ length: 10 }, () => visit(method, back)))
      for (const { status } of await Promise.all(visits)) assert.equal(status, 303)
    }
    assert.equal(calls(), placed, 'nobody of them made a call')
    await askGateways(samvad)
    assert.equal(calls(), placed + 1)
    // Every minute: visits use up none of the week's checks.
    for (let minute = 1; minute <= 40; minute++) {
      samvad.setClock(new Date(start.getTime() + minute * 60_000))
      await visit('GET', back)
      await askGateways(samvad)
    }
    assert.ok(calls() <= placed + 1 + 40)
    const [row] = await samvad.rows<{ check_at: Date; check_count: number }>(
      'select check_at, check_count from recharges where id = $1',
      [uuidOf('rech', recharge.id)],
    )
    assert.deepEqual([row?.check_count, row?.check_at], [7, new Date(start.getTime() + 50 * 60_000)])
    samvad.setClock(null)
  })

  test(`${name}: spec 10.15: the pages of a recharge show no email, phone or name of the customer, and the gateway gets none by the browser`, async () => {
    const company = await newCompany('Farida Silks')
    const json = { legal_name: 'Farida Silks LLP', email: 'farida@silks.example', phone: '+919876500001' }
    assert.equal((await samvad.request('PUT', '/api/v1/billing/profile', { token: company.token, json })).status, 200)
    const recharge = await openRecharge(samvad, '100.00', {}, company)
    const page = await open(recharge.checkout_url)
    const back = await payAtGateway(page.text, { method: 'upi', outcome: 'success' })
    for (const { text } of [page, back]) assert.doesNotMatch(text, /Farida|silks\.example|9876500001|prefill/)
    assert.match((await open(recharge.checkout_url)).text, /Paid/)
  })

  test(`${name}: spec 19.4: a gateway that does not answer at the checkout leaves the page to try again`, async () => {
    const company = await newCompany('Gauri Tours')
    fake.fail({ fault: 'error_before', only: /^POST .*\/orders$/ })
    const recharge = await openRecharge(samvad, '100.00', {}, company)
    const waiting = await open(recharge.checkout_url)
    assert.equal(waiting.status, 200)
    assert.match(waiting.text, /has not responded yet/)
    assert.equal((await show(recharge, company)).status, 'created')
    fake.fail(null)
    samvad.setClock(new Date(Date.now() + NUDGE_COUNTS_EVERY_MS + 1000))
    const page = await open(recharge.checkout_url)
    samvad.setClock(null)
    assert.match(page.text, /<form method="post"/)
    fake.fail({ fault: 'error_before', only: /payments$/ })
    const paid = await payAtGateway(page.text, { method: 'upi', outcome: 'success' })
    assert.match(paid.text, /Paid/, 'the webhook had come')
    fake.fail(null)
    await mustAgree()
  })
}

const [razorpay] = installations as [(typeof installations)[0], (typeof installations)[0]]

test('razorpay: spec 18.2: a return with a wrong signature is refused, and the gateway is not even asked', async () => {
  const { samvad, fake, newCompany } = razorpay
  const company = await newCompany('Hema Spices')
  const recharge = await openRecharge(samvad, '100.00', {}, company)
  const orderId = await orderOf(samvad, recharge)
  fake.webhooks.mode = 'dead'
  const { fields } = (await fake.pay(orderId)) as { fields: Record<string, string> }
  fake.webhooks.mode = 'deliver'
  const back = new URL(recharge.checkout_url).pathname.replace('/checkout/', '/checkout/return/')
  const asked = fake.asked.length
  const changes: Record<string, string>[] = [
    { razorpay_signature: 'f'.repeat(64) },
    { razorpay_signature: '' },
    { razorpay_payment_id: 'pay_other' },
  ]
  for (const change of changes) {
    assertRefused(await request(samvad.url, 'POST', back, { form: { ...fields, ...change } }), 401, 'unauthenticated')
  }
  const { razorpay_signature: _, ...unsigned } = fields
  assertRefused(await request(samvad.url, 'POST', back, { form: unsigned }), 401, 'unauthenticated')
  assert.equal(fake.asked.length, asked)
  assert.equal(await balanceOf(samvad, company), '0.00')
  assert.equal((await request(samvad.url, 'POST', back, { form: fields })).status, 303)
  assert.equal(await balanceOf(samvad, company), '100.00')
})

test('razorpay: spec 10.8: an authorized payment is no credit until the gateway has captured it', async () => {
  const { samvad, fake, newCompany, mustAgree } = razorpay
  const company = await newCompany('Indira Looms')
  const recharge = await openRecharge(samvad, '100.00', {}, company)
  const { paymentId, fields } = (await fake.pay(await orderOf(samvad, recharge), { outcome: 'authorized' })) as {
    paymentId: string
    fields: Record<string, string>
  }
  const back = new URL(recharge.checkout_url).pathname.replace('/checkout/', '/checkout/return/')
  assert.equal((await request(samvad.url, 'POST', back, { form: fields })).status, 303, 'its signature is good')
  assert.equal(await balanceOf(samvad, company), '0.00')
  await fake.capture(paymentId)
  assert.equal(await balanceOf(samvad, company), '100.00')
  await mustAgree()
})

test('cashfree: spec 10.5: without a phone number a recharge is refused with the remedy, and nothing is stored', async () => {
  const { samvad, fake, newCompany } = installations[1] as (typeof installations)[0]
  const company = await samvad.newCompany('Jaya Motors')
  const orders = fake.orders.size
  const refused = await samvad.request('POST', RECHARGES, { token: company.token, json: { amount: '100.00' } })
  assertRefused(refused, 422, 'invalid_content', 'phone')
  assert.equal(refused.body.reason, 'billing_phone_missing')
  assert.deepEqual(await samvad.rows(`select id from recharges where org_id = $1`, [company.organizationId]), [])
  assert.deepEqual(await samvad.rows(`select id from transactions where org_id = $1`, [company.organizationId]), [])
  assert.equal(fake.orders.size, orders)
  await openRecharge(samvad, '100.00', {}, await newCompany('Kala Arts'))
})
