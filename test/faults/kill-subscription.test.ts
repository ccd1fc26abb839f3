// spec 23.31: a separate program is killed right after a capture, which the gateway has in its log; its webhooks arrive
// afterwards, in reverse order, and all of them twice.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDatabase } from '#kit/database/database.ts'
import { startFakeRazorpay } from '../gateways/razorpay.ts'
import { PHONE, razorpayAccount } from '../gateways/scene.ts'
import { mustBeHealthy, testDatabase, uuidOf } from '../harness.ts'
import { startProgramClock } from '../kills/clock.ts'
import { childrenOf, kill } from '../kills/processes.ts'
import { onlyLong } from '../long-stories.ts'
import { urlOf } from '../postgres.ts'
import { SUBSCRIPTION } from '../premium.ts'
import { eventually, freePort, newDataDirectory, type Program, removeDataDirectory, startProgram } from '../program.ts'
import { mustAddUp } from '../subscription-verdict.ts'

const DAY_SECONDS = 24 * 3600
const connection = await testDatabase()
const database = openDatabase(connection, 2)
const clock = await startProgramClock()
const port = await freePort()
let ahead = 0
const gateway = await startFakeRazorpay({
  webhookUrl: `http://127.0.0.1:${port}/webhooks/gateways/razorpay`,
  clock: () => new Date(Date.now() + ahead * 1000),
})
const { webhooks } = gateway
const dataDirectory = await newDataDirectory()
const environment = {
  DATABASE_URL: urlOf(connection),
  PORT: String(port),
  SAMVAD_LOG_LEVEL: 'error',
  ...clock.environment,
}
let program: Program

after(async () => {
  await program?.stop()
  await database.close()
  await gateway.close()
  await clock.remove()
  await removeDataDirectory(dataDirectory)
})

const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await database.pool.query(text, values)).rows as Row[]
const ask = async (method: string, path: string, json?: object) => {
  const answer = await program.request(method, path, json ? { json } : {})
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

/** All processes at once: nothing is finished, and no webhook is sent. */
async function killEverything(): Promise<void> {
  for (const child of await childrenOf(program.pid)) kill(child)
  await program.kill()
}

async function setAhead(seconds: number): Promise<void> {
  ahead = seconds
  await clock.step(seconds)
}

/** Repeats each until accepted, and then all of them once more. */
async function replayInReverse(): Promise<void> {
  await eventually('every webhook is taken', async () => {
    await webhooks.sendWaiting((all) => all.toReversed())
    return webhooks.waiting.length === 0
  })
  for (const one of webhooks.all.toReversed()) assert.equal(await webhooks.send(one), 200, one.type)
}

/** Exactly one payment, invoice and period for each of this many months. */
async function mustHave(periods: number): Promise<void> {
  const organizationId = uuidOf('org', program.organizationId)
  const company = { organizationId }
  await eventually('what was refunded has arrived', async () => {
    const open = await rows(`select id from refunds where org_id = $1 and status <> 'completed'`, [organizationId])
    return open.length === 0
  })
  assert.equal((await mustAddUp({ rows }, company, gateway)).periods, periods)
  const told = await rows<{ type: string }>(
    `select type from events where org_id = $1 and type in ('subscription.activated', 'subscription.renewed')`,
    [organizationId],
  )
  assert.equal(told.length, periods)
  await mustBeHealthy(database)
}

const orderOf = (receipt: string) =>
  eventually('the order is placed', async () => [...gateway.orders.values()].find((one) => one.receipt === receipt)?.id)

test('spec 23.31: killed right behind the capture of the first payment, with its webhooks in reverse, one payment gives one period with one invoice', async () => {
  program = await startProgram(dataDirectory, environment)
  await ask('PUT', '/v1/gateways/razorpay', razorpayAccount(gateway))
  const profile = { phone: PHONE, email: 'accounts@company.example', state_code: '29' }
  await ask('PUT', '/api/v1/billing/profile', profile)
  await ask('PUT', SUBSCRIPTION, { plan: 'premium' })
  const [first] = (await ask('GET', `${SUBSCRIPTION}/payments`)).data
  const paying = gateway.pay(await orderOf(first.id), { method: 'credit_card' })
  assert.ok(
    gateway.log.some(({ kind }) => kind === 'capture'),
    'the gateway has it, and its first webhook is under way',
  )
  await killEverything()
  await paying
  assert.ok(webhooks.waiting.length > 0)
  program = await startProgram(dataDirectory, environment)
  await replayInReverse()
  assert.equal((await ask('GET', SUBSCRIPTION)).status, 'active')
  await mustHave(1)
})

test('spec 23.31, 23.89: so it is with the debit of a renewal, and with another payment method that is authorized meanwhile', {
  skip: onlyLong,
}, async () => {
  const { current_period } = await ask('GET', SUBSCRIPTION)
  const check = await ask('POST', `${SUBSCRIPTION}/payment_method`, {})
  const changing = gateway.pay(await orderOf(check.id), { method: 'upi' })
  await killEverything()
  await changing
  const untilEnd = current_period.to - Math.floor(Date.now() / 1000)
  await setAhead(untilEnd - DAY_SECONDS + 60)
  program = await startProgram(dataDirectory, environment)
  await replayInReverse()
  await eventually('the debit is under way', async () =>
    [...gateway.payments.values()].some(({ status, token_id }) => status === 'created' && token_id !== null),
  )
  await killEverything()
  await setAhead(untilEnd + 60)
  program = await startProgram(dataDirectory, environment)
  const debiting = gateway.settleDebits('success')
  await killEverything()
  await debiting
  program = await startProgram(dataDirectory, environment)
  await replayInReverse()
  const renewed = await ask('GET', SUBSCRIPTION)
  assert.deepEqual([renewed.status, renewed.current_period.from], ['active', current_period.to])
  assert.equal(renewed.mandate.payment_method, 'upi')
  await mustHave(2)
})
