import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  autoRechargeOf,
  choose,
  rechargesOf,
  recharging,
  runJob,
  set,
  settleDown,
  spend,
  told,
  usual,
} from '../../../test/auto-recharge.ts'
import { readyToSend } from '../../../test/company.ts'
import { startSamvad } from '../../../test/harness.ts'
import { balanceOf, openRecharge, payAtCheckout } from '../../../test/payments.ts'

const HOUR_MS = 3600_000
const start = new Date('2026-06-10T06:00:00Z')
const hour = (hours: number) => new Date(start.getTime() + hours * HOUR_MS)

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })

async function payloadsOf(organizationId: string, type: string) {
  const rows = await samvad.rows<{ payload: any }>(
    `select payload from events where org_id = $1 and type = $2 order by id`,
    [organizationId, type],
  )
  return rows.map(({ payload }) => payload)
}

test('spec 10.19: auto-recharge is limited to three in an hour and ten in a day, told once, and goes on when the time is over', async () => {
  samvad.setClock(start)
  // A threshold above the amount of a recharge: every deduction calls.
  const sending = await recharging(samvad, 'Asha Mills', {
    ...usual,
    threshold: '90000.00',
    amount: '100.00',
    monthly_limit: '9000.00',
  })
  const { company } = sending
  const count = async () => (await rechargesOf(samvad, company)).filter(({ origin }) => origin === 'auto').length
  for (let minute = 0; minute < 8; minute++) {
    samvad.setClock(new Date(start.getTime() + minute * 60_000))
    await spend(samvad, sending, 1)
    await settleDown(samvad)
  }
  assert.equal(await count(), 3)
  const limited = await autoRechargeOf(samvad, company)
  assert.equal(limited.status, 'limited')
  assert.equal(limited.limited_until, hour(1).getTime() / 1000)
  const events = await payloadsOf(company.organizationId, 'auto_recharge.limited')
  assert.deepEqual(
    events.map(({ reason, limited_until }) => [reason, limited_until]),
    [['hourly_limit', hour(1).getTime() / 1000]],
  )
  // Automatically, without a deduction: at a balance of 0 there is none.
  samvad.setClock(hour(1))
  await settleDown(samvad)
  assert.equal(await count(), 4)
  // Ten are reached in the fourth hour.
  for (let hours = 1; hours < 24; hours += hours < 5 ? 0.25 : 3) {
    samvad.setClock(hour(hours))
    await spend(samvad, sending, 1)
    await settleDown(samvad)
  }
  assert.equal(await count(), 10)
  samvad.setClock(hour(24))
  await settleDown(samvad)
  assert.equal(await count(), 11)
  samvad.setClock(null)
})

test('spec 10.19: settings that are sent once more as they are neither lift a limit nor lose what waits for its end', async () => {
  samvad.setClock(start)
  const settings = { ...usual, threshold: '90000.00', amount: '100.00', monthly_limit: '9000.00' }
  const sending = await recharging(samvad, 'Anand Mills', settings)
  const { company } = sending
  for (let count = 0; count < 4; count++) {
    await spend(samvad, sending, 1)
    await settleDown(samvad)
  }
  const held = await autoRechargeOf(samvad, company)
  assert.equal(held.status, 'limited')
  await set(samvad, {}, company)
  await set(samvad, settings, company)
  assert.deepEqual(await autoRechargeOf(samvad, company), held)
  // No more messages are sent, as with a balance of 0.
  samvad.setClock(hour(1))
  await settleDown(samvad)
  assert.equal((await autoRechargeOf(samvad, company)).charged_this_month, '400.00')
  samvad.setClock(null)
})

