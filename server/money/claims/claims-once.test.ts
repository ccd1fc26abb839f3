// Concurrent disputes, refunds at the gateway, our own refunds and sending: in any order and with any repetition of
// reports, no paisa is taken twice.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { claimsOf, installDisputing, spender } from '../../../test/claims.ts'
import { gatewayNames } from '../../../test/gateways/scene.ts'
import { startSamvad } from '../../../test/harness.ts'
import { balanceOf } from '../../../test/payments.ts'
import { approvedRefund, decideOn, refundNow, requestedRefund, runJob } from '../../../test/refunds.ts'

for (const name of gatewayNames) {
  const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
  const gateway = await installDisputing(samvad, name)
  const { operator, pass, paying, eventsOf } = gateway
  after(() => gateway.fake.close())

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

  test(`spec 11.16: a refund that was approved here is not taken for one begun at ${name}, also before the answer arrived`, async () => {
    const { company, recharge } = await paying('Jaya Books')
    const refund = await approvedRefund(
      samvad,
      operator as never,
      { recharge_id: recharge.id, amount: '500.00' },
      company,
    )
    // The gateway makes the refund and reports it; its response to us is lost.
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

  // The remaining tests do not depend on a gateway's protocol: claims.test.ts covers each gateway's reports.
  if (name !== gatewayNames[0]) continue

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
}
