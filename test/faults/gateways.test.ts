import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { gatewayWebhooks } from '#kit/metrics.ts'
import type { Webhook } from '../gateways/fake.ts'
import { askGateways, gatewayNames, install, orderOf } from '../gateways/scene.ts'
import { type Company, publicId, request, startSamvad } from '../harness.ts'
import { isLong } from '../long-stories.ts'
import { balanceOf, openRecharge, RECHARGES } from '../payments.ts'
import { bent } from '../story.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const STEP_MINUTES = 5

const installations = await Promise.all(
  gatewayNames.map(async (name) => install(await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' }), name)),
)

for (const { name, samvad, fake, newCompany, mustAgree } of installations) {
  const { webhooks } = fake
  /** For code shared by all gateways: tested with the first, and in `npm run test:long -- stories` with each. */
  const it = isLong || name === gatewayNames[0] ? test : test.skip
  const show = async (recharge: { id: string }, company: Company) =>
    (await samvad.request('GET', `${RECHARGES}/${recharge.id}`, { token: company.token })).body
  const begin = async (title: string, amount = '100.00') => {
    const company = await newCompany(title)
    const recharge = await openRecharge(samvad, amount, {}, company)
    return { company, recharge, orderId: await orderOf(samvad, recharge) }
  }
  /** Pays, and holds the webhooks. */
  const payHeld = async (orderId: string, paying = {}) => {
    webhooks.mode = 'hold'
    const paid = await fake.pay(orderId, paying)
    webhooks.mode = 'deliver'
    return { ...paid, told: webhooks.waiting.splice(0) }
  }
  const success = (told: Webhook[]) => told.find(({ type }) => /captured|SUCCESS/.test(type)) as Webhook
  const ledgerOf = ({ organizationId }: Company) =>
    samvad.rows(
      `select kind, status, amount_micros, key from transactions where org_id = $1 order by wallet_version, id`,
      [organizationId],
    )

  void it(`${name}: spec 10.9, 19.4: a webhook that comes 50 times at once credits once`, async () => {
    const { company, orderId } = await begin('Asha Mills')
    const { told } = await payHeld(orderId)
    const statuses = await Promise.all(Array.from({ length: 50 }, () => webhooks.send(success(told))))
    // 503 where the wallet was locked for too long.
    assert.ok(statuses.every((status) => status === 200 || status === 503))
    for (const one of told) assert.equal(await webhooks.send(one), 200)
    assert.equal(await balanceOf(samvad, company), '100.00')
    const events = await samvad.rows(`select id from events where org_id = $1 and type = 'recharge.completed'`, [
      company.organizationId,
    ])
    assert.equal(events.length, 1)
    await mustAgree()
  })

  void it(`${name}: spec 10.9, 19.4: webhooks in reverse order leave the same credit, and a late failure changes nothing`, async () => {
    const { company, recharge, orderId } = await begin('Bela Silks')
    const failed = await payHeld(orderId, { outcome: 'bank_declined' })
    const paid = await payHeld(orderId)
    for (const one of [...failed.told, ...paid.told].reverse()) assert.equal(await webhooks.send(one), 200)
    assert.equal(await balanceOf(samvad, company), '100.00')
    const { status, failure_reason } = await show(recharge, company)
    assert.deepEqual([status, failure_reason], ['succeeded', null])
    await mustAgree()
  })

  void it(`${name}: spec 10.7: a payment that failed and is captured after all is credited, by webhook or by asking`, async () => {
    for (const mode of ['deliver', 'dead'] as const) {
      const start = new Date()
      const { company, recharge, orderId } = await begin('Chitra Dairy')
      const { paymentId } = await fake.pay(orderId, { outcome: 'insufficient_funds' })
      assert.equal((await show(recharge, company)).status, 'failed')
      webhooks.mode = mode
      await fake.capture(paymentId)
      webhooks.mode = 'deliver'
      samvad.setClock(new Date(start.getTime() + 15 * MINUTE_MS))
      await askGateways(samvad)
      samvad.setClock(null)
      assert.equal(await balanceOf(samvad, company), '100.00')
      assert.deepEqual(
        (await ledgerOf(company)).map(({ status }) => status).sort(),
        ['completed', 'failed'],
        'the failed transaction stays as it was',
      )
    }
    await mustAgree()
  })

  test(`${name}: spec 18.2: forged webhooks change nothing, and the true one is taken`, async () => {
    const { company, recharge, orderId } = await begin('Divya Steels')
    const { told } = await payHeld(orderId)
    const real = success(told)
    const signature = name === 'razorpay' ? 'x-razorpay-signature' : 'x-webhook-signature'
    const other = await begin('Neighbour Traders')
    const without = (header: string) => {
      const { [header]: _, ...headers } = real.headers
      return { ...real, headers }
    }
    const forgeries: Webhook[] = [
      without(signature),
      { ...real, headers: { ...real.headers, [signature]: '' } },
      { ...real, headers: { ...real.headers, [signature]: bent(real.headers[signature] as string) } },
      { ...real, body: real.body.replace(orderId, other.orderId) },
      { ...real, body: `${real.body} ` },
      ...(name === 'cashfree'
        ? [
            without('x-webhook-timestamp'),
            { ...real, headers: { ...real.headers, 'x-webhook-timestamp': String(Date.now() + 1) } },
            { ...real, headers: { ...real.headers, 'x-webhook-timestamp': 'NaN' } },
          ]
        : []),
    ]
    for (const forged of forgeries) assert.equal(await webhooks.send(forged), 401, JSON.stringify(forged))
    const headers = { ...real.headers, 'content-type': 'application/x-www-form-urlencoded' }
    assert.equal(await webhooks.send({ ...real, headers, body: `a=${real.body}` }), 415, 'not read at all')
    assert.equal(await balanceOf(samvad, company), '0.00')
    assert.equal(await balanceOf(samvad, other.company), '0.00')
    assert.equal((await show(recharge, company)).status, 'pending')
    assert.equal(await webhooks.send(real), 200)
    assert.equal(await balanceOf(samvad, company), '100.00')
    await mustAgree()
  })

  test(`${name}: spec 10.14: a webhook about an order that is not known yet is answered with 404, so that it is told again; one of another system on the same account is ignored`, async () => {
    const { company, orderId } = await begin('Ekta Pharma')
    const { told } = await payHeld(orderId)
    const about = (order: string, change = (body: string) => body) =>
      webhooks.signed('strange', change(success(told).body.replaceAll(orderId, order)))
    // It carries an id of our form, in a note or as the order's id.
    const ours = publicId('rech', newUuid())
    const mark = (body: string) => body.replaceAll('"notes":[]', `"notes":{"recharge":"${ours}"}`)
    const mayBeOurs = name === 'razorpay' ? about('order_notYetNoted', mark) : about(ours)
    const theirs = [about('order_ofAnotherSystem'), about('INV-2026/77'), about('rech_notOfOurForm')]
    const abroad = (body: string) => body.replaceAll('"INR"', '"USD"')
    const ignored = async () =>
      (await gatewayWebhooks.get()).values.find(({ labels }) => labels.gateway === name && labels.result === 'ignored')
        ?.value ?? 0
    const before = await ignored()
    assert.equal(await webhooks.send(mayBeOurs), 404)
    for (const one of [...theirs, about('order_abroad', abroad)]) assert.equal(await webhooks.send(one), 200, one.body)
    assert.equal(await ignored(), before + 4, 'what has another currency is counted too')
    const unknown = webhooks.signed(
      'x',
      JSON.stringify({ entity: 'event', event: 'settlement.processed', type: 'SETTLEMENT_SUCCESS' }),
    )
    assert.equal(await webhooks.send(unknown), 200, 'what is not for us is acknowledged')
    assert.equal(await ignored(), before + 5, 'and counted')
    const odd = webhooks.signed('x', mark(abroad(success(told).body)))
    assert.notEqual(await webhooks.send(odd), 200)
    assert.equal(await balanceOf(samvad, company), '0.00')
    assert.equal(await webhooks.send(success(told)), 200)
    await mustAgree()
  })

  test(`${name}: spec 10.9: a webhook that comes 7 days late does no harm, and the payment is credited once`, async () => {
    const start = new Date()
    const { company, orderId } = await begin('Falguni Prints')
    const { told } = await payHeld(orderId)
    samvad.setClock(new Date(start.getTime() + 7 * DAY_MS))
    const status = await webhooks.send(success(told))
    // Where the signature contains the time, an old one is refused, and a query settles the payment.
    assert.equal(status, name === 'razorpay' ? 200 : 401)
    assert.equal(await balanceOf(samvad, company), name === 'razorpay' ? '100.00' : '0.00')
    await askGateways(samvad)
    assert.equal(await balanceOf(samvad, company), '100.00')
    await webhooks.send(success(told))
    samvad.setClock(null)
    assert.equal(await balanceOf(samvad, company), '100.00')
    await mustAgree()
  })

  for (const fault of ['cut_after', 'error_after', 'cut_before', 'error_before'] as const) {
    const story = fault === 'cut_after' ? test : it
    void story(`${name}: spec 10.12: an order whose answer is lost (${fault}) is placed once`, async () => {
      const start = new Date()
      const before = fake.orders.size
      fake.fail({ fault, only: /\/orders$/ })
      const company = await newCompany('Gauri Tours')
      const recharge = await openRecharge(samvad, '100.00', {}, company)
      assert.equal((await show(recharge, company)).status, 'created', 'nobody knows, so nothing is decided')
      samvad.setClock(new Date(start.getTime() + MINUTE_MS + 1000))
      await askGateways(samvad)
      assert.equal((await show(recharge, company)).status, 'created')
      fake.fail(null)
      samvad.setClock(new Date(start.getTime() + 5 * MINUTE_MS))
      await askGateways(samvad)
      assert.equal((await show(recharge, company)).status, 'pending')
      assert.equal(fake.orders.size, before + 1)
      await fake.pay(await orderOf(samvad, recharge))
      samvad.setClock(null)
      assert.equal(await balanceOf(samvad, company), '100.00')
      await mustAgree()
    })
  }

  void it(`${name}: spec 10.11: with no webhooks and a gateway that fails for 10 minutes, a payment is credited within 15`, async () => {
    for (const fault of ['error_before', 'cut_after'] as const) {
      const start = new Date()
      const { company, orderId } = await begin('Hema Spices')
      webhooks.mode = 'dead'
      await fake.pay(orderId)
      fake.fail({ fault })
      for (let minute = 1; minute <= 15; minute++) {
        if (minute === 11) fake.fail(null)
        samvad.setClock(new Date(start.getTime() + minute * MINUTE_MS + 1000))
        await askGateways(samvad)
        assert.equal(await balanceOf(samvad, company), minute < 12 ? '0.00' : '100.00', `minute ${minute}`)
      }
      samvad.setClock(null)
      webhooks.mode = 'deliver'
    }
    await mustAgree()
  })

  void it(`${name}: spec 10.11: webhooks dead for a day: asking alone credits every payment, whenever it is made, within 15 minutes`, async () => {
    const start = new Date()
    webhooks.mode = 'dead'
    const due = new Map<Company, number>()
    const waiting: { company: Company; recharge: { checkout_url: string; id: string }; at: number }[] = []
    for (const hours of [0, 1, 3, 9, 23]) {
      const { company, recharge } = await begin(`Shop ${hours}`)
      waiting.push({ company, recharge, at: hours * 60 + 7 })
    }
    const unpaid = await begin('Unpaid')
    for (let minute = 0; minute <= 24 * 60; minute += STEP_MINUTES) {
      samvad.setClock(new Date(start.getTime() + minute * MINUTE_MS))
      for (const one of waiting.filter(({ at }) => at >= minute && at < minute + STEP_MINUTES)) {
        // The customer opens the checkout before paying.
        const { origin, pathname } = new URL(one.recharge.checkout_url)
        assert.equal((await request(origin, 'GET', pathname)).status, 200)
        await fake.pay(await orderOf(samvad, one.recharge))
        due.set(one.company, minute + 15)
      }
      await askGateways(samvad)
      for (const [company, until] of due) {
        if (minute < until) continue
        assert.equal(await balanceOf(samvad, company), '100.00', `by minute ${until}`)
        due.delete(company)
      }
    }
    samvad.setClock(null)
    webhooks.mode = 'deliver'
    assert.equal(await balanceOf(samvad, unpaid.company), '0.00')
    assert.equal((await show(unpaid.recharge, unpaid.company)).status, 'pending')
    assert.ok(fake.asked.length > 0)
    await mustAgree()
  })

  test(`${name}: spec 10.12: an order that the gateway refuses fails the recharge, visibly, and a retry places it`, async () => {
    const company = await newCompany('Indira Looms')
    const { organizationId, token } = company
    const before = fake.orders.size
    fake.fail({ fault: 'refuse_before', only: /^POST .*\/orders$/ })
    const recharge = await openRecharge(samvad, '100.00', {}, company)
    const failed = await show(recharge, company)
    assert.deepEqual([failed.status, failed.failure_reason], ['failed', 'gateway_error'])
    assert.deepEqual(
      (await ledgerOf(company)).map(({ status }) => status),
      ['failed'],
    )
    const told = async () =>
      (
        await samvad.rows(`select type from events where org_id = $1 and type ~ '^(payment|recharge)' order by id`, [
          organizationId,
        ])
      ).map(({ type }) => type)
    assert.deepEqual(await told(), ['payment.failed'])
    const { origin, pathname } = new URL(recharge.checkout_url)
    assert.match((await request(origin, 'GET', pathname)).text, /did not accept this payment/)

    const retry = () => samvad.request('POST', `${RECHARGES}/${recharge.id}/retry`, { token })
    assert.equal((await retry()).status, 200)
    assert.equal((await show(recharge, company)).status, 'failed', 'refused again')
    fake.fail(null)
    assert.equal((await retry()).status, 200)
    assert.equal((await show(recharge, company)).status, 'pending')
    assert.equal(fake.orders.size, before + 1)
    await fake.pay(await orderOf(samvad, recharge))
    assert.equal(await balanceOf(samvad, company), '100.00')
    assert.deepEqual(await told(), ['payment.failed', 'payment.failed', 'recharge.completed'])
    await mustAgree()
  })

  test(`${name}: spec 19.4: keys that the gateway does not know decide nothing about anybody's payment`, async () => {
    const start = new Date()
    const company = await newCompany('Jaya Motors')
    fake.fail({ fault: 'deny_before' })
    const recharge = await openRecharge(samvad, '100.00', {}, company)
    assert.equal((await show(recharge, company)).status, 'created')
    fake.fail(null)
    samvad.setClock(new Date(start.getTime() + 2 * MINUTE_MS))
    await askGateways(samvad)
    samvad.setClock(null)
    assert.equal((await show(recharge, company)).status, 'pending')
  })
}