test('spec 10.19: the monthly ceiling holds for a calendar month of Asia/Kolkata', async () => {
  // 23:00 in India on 30 June.
  samvad.setClock(new Date('2026-06-30T17:30:00Z'))
  const sending = await recharging(samvad, 'Bela Silks', {
    ...usual,
    threshold: '90000.00',
    amount: '100.00',
    monthly_limit: '200.00',
  })
  const { company } = sending
  for (let count = 0; count < 4; count++) {
    await spend(samvad, sending, 1)
    await settleDown(samvad)
  }
  const shown = await autoRechargeOf(samvad, company)
  assert.equal(shown.charged_this_month, '200.00')
  assert.equal(shown.status, 'limited')
  assert.equal(shown.limited_until, Date.parse('2026-06-30T18:30:00Z') / 1000)
  assert.equal((await payloadsOf(company.organizationId, 'auto_recharge.limited'))[0].reason, 'monthly_limit')
  assert.equal(await balanceOf(samvad, company), '299.40', 'the first recharge and two automatic ones')

  samvad.setClock(new Date('2026-06-30T18:30:00Z'))
  const next = await autoRechargeOf(samvad, company)
  assert.equal(next.charged_this_month, '0.00')
  await settleDown(samvad)
  assert.equal((await autoRechargeOf(samvad, company)).charged_this_month, '100.00')

  // A higher limit applies from when it is set.
  await set(samvad, { monthly_limit: '100.00' }, company)
  await settleDown(samvad)
  assert.equal((await autoRechargeOf(samvad, company)).status, 'limited')
  samvad.setClock(new Date('2026-06-30T19:30:00Z'))
  await set(samvad, { monthly_limit: '1000.00' }, company)
  await settleDown(samvad)
  assert.equal((await autoRechargeOf(samvad, company)).charged_this_month, '200.00')
  samvad.setClock(null)
})

test('spec 10.20: what the mandate does not cover is asked for with a payment link, for a day', async () => {
  samvad.setClock(start)
  const sending = await recharging(samvad, 'Chitra Dairy', { ...usual, mandate_max_amount: '236.00' })
  const { company } = sending
  await set(samvad, { amount: '300.00' }, company)
  await spend(samvad, sending)
  await settleDown(samvad)
  const shown = await autoRechargeOf(samvad, company)
  assert.equal(shown.status, 'payment_link')
  const [told] = await payloadsOf(company.organizationId, 'recharge.payment_requested')
  assert.equal(told.id, shown.open_recharge_id)
  assert.equal(told.checkout_url, shown.payment_url)
  assert.equal(told.reason, 'mandate_maximum')
  assert.equal(told.status, 'pending')
  assert.equal(shown.grace_until, null, 'nobody failed to pay')

  await spend(samvad, sending)
  samvad.setClock(hour(23))
  await settleDown(samvad)
  assert.equal((await rechargesOf(samvad, company)).length, 2, 'not asked again within the day')
  samvad.setClock(hour(24))
  await settleDown(samvad)
  assert.equal((await autoRechargeOf(samvad, company)).open_recharge_id, null, 'it does not hold up anything for ever')
  await spend(samvad, sending)
  await settleDown(samvad)
  assert.equal((await rechargesOf(samvad, company)).length, 2, 'the same page again')
  assert.equal((await payloadsOf(company.organizationId, 'recharge.payment_requested')).length, 2)
  const paid = await payAtCheckout(shown.payment_url, 'success')
  assert.equal(paid.status, 200)
  const after = await autoRechargeOf(samvad, company)
  assert.equal(after.open_recharge_id, null)
  assert.equal(after.payment_url, null)
  assert.equal(after.status, 'payment_link', 'the next will be one too')
  assert.equal(after.charged_this_month, '0.00', 'what somebody pays by hand is not charged automatically')
  assert.equal(await balanceOf(samvad, company), '493.25')
  samvad.setClock(null)
})

test('spec 10.20: above what may be debited without a PIN there are payment links from the beginning', async () => {
  const company = await samvad.newCompany('Divya Steels')
  const sending = await readyToSend(samvad, company, 100n)
  const { body } = await set(samvad, { enabled: true, threshold: '99.00', amount: '12711.87' }, company)
  assert.equal(body.status, 'payment_link')
  assert.equal(body.authorization_url, null)
  await spend(samvad, sending)
  await settleDown(samvad)
  const shown = await autoRechargeOf(samvad, company)
  assert.equal(shown.status, 'payment_link')
  assert.ok(shown.payment_url)
  // ₹12,711.86 with tax is ₹14,999.99.
  const covered = await set(samvad, { amount: '12711.86' }, company)
  assert.ok(covered.body.authorization_url, covered.text)
})

