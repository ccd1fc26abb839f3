// Disputes, and refunds started in the gateway's dashboard, with gateways that use the protocols of Razorpay and
// Cashfree: no report is lost, and what was paid out is taken back as far as the balance allows.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { claimsOf, installDisputing, spender } from '../../../test/claims.ts'
import { gatewayNames } from '../../../test/gateways/scene.ts'
import { publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { balanceOf } from '../../../test/payments.ts'

for (const name of gatewayNames) {
  const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
  const gateway = await installDisputing(samvad, name)
  const { operator, pass, paying, eventsOf, invoice, transaction } = gateway
  after(() => gateway.fake.close())

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
    // The shortfall is not taken from later credit.
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
