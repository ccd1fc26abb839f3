// Disputes, and refunds that somebody began in the gateway's dashboard, through gateways that speak Razorpay's and
// Cashfree's protocol: nothing that they tell is lost, and no paisa is taken twice.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { claimsOf, installDisputing, spender } from '../../../test/claims.ts'
import { gatewayNames } from '../../../test/gateways/scene.ts'
import { type Company, publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { balanceOf } from '../../../test/payments.ts'
import { approvedRefund, decideOn, refundNow, requestedRefund, runJob } from '../../../test/refunds.ts'

const SECOND_MS = 1000

for (const name of gatewayNames) {
  const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
  const gateway = await installDisputing(samvad, name)
  const { operator } = gateway
  after(() => gateway.fake.close())
  let now = Math.floor(Date.now() / SECOND_MS) * SECOND_MS
  samvad.setClock(new Date(now))
  const pass = (seconds = 60) => samvad.setClock(new Date((now += seconds * SECOND_MS)))

  const eventsOf = async ({ organizationId }: Company): Promise<[string, string][]> =>
    (
      await samvad.rows(
        `select type, payload ->> 'status' as status from events
          where org_id = $1 and type in ('payment.disputed', 'payment.refunded_at_gateway', 'payment.taken_back')
          order by id`,
        [organizationId],
      )
    ).map(({ type, status }) => [type, status])
  const invoice = async (company: Company, id: string | null | undefined) =>
    (
      await samvad.request('GET', `/api/v1/billing/invoices/${id}`, {
        token: company.token,
        headers: { accept: 'application/json' },
      })
    ).body
  const transaction = async (company: Company, id: string | null | undefined) =>
    (await samvad.request('GET', `/api/v1/billing/transactions/${id}`, { token: company.token })).body
  const paying = async (title: string) => {
    pass()
    gateway.fake.fail(null)
    gateway.fake.webhooks.mode = 'deliver'
    gateway.fake.refundsBecome = 'processed'
    const company = await gateway.newCompany(title)
    const { recharge, paymentId } = await gateway.paid(company)
    assert.equal(await balanceOf(samvad, company), '1000.00')
    pass()
    return { company, recharge, paymentId }
  }

  test(`spec 11.13, 11.17: ${name} tells of a dispute: it is on the recharge and in the list of operators, and takes nothing`, async () => {
    const { company, recharge, paymentId } = await paying('Asha Mills')
    const id = await gateway.dispute(paymentId, 'created')
    const [claim, ...others] = await claimsOf(samvad, company, recharge)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [claim?.kind, claim?.status, claim?.gateway, claim?.reference, claim?.payment_reference, claim?.total],
      ['dispute', 'open', name, id, paymentId, '1180.00'],
    )
    assert.equal(claim?.phase, 'chargeback')
    assert.ok(claim?.reason_code && claim.respond_by)
    assert.deepEqual([claim.is_paid_out, claim.taken, claim.shortfall, claim.takings], [false, '0.00', '0.00', []])
    assert.equal(await balanceOf(samvad, company), '1000.00')

    pass()
    await gateway.dispute(paymentId, 'under_review', { id })
    pass()
    await gateway.dispute(paymentId, 'action_required', { id })
    assert.equal((await claimsOf(samvad, company, recharge))[0]?.status, 'action_required')
    const seen = await samvad.request('GET', '/v1/payment_claims?status=action_required', { token: operator.token })
    assert.deepEqual(
      seen.body.data.map((one: { reference: string; organization_id: string }) => [one.reference, one.organization_id]),
      [[id, publicId('org', company.organizationId)]],
    )
    pass()
    await gateway.dispute(paymentId, 'won', { id })
    const [won] = await claimsOf(samvad, company, recharge)
    assert.deepEqual([won?.status, won?.taken, won?.is_paid_out], ['won', '0.00', false])
    assert.equal(await balanceOf(samvad, company), '1000.00')
    assert.deepEqual(
      await eventsOf(company),
      ['open', 'under_review', 'action_required', 'won'].map((status) => ['payment.disputed', status]),
    )
  })

  test(`spec 11.14: a dispute that is lost at ${name} takes the credit back, with a credit note that has no reason`, async () => {
    const { company, recharge, paymentId } = await paying('Bela Silks')
    const id = await gateway.dispute(paymentId, 'created')
    pass()
    await gateway.dispute(paymentId, 'lost', { id })
    assert.equal(await balanceOf(samvad, company), '0.00')
    const [claim] = await claimsOf(samvad, company, recharge)
    assert.deepEqual(
      [claim?.status, claim?.taken, claim?.taken_tax, claim?.shortfall, claim?.shortfall_tax],
      ['lost', '1000.00', '180.00', '0.00', '0.00'],
    )
    const [taking] = claim?.takings ?? []
    const booked = await transaction(company, taking?.refund_transaction_id)
    assert.deepEqual(
      [booked.kind, booked.status, booked.amount, booked.balance_after, booked.reverses_id],
      ['refund', 'completed', '-1000.00', '0.00', taking?.transaction_id],
    )
    const note = await invoice(company, taking?.credit_note_id)
    assert.deepEqual(
      [note.kind, note.reason, note.taxable_amount, note.total],
      ['credit_note', null, '1000.00', '1180.00'],
    )
    const original = await invoice(company, note.original_invoice.id)
    assert.deepEqual([original.status, original.amount_credited], ['credited', '1180.00'])
    assert.deepEqual(await eventsOf(company), [
      ['payment.disputed', 'open'],
      ['payment.disputed', 'lost'],
      ['payment.taken_back', 'lost'],
    ])
    const { rows } = {
      rows: await samvad.rows(`select action from audit_log where org_id = $1`, [company.organizationId]),
    }
    assert.ok(rows.some(({ action }) => action === 'payment.taken_back'))
  })

  test(`spec 11.14: what was spent of a payment that is lost at ${name} is shown as missing, and the balance is not below zero`, async () => {
    const { company, recharge, paymentId } = await paying('Chand Papers')
    const spend = await spender(samvad, gateway, company, '400.005')
    assert.equal((await spend()).status, 201)
    assert.equal(await balanceOf(samvad, company), '599.995')
    await gateway.dispute(paymentId, 'lost')
    const [claim] = await claimsOf(samvad, company, recharge)
    assert.deepEqual(
      [claim?.taken, claim?.taken_tax, claim?.shortfall, claim?.shortfall_tax],
      ['599.99', '108.00', '400.01', '72.00'],
    )
    assert.equal(await balanceOf(samvad, company), '0.005')
    const [event] = await samvad.rows(`select payload from events where org_id = $1 and type = 'payment.taken_back'`, [
      company.organizationId,
    ])
    assert.deepEqual([event?.payload.taken, event?.payload.shortfall], ['599.99', '400.01'])
    // It is not taken of what comes in later.
    pass()
    const again = await gateway.paid(company)
    await gateway.dispute(paymentId, 'lost', { id: claim?.reference as string })
    assert.equal(await balanceOf(samvad, company), '1000.005')
    assert.deepEqual(await claimsOf(samvad, company, again.recharge), [])
  })

  test(`spec 11.14: a wallet that has nothing left gives nothing to a dispute lost at ${name}: all of it is missing`, async () => {
    const { company, recharge, paymentId } = await paying('Divya Steels')
    const spend = await spender(samvad, gateway, company, '1000.00')
    assert.equal((await spend()).status, 201)
    await gateway.dispute(paymentId, 'lost')
    const [claim] = await claimsOf(samvad, company, recharge)
    assert.deepEqual([claim?.taken, claim?.shortfall, claim?.shortfall_tax], ['0.00', '1000.00', '180.00'])
    assert.deepEqual(
      claim?.takings.map((one) => [one.refund_transaction_id, one.credit_note_id]),
      [[null, null]],
    )
    assert.equal(await balanceOf(samvad, company), '0.00')
  })

  test(`spec 11.14: a refund in the dashboard of ${name} takes its part of the credit back once it is processed`, async () => {
    const { company, recharge, paymentId } = await paying('Esha Toys')
    const id = await gateway.refundInDashboard(paymentId, 590_00n, 'pending')
    const [pending] = await claimsOf(samvad, company, recharge)
    assert.deepEqual([pending?.kind, pending?.status, pending?.reference], ['gateway_refund', 'pending', id])
    assert.equal(await balanceOf(samvad, company), '1000.00')
    pass()
    await gateway.settleRefund(id, 'processed')
    const [claim] = await claimsOf(samvad, company, recharge)
    assert.deepEqual(
      [claim?.status, claim?.total, claim?.taken, claim?.taken_tax],
      ['processed', '590.00', '500.00', '90.00'],
    )
    assert.equal((await invoice(company, claim?.takings[0]?.credit_note_id)).reason, null)
    assert.equal(await balanceOf(samvad, company), '500.00')
    await gateway.mustAgree()
    assert.deepEqual(await eventsOf(company), [
      ['payment.refunded_at_gateway', 'pending'],
      ['payment.refunded_at_gateway', 'processed'],
      ['payment.taken_back', 'processed'],
    ])
  })

  test(`spec 11.17: a refund in the dashboard of ${name} that fails takes nothing; one that fails afterwards is shown`, async () => {
    const { company, recharge, paymentId } = await paying('Farid Seeds')
    await gateway.refundInDashboard(paymentId, 118_00n, 'failed')
    assert.deepEqual(
      (await claimsOf(samvad, company, recharge)).map(({ status, taken }) => [status, taken]),
      [['failed', '0.00']],
    )
    pass()
    const id = await gateway.refundInDashboard(paymentId, 236_00n)
    pass()
    await gateway.settleRefund(id, 'failed')
    const [, second] = await claimsOf(samvad, company, recharge)
    assert.deepEqual([second?.status, second?.taken, second?.is_paid_out], ['failed', '200.00', true])
    assert.equal(await balanceOf(samvad, company), '800.00')
  })

  test(`spec 11.15: webhooks of ${name} repeated, reversed and late take once`, async () => {
    const { company, recharge, paymentId } = await paying('Gita Tours')
    gateway.fake.webhooks.mode = 'hold'
    const id = await gateway.dispute(paymentId, 'created')
    pass(1)
    await gateway.dispute(paymentId, 'under_review', { id })
    pass(1)
    await gateway.dispute(paymentId, 'lost', { id })
    const told = [...gateway.fake.webhooks.waiting]
    assert.equal(told.length, 3)
    assert.deepEqual(await gateway.fake.webhooks.sendWaiting((all) => all.toReversed()), [200, 200, 200])
    for (let times = 0; times < 3; times++) for (const webhook of told) await gateway.fake.webhooks.send(webhook)
    await Promise.all(told.map((webhook) => gateway.fake.webhooks.send(webhook)))
    const [claim] = await claimsOf(samvad, company, recharge)
    assert.deepEqual([claim?.status, claim?.taken, claim?.takings.length], ['lost', '1000.00', 1])
    assert.equal(await balanceOf(samvad, company), '0.00')
    assert.deepEqual(await eventsOf(company), [
      ['payment.disputed', 'lost'],
      ['payment.taken_back', 'lost'],
    ])
  })

  test(`spec 11.15: a dispute lost at ${name} after a refund in the dashboard of the same payment takes the rest alone`, async () => {
    const { company, recharge, paymentId } = await paying('Hira Gems')
    await gateway.refundInDashboard(paymentId, 590_01n)
    const afterRefund = await balanceOf(samvad, company)
    pass()
    await gateway.dispute(paymentId, 'lost')
    const claims = await claimsOf(samvad, company, recharge)
    const sum = (of: 'taken' | 'taken_tax' | 'shortfall') =>
      claims.reduce((all, one) => all + Math.round(Number(one[of]) * 100), 0)
    assert.deepEqual([sum('taken'), sum('taken_tax'), sum('shortfall')], [1000_00, 180_00, 0])
    assert.equal(afterRefund, '499.99')
    assert.equal(await balanceOf(samvad, company), '0.00')
    pass()
    await gateway.dispute(paymentId, 'lost')
    assert.equal((await claimsOf(samvad, company, recharge))[2]?.taken, '0.00', 'a second dispute finds nothing left')
  })

  test(`spec 11.15: parts of a payment that is disputed at ${name} add up to it, with the refund that was approved here`, async () => {
    const { company, recharge, paymentId } = await paying('Indu Spices')
    const refund = await approvedRefund(
      samvad,
      operator as never,
      { recharge_id: recharge.id, amount: '333.33' },
      company,
    )
    await runJob(samvad, 'refund')
    assert.equal((await refundNow(samvad, refund, company)).status, 'completed')
    assert.equal(await balanceOf(samvad, company), '666.67')
    await gateway.dispute(paymentId, 'lost', { amount: 100_01n })
    const [first] = await claimsOf(samvad, company, recharge)
    assert.deepEqual([first?.total, first?.taken, first?.taken_tax], ['100.01', '84.75', '15.26'])
    pass()
    await gateway.dispute(paymentId, 'lost', { amount: 1180_00n })
    assert.equal(await balanceOf(samvad, company), '0.00')
    const [books] = await samvad.rows(
      `select balance_micros from ledger_balances where org_id = $1 and account = 'tax'`,
      [company.organizationId],
    )
    assert.equal(books?.balance_micros ?? 0n, 0n, 'no tax is owed on a payment that went back whole')
    const more = await samvad.request('POST', '/api/v1/billing/refunds', {
      token: company.token,
      json: { recharge_id: recharge.id, reason: 'duplicate_charge' },
    })
    assert.equal(more.status, 409, more.text)
  })

  test(`spec 11.16: a refund that was approved here is not taken for one begun at ${name}, also before the answer arrived`, async () => {
    const { company, recharge } = await paying('Jaya Books')
    const refund = await approvedRefund(
      samvad,
      operator as never,
      { recharge_id: recharge.id, amount: '500.00' },
      company,
    )
    // The gateway makes it and tells of it; its answer to us is cut off.
    gateway.fake.fail({ fault: 'cut_after', times: 1, only: /^POST .*\/refunds?$/ })
    await runJob(samvad, 'refund')
    assert.deepEqual(await claimsOf(samvad, company, recharge), [])
    assert.equal((await refundNow(samvad, refund, company)).status, 'completed', 'by the webhook')
    for (const webhook of gateway.fake.webhooks.all.filter(({ type }) => /refund/i.test(type)))
      await gateway.fake.webhooks.send(webhook)
    assert.deepEqual(await claimsOf(samvad, company, recharge), [])
    assert.equal(await balanceOf(samvad, company), '500.00')
    await gateway.mustAgree()
  })

  test(`spec 11.17: a dispute won at ${name} after it was lost is shown as won, with what was taken`, async () => {
    const { company, recharge, paymentId } = await paying('Kavi Press')
    const id = await gateway.dispute(paymentId, 'lost')
    pass()
    await gateway.dispute(paymentId, 'won', { id })
    const [claim] = await claimsOf(samvad, company, recharge)
    assert.deepEqual([claim?.status, claim?.taken, claim?.is_paid_out], ['won', '1000.00', true])
    assert.equal(await balanceOf(samvad, company), '0.00', 'the operator decides')
    assert.deepEqual((await eventsOf(company)).at(-1), ['payment.disputed', 'won'])
  })

  test(`spec 11.18: a dispute at ${name} of a payment that is not credited takes nothing; once it is credited it does`, async () => {
    pass()
    gateway.fake.webhooks.mode = 'deliver'
    const company = await gateway.newCompany('Lata Foods')
    gateway.fake.webhooks.mode = 'dead'
    const { recharge, paymentId } = await gateway.paid(company)
    const captured = [...gateway.fake.webhooks.all].filter(({ type }) => /captured|SUCCESS/.test(type)).at(-1)
    assert.ok(captured)
    gateway.fake.webhooks.mode = 'deliver'
    await gateway.dispute(paymentId, 'lost')
    const [before] = await claimsOf(samvad, company, recharge)
    assert.deepEqual([before?.status, before?.taken, before?.shortfall, before?.takings], ['lost', '0.00', '0.00', []])
    assert.equal(await balanceOf(samvad, company), '0.00')
    assert.equal(await gateway.fake.webhooks.send(captured), 200)
    const [then] = await claimsOf(samvad, company, recharge)
    assert.deepEqual([then?.taken, then?.shortfall], ['1000.00', '0.00'])
    assert.equal(await balanceOf(samvad, company), '0.00')
  })

  test(`spec 11.19: a request gives way to a dispute lost at ${name}, and keeps its place beside one that leaves room`, async () => {
    const { company, recharge, paymentId } = await paying('Mira Looms')
    const small = await requestedRefund(samvad, { recharge_id: recharge.id, amount: '500.00' }, company)
    await gateway.dispute(paymentId, 'lost', { amount: 118_00n })
    const approved = await decideOn(samvad, operator as never, small, 'approve', {}, company)
    assert.equal(approved.status, 200, approved.text)
    await runJob(samvad, 'refund')
    const large = await requestedRefund(samvad, { recharge_id: recharge.id, amount: '400.00' }, company)
    pass()
    await gateway.dispute(paymentId, 'lost')
    assert.equal(await balanceOf(samvad, company), '0.00')
    const refused = await decideOn(samvad, operator as never, large, 'approve', {}, company)
    assert.equal(refused.status, 409, refused.text)
  })

  test(`spec 11.19: what a refund leaves that ${name} refuses because of a lost dispute goes to the dispute`, async () => {
    const { company, recharge, paymentId } = await paying('Nila Crafts')
    const refund = await approvedRefund(
      samvad,
      operator as never,
      { recharge_id: recharge.id, amount: '400.00' },
      company,
    )
    await gateway.dispute(paymentId, 'lost')
    const [before] = await claimsOf(samvad, company, recharge)
    assert.equal(before?.taken, '600.00', 'what the refund left')
    gateway.fake.fail({ fault: 'refuse_before', only: /^POST .*\/refunds?$/ })
    await runJob(samvad, 'refund')
    assert.equal((await refundNow(samvad, refund, company)).status, 'failed')
    const [then] = await claimsOf(samvad, company, recharge)
    assert.deepEqual([then?.taken, then?.taken_tax, then?.takings.length], ['1000.00', '180.00', 2])
    assert.equal(await balanceOf(samvad, company), '0.00')
  })

  test(`spec 11.14: whatever is sent while a dispute is lost at ${name}, the balance is not below zero and adds up`, async () => {
    const { company, recharge, paymentId } = await paying('Omkar Tea')
    const spend = await spender(samvad, gateway, company, '90.00')
    const sent = Array.from({ length: 15 }, () => spend())
    const [statuses] = await Promise.all([Promise.all(sent), gateway.dispute(paymentId, 'lost')])
    const accepted = statuses.filter(({ status }) => status === 201).length
    const [claim] = await claimsOf(samvad, company, recharge)
    const spent = accepted * 90
    assert.equal(Number(claim?.taken), 1000 - spent)
    assert.equal(Number(claim?.shortfall), spent)
    assert.equal(await balanceOf(samvad, company), '0.00')
  })

  test(`spec 10.14: what ${name} tells of somebody else's payment is ignored, and of ours in another currency refused`, async () => {
    const { company, recharge, paymentId } = await paying('Padma Dyes')
    const stored = () => samvad.rows('select id from payment_claims')
    const before = (await stored()).length
    await gateway.dispute(paymentId, 'created')
    const told = gateway.fake.webhooks.all.at(-1)
    assert.ok(told)
    const send = (change: (body: string) => string) =>
      gateway.fake.webhooks.send(gateway.fake.webhooks.signed(told.type, change(told.body)))
    const order = (
      await samvad.rows(`select gateway_order_id from recharges where id = $1`, [uuidOf('rech', recharge.id)])
    )[0]
    const foreign = (body: string) =>
      body
        .replaceAll(paymentId, name === 'razorpay' ? 'pay_ofAnotherSystem' : '999')
        .replaceAll(order?.gateway_order_id, 'order_ofAnotherSystem')
        .replaceAll(recharge.id, 'order_ofAnotherSystem')
        .replaceAll(publicId('org', company.organizationId), 'somebody')
    assert.equal(await send(foreign), 200)
    assert.equal(await send((body) => body.replaceAll('"INR"', '"USD"')), 422)
    assert.equal((await stored()).length, before + 1)
  })
}