test('spec 10.20: a failed try at a payment link begins no grace, and it can be tried again', async () => {
  const sending = await recharging(samvad, 'Ekta Pharma')
  const { company } = sending
  const deleted = await samvad.request('DELETE', '/api/v1/billing/auto_recharge/mandate', { token: company.token })
  assert.equal(deleted.status, 204)
  await spend(samvad, sending)
  await settleDown(samvad)
  const shown = await autoRechargeOf(samvad, company)
  assert.equal(shown.status, 'payment_link')
  assert.equal(shown.authorization_url, shown.payment_url, 'paying it gives a mandate again')
  await payAtCheckout(shown.payment_url, 'bank_declined')
  assert.equal((await autoRechargeOf(samvad, company)).grace_until, null)
  assert.deepEqual(await told(samvad, company, 'grace'), [])
  await payAtCheckout(shown.payment_url, 'success')
  const after = await autoRechargeOf(samvad, company)
  assert.equal(after.status, 'active')
  assert.equal(after.mandate.status, 'active')
  await choose(samvad, sending, { outcome: 'success' }).then(
    () => assert.fail('the old mandate is cancelled'),
    () => {},
  )
})

test('a link that nobody needs any more holds up nothing', async () => {
  const sending = await recharging(samvad, 'Farah Foods', { ...usual, mandate_max_amount: '236.00' })
  const { company } = sending
  await set(samvad, { amount: '300.00' }, company)
  await spend(samvad, sending)
  await settleDown(samvad)
  const other = await openRecharge(samvad, '100.00', {}, company)
  await payAtCheckout(other.checkout_url, 'success')
  assert.equal((await autoRechargeOf(samvad, company)).open_recharge_id, null)
  await set(samvad, { amount: '200.00', threshold: '297.00' }, company)
  await spend(samvad, sending)
  await settleDown(samvad)
  assert.equal(await balanceOf(samvad, company), '495.50', 'the next is a debit')
})

test('spec 10.20: a mandate that the gateway says is over is not debited: the open recharge becomes a payment link', async () => {
  const sending = await recharging(samvad, 'Gita Papers')
  const { company } = sending
  const { internalUrl } = samvad.app.settings
  // Cancelled at the bank, and the webhook is lost.
  samvad.app.settings.internalUrl = 'http://127.0.0.1:9'
  await choose(samvad, sending, { status: 'cancelled' })
  samvad.app.settings.internalUrl = internalUrl
  assert.equal((await autoRechargeOf(samvad, company)).mandate.status, 'active')
  await spend(samvad, sending)
  await settleDown(samvad)
  const shown = await autoRechargeOf(samvad, company)
  assert.equal(shown.mandate.status, 'cancelled')
  assert.equal(shown.status, 'payment_link')
  assert.equal((await rechargesOf(samvad, company)).length, 2)
  assert.deepEqual(await told(samvad, company, 'grace', 'payment'), [])
})

test('spec 10.19: with every gateway off nothing is begun, which is told once a day', async () => {
  samvad.setClock(start)
  const sending = await recharging(samvad, 'Hari Cottons')
  const { company } = sending
  await spend(samvad, sending)
  // The operator switches it off.
  const off = await startSamvad(
    { SAMVAD_LOG_LEVEL: 'silent', SAMVAD_SANDBOX: 'off' },
    { connection: samvad.connection },
  )
  for (const hours of [0, 1, 23.9, 24]) {
    off.setClock(hour(hours))
    await runJob(off, 'auto_recharge')
  }
  const shown = await autoRechargeOf(samvad, company)
  assert.equal(shown.status, 'limited')
  assert.equal(shown.limited_until, hour(48).getTime() / 1000)
  assert.deepEqual(
    (await payloadsOf(company.organizationId, 'auto_recharge.limited')).map(({ reason }) => reason),
    ['gateway_unavailable', 'gateway_unavailable'],
  )
  // And on again.
  samvad.setClock(hour(48))
  await settleDown(samvad)
  assert.equal(await balanceOf(samvad, company), '397.75')
  samvad.setClock(null)
})
