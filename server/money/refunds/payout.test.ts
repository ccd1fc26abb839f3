// A gateway that fails, loses responses, refuses or contradicts itself: an unknown result is never guessed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handleGatewayEvent } from '#money/gateways/gateway-events.ts'
import { GatewayRefusal } from '#money/gateways/providers/gateway.ts'
import { createSandbox } from '#money/gateways/providers/sandbox.ts'
import { type Company, startSamvad, uuidOf } from '../../../test/harness.ts'
import { balanceOf } from '../../../test/payments.ts'
import {
  approvedRefund,
  askForRefund,
  askGateway,
  decideOn,
  eventOn,
  gatewayThat,
  newOperator,
  paidRecharge,
  refundNow,
  requestedRefund,
  runJob,
  settleAs,
} from '../../../test/refunds.ts'
import { assertRefused } from '../../../test/story.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const operator = await newOperator(samvad)

async function companyWithRefund(name: string, amount = '500.00') {
  const company = await samvad.newCompany(name)
  const { transaction_id } = await paidRecharge(samvad, '1000.00', company)
  const refund = await approvedRefund(samvad, operator, { transaction_id, amount }, company)
  return { company, refund, transaction_id, now: () => refundNow(samvad, refund, company) }
}

/** Like the job before it calls the gateway. */
const noteAsked = ({ id }: { id: string }) =>
  samvad.rows('update refunds set check_count = check_count + 1 where id = $1', [uuidOf('rfnd', id)])

const givenBack = ({ organizationId }: Company) =>
  samvad.rows('select status, amount_micros, receipt from sandbox_gateway_refunds where org_id = $1', [organizationId])

async function bookOf({ organizationId }: Company): Promise<Record<string, bigint>> {
  const rows = await samvad.rows('select account, balance_micros from ledger_balances where org_id = $1', [
    organizationId,
  ])
  return Object.fromEntries(rows.map(({ account, balance_micros }) => [account, balance_micros]))
}

test('spec 11.11: a reply that was lost is no failure: asked again, the gateway has given back once', async () => {
  const { company, refund, now } = await companyWithRefund('Asha Mills')
  const losing = gatewayThat(samvad, (sandbox) => ({
    async refund(wanted) {
      await sandbox.refund(wanted)
      throw new Error('the reply was lost')
    },
  }))
  for (let times = 0; times < 2; times++)
    await assert.rejects(
      askGateway(
        samvad,
        gatewayThat(samvad, () => ({ refund: losing.refund, fetchRefund: async () => null })),
        refund,
        company,
      ),
      /lost/,
    )
  assert.equal((await now()).status, 'approved', 'nobody knows')
  assert.equal(await balanceOf(samvad, company), '500.00')
  await noteAsked(refund)
  // From now on it cannot create another refund.
  const { fetchRefund } = createSandbox(samvad.app)
  const refusing = gatewayThat(samvad, () => ({ refund: () => assert.fail('it was asked for again'), fetchRefund }))
  await askGateway(samvad, refusing, refund, company)
  assert.equal((await now()).status, 'processing')
  assert.deepEqual(await givenBack(company), [{ status: 'pending', amount_micros: 590_000_000n, receipt: refund.id }])
})

test('spec 11.11: a gateway that cannot be reached is asked again by the job, until it says what became of it', async () => {
  const start = new Date()
  samvad.setClock(start)
  const { company, refund, now } = await companyWithRefund('Bela Silks')
  const down = gatewayThat(samvad, () => ({
    refund: () => Promise.reject(new Error('connect ECONNREFUSED')),
    fetchRefund: () => Promise.reject(new Error('connect ECONNREFUSED')),
  }))
  await assert.rejects(askGateway(samvad, down, refund, company))
  assert.equal((await now()).status, 'approved')
  await runJob(samvad, 'refund')
  assert.equal((await now()).status, 'processing')
  // Webhooks fail: the gateway processes it without a report.
  await samvad.rows("update sandbox_gateway_refunds set status = 'processed' where org_id = $1", [
    company.organizationId,
  ])
  await runJob(samvad, 'refund')
  assert.equal((await now()).status, 'processing', 'not asked before it is due')
  samvad.setClock(new Date(start.getTime() + 61_000))
  await runJob(samvad, 'refund')
  assert.equal((await now()).status, 'completed')
  samvad.setClock(null)
})

test('spec 11.10: what the gateway refuses returns to the wallet, with its tax', async () => {
  const { company, refund, transaction_id, now } = await companyWithRefund('Chand Papers')
  const before = { balance: '500.00', tax: 90_000_000n }
  assert.equal((await bookOf(company)).tax, before.tax)
  const refusing = gatewayThat(samvad, () => ({
    refund: () => Promise.reject(new GatewayRefusal('the payment is too old', 'gateway_error')),
  }))
  await askGateway(samvad, refusing, refund, company)
  const failed = await now()
  assert.deepEqual([failed.status, failed.failure_reason, failed.reference], ['failed', 'refused', null])
  assert.equal(await balanceOf(samvad, company), '1000.00')
  assert.deepEqual(await bookOf(company), { wallet: 1_000_000_000n, gateway: -1_180_000_000n, tax: 180_000_000n })
  // Requested again by a worker with stale data: no further effect.
  await askGateway(samvad, refusing, refund, company)
  assert.equal(await balanceOf(samvad, company), '1000.00')
  await approvedRefund(samvad, operator, { transaction_id }, company)
})

