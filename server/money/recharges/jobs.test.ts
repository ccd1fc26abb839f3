import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTypeId } from '#kit/ids.ts'
import { gatewayJobs } from '#money/gateways/jobs.ts'
import * as sandbox from '#money/gateways/sandbox/actions.ts'
import { startSamvad } from '../../../test/harness.ts'
import { balanceOf, openRecharge, orderOf, RECHARGES } from '../../../test/payments.ts'
import { rechargeJobs } from './jobs.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const { app } = samvad
const start = new Date()
const after = (ms: number) => new Date(start.getTime() + ms)
const MINUTE_MS = 60_000

async function runJob(name: string): Promise<void> {
  const job = [...gatewayJobs(app), ...rechargeJobs(app)].find((one) => one.name === name)
  assert.ok(job)
  while (await job.run(new AbortController().signal));
}

/** The customer pays, and the gateway's process ends before it sends a webhook. */
async function payUntold(recharge: { checkout_url: string }, organizationId: string): Promise<void> {
  const orderId = parseTypeId('order', orderOf(recharge)) as string
  const scope = { organizationId, at: app.clock() }
  await app.database.transaction((tx) => sandbox.pay(tx, scope, orderId, { method: 'upi', outcome: 'success' }))
}

test('spec 19.3: a webhook that was lost in a crash is delivered by the job, once', async () => {
  samvad.setClock(start)
  const company = await samvad.newCompany('Asha Mills')
  const recharge = await openRecharge(samvad, '100.00', {}, company)
  await payUntold(recharge, company.organizationId)
  await runJob('sandbox_webhook')
  assert.equal(await balanceOf(samvad, company), '0.00', 'not before it is due')

  samvad.setClock(after(6000))
  await runJob('sandbox_webhook')
  assert.equal(await balanceOf(samvad, company), '100.00')
  samvad.setClock(after(MINUTE_MS * 30))
  await runJob('sandbox_webhook')
  const [payment] = await samvad.rows(
    `select webhook_attempts, webhook_due_at from sandbox_gateway_payments where org_id = $1`,
    [company.organizationId],
  )
  assert.deepEqual(payment, { webhook_attempts: 1, webhook_due_at: null })
  assert.equal(await balanceOf(samvad, company), '100.00')
  const [due] = await samvad.rows(`select * from due_work where kind = 'sandbox_webhook' and org_id = $1`, [
    company.organizationId,
  ])
  assert.equal(due, undefined, 'nothing is left to do')
})

test('spec 19.4: a webhook that is not taken is tried again later, and again', async () => {
  samvad.setClock(start)
  const company = await samvad.newCompany('Bela Silks')
  const recharge = await openRecharge(samvad, '100.00', {}, company)
  await payUntold(recharge, company.organizationId)
  const { internalUrl } = app.settings
  app.settings.internalUrl = 'http://127.0.0.1:9'
  samvad.setClock(after(6000))
  await runJob('sandbox_webhook')
  app.settings.internalUrl = internalUrl
  const [payment] = await samvad.rows<{ webhook_attempts: number; webhook_due_at: Date }>(
    `select webhook_attempts, webhook_due_at from sandbox_gateway_payments where org_id = $1`,
    [company.organizationId],
  )
  assert.equal(payment?.webhook_attempts, 1)
  assert.ok((payment?.webhook_due_at as Date) > app.clock())

  samvad.setClock(after(MINUTE_MS))
  await runJob('sandbox_webhook')
  assert.equal(await balanceOf(samvad, company), '100.00')
})

test('spec 10.11: with webhooks dead, asking the gateway alone settles a payment within 15 minutes', async () => {
  samvad.setClock(start)
  const company = await samvad.newCompany('Chitra Dairy')
  const recharge = await openRecharge(samvad, '100.00', {}, company)
  const untouched = await openRecharge(samvad, '200.00', {}, company)
  samvad.setClock(after(MINUTE_MS * 2))
  await payUntold(recharge, company.organizationId)
  for (let minute = 2; minute <= 15; minute++) {
    samvad.setClock(after(minute * MINUTE_MS))
    await runJob('settle_recharge')
  }
  assert.equal(await balanceOf(samvad, company), '100.00')
  const shown = await samvad.request('GET', `${RECHARGES}/${untouched.id}`, { token: company.token })
  assert.equal(shown.body.status, 'pending', 'the other one still waits')
})

test('spec 19.3: an order that was not placed in a crash is placed by the job', async () => {
  samvad.setClock(start)
  const company = await samvad.newCompany('Divya Steels')
  const recharge = await openRecharge(samvad, '100.00', {}, company)
  // The state after a kill between the first commit and the gateway's response.
  await samvad.rows(`delete from sandbox_gateway_orders where org_id = $1`, [company.organizationId])
  await samvad.rows(`update recharges set status = 'created', gateway_order_id = null where org_id = $1`, [
    company.organizationId,
  ])
  samvad.setClock(after(MINUTE_MS + 1000))
  await runJob('settle_recharge')
  const shown = await samvad.request('GET', `${RECHARGES}/${recharge.id}`, { token: company.token })
  assert.equal(shown.body.status, 'pending')
  await payUntold(recharge, company.organizationId)
  samvad.setClock(after(MINUTE_MS * 16))
  await runJob('settle_recharge')
  assert.equal(await balanceOf(samvad, company), '100.00')
})

test('spec 10.11: a recharge that nobody pays is asked about for a week and then let be', async () => {
  samvad.setClock(start)
  const company = await samvad.newCompany('Ekta Pharma')
  await openRecharge(samvad, '100.00', {}, company)
  for (let hour = 0; hour <= 24 * 8; hour++) {
    samvad.setClock(after(hour * 60 * MINUTE_MS))
    await runJob('settle_recharge')
  }
  const [row] = await samvad.rows(`select status, check_at from recharges where org_id = $1`, [company.organizationId])
  assert.deepEqual(row, { status: 'pending', check_at: null })
  const [due] = await samvad.rows(`select * from due_work where kind = 'settle_recharge' and org_id = $1`, [
    company.organizationId,
  ])
  assert.equal(due, undefined)
})
