import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import type { Mandates } from '#money/gateways/providers/gateway.ts'
import { createGateways, type Gateways } from '#money/gateways/providers/index.ts'
import {
  autoRechargeOf,
  rechargesOf,
  recharging,
  runJob,
  set,
  settleDown,
  spend,
  told,
} from '../../../test/auto-recharge.ts'
import { publicId, startSamvad } from '../../../test/harness.ts'
import { BALANCE, balanceOf } from '../../../test/payments.ts'
import { takeStep } from './begin.ts'
import { requestDue } from './request.ts'

const DAY_MS = 24 * 3600_000

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const { app } = samvad
/** A gateway that waits a day before a debit, like real ones. */
const notified = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent', SAMVAD_SANDBOX_DEBIT_NOTICE: '86400' })

/** What the job commits before it calls the gateway: the state after a kill at that point. */
async function takeStepAlone(organizationId: Uuid): Promise<void> {
  const { supplier, rechargeMaxRupees: maxRupees } = app.settings
  const gateways = await createGateways(app)()
  const scope = { organizationId, at: app.clock() }
  await app.database.transaction((tx) => takeStep(tx, scope, { gateways, supplier, maxRupees }))
}

function withMandates(gateways: Gateways, mandates: Mandates): Gateways {
  const gateway = { ...gateways.current(), mandates }
  return { all: [gateway], current: () => gateway, named: () => gateway, retired: [] }
}

test('spec 10.16: the wallet recharges by itself when a deduction leaves it below the threshold', async () => {
  const sending = await recharging(samvad, 'Asha Mills')
  const { company } = sending
  assert.equal(await balanceOf(samvad, company), '200.00')
  await settleDown(samvad)
  assert.equal((await rechargesOf(samvad, company)).length, 1, 'not before the balance is below')

  await spend(samvad, sending)
  assert.equal(await balanceOf(samvad, company), '197.75')
  await settleDown(samvad)
  assert.equal(await balanceOf(samvad, company), '397.75')
  const shown = await autoRechargeOf(samvad, company)
  assert.equal(shown.status, 'active')
  assert.equal(shown.charged_this_month, '200.00')
  assert.equal(shown.open_recharge_id, null)
  const { body } = await samvad.request('GET', BALANCE, { token: company.token })
  assert.deepEqual(body.auto_recharge, { enabled: true, threshold: '199.00', amount: '200.00', status: 'active' })
  assert.deepEqual(
    (await rechargesOf(samvad, company)).map(({ status, origin }) => [status, origin]),
    [
      ['succeeded', 'customer'],
      ['succeeded', 'auto'],
    ],
  )
  assert.deepEqual(await told(samvad, company, 'auto_recharge', 'mandate', 'recharge', 'grace', 'payment'), [
    'auto_recharge.updated',
    'recharge.completed',
    'mandate.given',
    'auto_recharge.debit_requested',
    'recharge.completed',
  ])
})

test('spec 10.18: one is open at a time, however often the balance falls below meanwhile', async () => {
  const sending = await recharging(notified, 'Bela Silks')
  const { company } = sending
  for (let count = 0; count < 3; count++) {
    await spend(notified, sending)
    await settleDown(notified)
  }
  const opened = await rechargesOf(notified, company)
  assert.deepEqual(
    opened.map(({ status, origin }) => [status, origin]),
    [
      ['succeeded', 'customer'],
      ['pending', 'auto'],
    ],
  )
  const shown = await autoRechargeOf(notified, company)
  assert.equal(shown.status, 'charging')
  assert.equal(shown.open_recharge_id, publicId('rech', opened[1]?.id as string))
  assert.equal(await balanceOf(notified, company), '193.25', 'sending goes on meanwhile')
})

test('spec 10.21: a debit is made when the notice is over, and shows from when it was asked for', async () => {
  const start = new Date('2026-06-10T06:00:00Z')
  notified.setClock(start)
  const sending = await recharging(notified, 'Chitra Dairy')
  const { company } = sending
  await spend(notified, sending)
  await settleDown(notified)
  assert.equal((await autoRechargeOf(notified, company)).debit_at, start.getTime() / 1000 + 86_400)

  notified.setClock(new Date(start.getTime() + DAY_MS - 1000))
  await settleDown(notified)
  assert.equal(await balanceOf(notified, company), '197.75')
  notified.setClock(new Date(start.getTime() + DAY_MS))
  await settleDown(notified)
  assert.equal(await balanceOf(notified, company), '397.75')
  const [event] = await notified.rows(
    `select payload ->> 'debit_at' as debit_at, payload ->> 'status' as status from events
      where org_id = $1 and type = 'auto_recharge.debit_requested'`,
    [company.organizationId],
  )
  assert.deepEqual(event, { debit_at: String(start.getTime() / 1000 + 86_400), status: 'pending' })
  notified.setClock(null)
})

