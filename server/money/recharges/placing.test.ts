// Orders are placed once, although a gateway creates another one for every request: concurrency, a lost response, a
// killed process.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGateways } from '#money/gateways/providers/index.ts'
import { askGateways, orderOf, withRazorpay } from '../../../test/gateways/scene.ts'
import { type Company, startSamvad, uuidOf } from '../../../test/harness.ts'
import { openRecharge, RECHARGES } from '../../../test/payments.ts'
import { place } from './orders.ts'
import type { RechargeRow } from './queries.ts'
import * as queries from './queries.ts'
import { PLACING_CLAIM_MS } from './rules.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const elsewhere = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' }, { connection: samvad.connection })
elsewhere.app.sealer = samvad.app.sealer
const { fake } = await withRazorpay(samvad)

const ordersOf = ({ id }: { id: string }) => [...fake.orders.values()].filter(({ receipt }) => receipt === id)
const placeBy = async ({ app }: typeof samvad, { organizationId }: Company, recharge: { id: string }) => {
  const id = uuidOf('rech', recharge.id)
  const row = await app.database.reads.row<RechargeRow>(queries.byId(organizationId, id))
  const gateway = (await createGateways(app)()).named('razorpay')
  assert.ok(row && gateway)
  return place(app, gateway, organizationId, row)
}

/** Not placed: the gateway did not respond. */
async function unplaced(name: string) {
  const company = await samvad.newCompany(name)
  fake.fail({ fault: 'error_before', only: /^POST .*\/orders$/ })
  const recharge = await openRecharge(samvad, '100.00', {}, company)
  fake.fail(null)
  assert.deepEqual(ordersOf(recharge), [])
  return { company, recharge }
}

test('spec 10.12: of twenty who place the same order in two processes, one does, and there is one order', async () => {
  const { company, recharge } = await unplaced('Asha Mills')
  const tried = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => placeBy(index % 2 === 0 ? samvad : elsewhere, company, recharge)),
  )
  const placed = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  assert.equal(ordersOf(recharge).length, 1)
  assert.deepEqual(placed, [await orderOf(samvad, recharge)])
})

test('spec 10.12: an order whose answer was lost with the process that asked for it is found by its receipt, not made again', async () => {
  const { company, recharge } = await unplaced('Bela Silks')
  const start = Date.now()
  // Placed at the gateway; then the process was killed while it held its claim.
  fake.fail({ fault: 'cut_after', only: /^POST .*\/orders$/ })
  await assert.rejects(placeBy(elsewhere, company, recharge))
  fake.fail(null)
  assert.equal(ordersOf(recharge).length, 1)
  await samvad.rows(`update recharges set placing_until = $2 where id = $1`, [
    uuidOf('rech', recharge.id),
    new Date(start + PLACING_CLAIM_MS),
  ])
  await assert.rejects(placeBy(samvad, company, recharge), /already placed or being placed/)
  samvad.setClock(new Date(start + 61_000))
  await askGateways(samvad)
  samvad.setClock(null)
  const shown = await samvad.request('GET', `${RECHARGES}/${recharge.id}`, { token: company.token })
  assert.equal(shown.body.status, 'pending')
  const [order, ...more] = ordersOf(recharge)
  assert.deepEqual([more, order?.id], [[], await orderOf(samvad, recharge)])
})

test('spec 10.12: where a request that was given up arrives after all, the first order stays the one that is paid', async () => {
  const { company, recharge } = await unplaced('Chitra Dairy')
  const orderId = await placeBy(samvad, company, recharge)
  const id = uuidOf('rech', recharge.id)
  // The process that lost the race returns the stored order.
  const late = await samvad.app.database.transaction((tx) =>
    tx.run(queries.markPlaced(company.organizationId, id, 'order_late', null)),
  )
  assert.equal(late, 0)
  await assert.rejects(placeBy(elsewhere, company, recharge), /already placed or being placed/)
  assert.equal(await orderOf(samvad, recharge), orderId)
})
