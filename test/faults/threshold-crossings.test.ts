// spec 10.18: 50 simultaneous threshold crossings, over several servers with a worker each. One automatic recharge.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { autoRechargeOf, rechargesOf, recharging, spend } from '../auto-recharge.ts'
import { mustBeHealthy, startSamvad, type TestSamvad, testDatabase } from '../harness.ts'
import { balanceOf } from '../payments.ts'
import { eventually } from '../program.ts'

const SERVERS = 3
const CROSSINGS = 50

test('spec 10.18: 50 simultaneous threshold crossings make exactly one automatic recharge', async () => {
  const connection = await testDatabase()
  const environment = { SAMVAD_LOG_LEVEL: 'silent', SAMVAD_SECRET_KEY: randomBytes(32).toString('hex') }
  const servers = await Promise.all(Array.from({ length: SERVERS }, () => startSamvad(environment, { connection })))
  const [samvad] = servers as [TestSamvad]
  const sending = await recharging(samvad, 'Asha Mills', { enabled: true, threshold: '200.00', amount: '200.00' })
  const { company } = sending
  for (const server of servers) server.startWorker()

  const answers = await Promise.all(
    Array.from({ length: CROSSINGS }, (_, index) => spend(servers[index % SERVERS] as TestSamvad, sending, 1)),
  )
  const accepted = answers.filter(({ body }) => body.data?.[0].status === 201).length
  assert.equal(accepted, CROSSINGS)
  // 50 at ₹0.15 each.
  await eventually('the automatic recharge is paid', async () => (await balanceOf(samvad, company)) === '392.50')
  await eventually('every worker has looked', async () => {
    const due = await samvad.rows(`select from due_work where kind = 'auto_recharge' and due_at <= now()`)
    return due.length === 0
  })
  const shown = await autoRechargeOf(samvad, company)
  assert.equal(shown.status, 'active')
  assert.equal(shown.charged_this_month, '200.00')
  assert.deepEqual(
    (await rechargesOf(samvad, company)).map(({ status, origin }) => [status, origin]),
    [
      ['succeeded', 'customer'],
      ['succeeded', 'auto'],
    ],
  )
  const [debits] = await samvad.rows(`select count(*)::int as count from sandbox_gateway_debits where org_id = $1`, [
    company.organizationId,
  ])
  assert.equal(debits?.count, 1, 'and the gateway was asked for one')
  await mustBeHealthy(samvad.app.database)
})