test('spec 19.3: killed between the commit and the debit, it is debited once', async () => {
  const sending = await recharging(samvad, 'Divya Steels')
  const { company } = sending
  const { organizationId } = company
  await spend(samvad, sending)
  // Only the job's transaction, and nothing after its commit.
  await takeStepAlone(organizationId)
  const [before] = await rechargesOf(samvad, company).then((all) => all.slice(1))
  assert.equal(before?.status, 'created')
  await samvad.rows(
    `update due_work set due_at = now() - interval '1 second' where org_id = $1 and kind = 'auto_recharge'`,
    [organizationId],
  )
  await settleDown(samvad)
  assert.equal(await balanceOf(samvad, company), '397.75')

  // And between the gateway's response and its recording.
  assert.equal((await set(samvad, { threshold: '500.00' }, company)).status, 200)
  await takeStepAlone(organizationId)
  await runJob(samvad, 'auto_recharge')
  await samvad.rows(
    `update auto_recharge_attempts set asked_at = null, debit_at = null, ask_at = begun_at
      where org_id = $1 and outcome is null`,
    [organizationId],
  )
  await samvad.rows(
    `update due_work set due_at = now() - interval '1 second' where org_id = $1 and kind = 'auto_recharge'`,
    [organizationId],
  )
  await settleDown(samvad)
  assert.equal((await rechargesOf(samvad, company)).length, 3)
  const [debits] = await samvad.rows(`select count(*)::int as count from sandbox_gateway_debits where org_id = $1`, [
    organizationId,
  ])
  assert.equal(debits?.count, 2)
  const [payments] = await samvad.rows(
    `select count(*)::int as count from sandbox_gateway_payments where org_id = $1 and status = 'captured'`,
    [organizationId],
  )
  assert.equal(payments?.count, 3)
})

test('spec 10.21, 19.4: a debit whose outcome is not known is asked for again and never guessed', async () => {
  const sending = await recharging(samvad, 'Ekta Pharma')
  const { company } = sending
  await spend(samvad, sending)
  const start = app.clock()
  await takeStepAlone(company.organizationId)
  const gateways = await createGateways(app)()
  const { mandates } = gateways.current()
  assert.ok(mandates)
  let asked = 0
  const lost: Gateways = withMandates(gateways, {
    ...mandates,
    // The gateway accepts it, and its response is lost.
    async debit(debit) {
      asked++
      await mandates.debit(debit)
      throw new Error('the connection was reset')
    },
  })
  await requestDue(app, lost, company.organizationId)
  assert.equal(asked, 1)
  assert.equal((await autoRechargeOf(samvad, company)).status, 'charging')
  await requestDue(app, lost, company.organizationId)
  assert.equal(asked, 1, 'not at once')
  await takeStepAlone(company.organizationId)
  assert.equal((await rechargesOf(samvad, company)).length, 2, 'and nothing else is begun')
  samvad.setClock(new Date(start.getTime() + 2 * 60_000))
  await settleDown(samvad)
  assert.equal(await balanceOf(samvad, company), '397.75')
  const [debits] = await samvad.rows(`select count(*)::int as count from sandbox_gateway_debits where org_id = $1`, [
    company.organizationId,
  ])
  assert.equal(debits?.count, 1)
  samvad.setClock(null)
})

test('spec 10.11: with webhooks dead, asking the gateway alone finishes an automatic recharge', async () => {
  const start = new Date('2026-06-11T06:00:00Z')
  samvad.setClock(start)
  const sending = await recharging(samvad, 'Farah Foods')
  const { company } = sending
  await spend(samvad, sending)
  const { internalUrl } = app.settings
  app.settings.internalUrl = 'http://127.0.0.1:9'
  for (let minute = 0; minute <= 15; minute++) {
    samvad.setClock(new Date(start.getTime() + minute * 60_000))
    await settleDown(samvad)
  }
  app.settings.internalUrl = internalUrl
  assert.equal(await balanceOf(samvad, company), '397.75')
  assert.equal((await autoRechargeOf(samvad, company)).status, 'active')
  samvad.setClock(null)
})

test('spec 10.18: two workers that come at once decide once, and ask the gateway once', async () => {
  const sending = await recharging(samvad, 'Gita Papers')
  const { company } = sending
  const { organizationId } = company
  await spend(samvad, sending)
  const gateways = await createGateways(app)()
  const { mandates } = gateways.current()
  assert.ok(mandates)
  let asked = 0
  const counting = withMandates(gateways, {
    ...mandates,
    async debit(debit) {
      asked++
      await mandates.debit(debit)
    },
  })
  await Promise.all([takeStepAlone(organizationId), takeStepAlone(organizationId)])
  assert.equal((await rechargesOf(samvad, company)).length, 2)
  await Promise.all([requestDue(app, counting, organizationId), requestDue(app, counting, organizationId)])
  assert.equal(asked, 1)
  await settleDown(samvad)
  assert.equal(await balanceOf(samvad, company), '397.75')
})

test('switched off, and its mandate taken back, before a debit was asked for: it can be paid by hand for a day, and is then left', async () => {
  const sending = await recharging(samvad, 'Chaya Ceramics')
  const { company } = sending
  const { organizationId } = company
  await spend(samvad, sending)
  await takeStepAlone(organizationId)
  const removed = await samvad.request('DELETE', '/api/v1/billing/auto_recharge/mandate', { token: company.token })
  assert.equal(removed.status, 204, removed.text)
  assert.equal((await set(samvad, { enabled: false }, company)).status, 200)
  await samvad.rows(
    `update due_work set due_at = now() - interval '1 second' where org_id = $1 and kind = 'auto_recharge'`,
    [organizationId],
  )
  await settleDown(samvad)
  const off = await autoRechargeOf(samvad, company)
  assert.equal(off.status, 'off')
  assert.ok(off.payment_url)

  samvad.setClock(new Date(app.clock().getTime() + DAY_MS + 60_000))
  await samvad.rows(
    `update due_work set due_at = now() - interval '1 second' where org_id = $1 and kind = 'auto_recharge'`,
    [organizationId],
  )
  await settleDown(samvad)
  const over = await autoRechargeOf(samvad, company)
  assert.deepEqual([over.status, over.open_recharge_id, over.payment_url], ['off', null, null])
  const [, second] = await rechargesOf(samvad, company)
  assert.equal(second?.status, 'pending', 'and still can be paid, as any recharge')
  samvad.setClock(null)
})