test('spec 11.11: a refusal of the second asking says nothing of a refund that was accepted at the first', async () => {
  const { company, refund, now } = await companyWithRefund('Deepa Tools')
  const odd = gatewayThat(samvad, (sandbox) => ({
    async refund(wanted) {
      await sandbox.refund(wanted)
      throw new GatewayRefusal('this payment is being refunded', 'gateway_error')
    },
  }))
  await askGateway(samvad, odd, refund, company)
  assert.equal((await now()).status, 'processing')
  assert.equal(await balanceOf(samvad, company), '500.00')
})

test('spec 11.10: a failure that a webhook tells of is believed when the gateway says so itself', async () => {
  const { company, refund, now } = await companyWithRefund('Esha Toys')
  const gateway = createSandbox(samvad.app)
  await askGateway(samvad, gateway, refund, company)
  const [{ receipt }] = (await givenBack(company)) as [{ receipt: string }]
  assert.equal(receipt, refund.id)
  assert.equal(
    await handleGatewayEvent(
      samvad.app,
      company.organizationId,
      gateway,
      await eventOn(samvad, refund, 'failed', company),
    ),
    'handled',
  )
  await runJob(samvad, 'refund')
  assert.equal((await now()).status, 'processing', 'the gateway says that it is pending')
  assert.equal(await balanceOf(samvad, company), '500.00')
  await samvad.rows("update sandbox_gateway_refunds set status = 'failed' where org_id = $1", [company.organizationId])
  await handleGatewayEvent(
    samvad.app,
    company.organizationId,
    gateway,
    await eventOn(samvad, refund, 'failed', company),
  )
  await runJob(samvad, 'refund')
  assert.equal((await now()).status, 'failed')
  assert.equal(await balanceOf(samvad, company), '1000.00')
})

test('spec 11.10: an event that contradicts what was settled, or of another amount, changes nothing', async () => {
  const { company, refund, transaction_id, now } = await companyWithRefund('Farid Seeds')
  const event = (status: 'pending' | 'processed' | 'failed') => eventOn(samvad, refund, status, company)
  const other = { ...(await event('processed')), amount: 1_000_000n }
  assert.equal(await settleAs(samvad, other, 'webhook', company), 'contradicted')
  assert.equal((await now()).status, 'approved')
  assert.equal(await settleAs(samvad, await event('processed'), 'webhook', company), 'completed')
  const done = await now()
  const book = await bookOf(company)
  assert.equal(await settleAs(samvad, await event('failed'), 'fetched', company), 'contradicted')
  assert.equal(await settleAs(samvad, await event('pending'), 'webhook', company), 'duplicate')
  assert.equal(
    await settleAs(samvad, { ...(await event('processed')), receipt: null }, 'webhook', company),
    'duplicate',
  )
  assert.deepEqual([await now(), await bookOf(company)], [done, book])
  // A refund that was not approved was never requested.
  const waiting = await requestedRefund(samvad, { transaction_id, amount: '1.00' }, company)
  assert.equal(
    await settleAs(samvad, await eventOn(samvad, waiting, 'processed', company), 'webhook', company),
    'contradicted',
  )
  assert.equal((await refundNow(samvad, waiting, company)).status, 'requested')
})

test('spec 11.16: a refund without a name of ours is not booked while one of ours of its total has no name yet', async () => {
  const { company, refund } = await companyWithRefund('Gita Books')
  const gateway = createSandbox(samvad.app)
  const event = { ...(await eventOn(samvad, refund, 'processed', company)), receipt: null, refundId: 'by hand' }
  assert.equal(await handleGatewayEvent(samvad.app, company.organizationId, gateway, event), 'unknown', 'told again')
  assert.equal((await refundNow(samvad, refund, company)).status, 'approved')
  assert.equal(await balanceOf(samvad, company), '500.00')
  // With another total it is not ours: it was started at the gateway.
  const other = { ...event, amount: 118_000_000n }
  assert.equal(await handleGatewayEvent(samvad.app, company.organizationId, gateway, other), 'handled')
  assert.equal((await refundNow(samvad, refund, company)).status, 'approved')
  const foreign = { ...event, paymentId: 'of nobody' }
  assert.equal(await handleGatewayEvent(samvad.app, company.organizationId, gateway, foreign), 'unknown')
  // Our own reference with another payment is not ours either.
  const stolen = { ...event, receipt: refund.id, paymentId: 'of nobody' }
  assert.equal(await handleGatewayEvent(samvad.app, company.organizationId, gateway, stolen), 'unknown')
  assert.equal(await balanceOf(samvad, company), '400.00')
})

test('spec 10.13: with its gateway off a payment is neither asked back nor approved, and one under way waits', async () => {
  const { company, refund, transaction_id } = await companyWithRefund('Hari Cotton')
  const waiting = await requestedRefund(samvad, { transaction_id, amount: '10.00' }, company)
  const off = await startSamvad(
    { SAMVAD_SANDBOX: 'off', SAMVAD_LOG_LEVEL: 'silent' },
    { connection: samvad.connection },
  )
  const again = await askForRefund(off, { transaction_id, amount: '10.00' }, company)
  assertRefused(again, 422, 'gateway_unavailable')
  assertRefused(await decideOn(off, operator, waiting, 'approve', {}, company), 422, 'gateway_unavailable')
  await runJob(off, 'refund')
  assert.equal((await refundNow(off, refund, company)).status, 'approved')
  const [{ due }] = (await samvad.rows('select check_at > created_at as due from refunds where id = $1', [
    uuidOf('rfnd', refund.id),
  ])) as [{ due: boolean }]
  assert.ok(due, 'it is asked later')
})
