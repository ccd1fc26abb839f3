// spec 9.10: a wallet is empty as soon as its balance covers no possible next message.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check } from '#doctor/actions.ts'
import { kindsOf, type PricedChannel, pricedChannels, type Tier } from '#money/pricing/rules.ts'
import fc from '../../../test/cases.ts'
import { readyToSend } from '../../../test/company.ts'
import { type Company, fund, startSamvad } from '../../../test/harness.ts'
import { keepShortly } from '../../../test/kept-shortly.ts'
import { BALANCE, balanceOf } from '../../../test/payments.ts'
import { newOperator, publish, tiers } from '../../../test/prices.ts'
import { eventually } from '../../../test/program.ts'
import { decideOn, paidRecharge, requestedRefund } from '../../../test/refunds.ts'
import { person } from '../../../test/story.ts'
import { isEmpty, nextPrice, warningLevel } from './rules.ts'

keepShortly()
const samvad = await startSamvad()
const operator = await newOperator(samvad)

async function company(name: string, rupees: bigint, prices: Record<string, { tiers: Tier_[] }> = {}) {
  const made = await samvad.newCompany(name)
  if (Object.keys(prices).length > 0) await publish(samvad, operator, made.organizationId, prices)
  const { conversationId } = await readyToSend(samvad, made, rupees)
  const who = person(samvad, made)
  const send = () => who.post('/v1/messages', { conversation_id: conversationId, channel: 'email', text: 'Ready' })
  const shown = async () => {
    const { body } = await who.get(BALANCE)
    return [body.balance, body.low_balance_warning, body.sending_paused]
  }
  const told = async () =>
    (
      await samvad.rows(
        `select payload ->> 'level' as level from events where org_id = $1 and type in ('balance.low', 'balance.empty')
         order by id`,
        [made.organizationId],
      )
    ).map(({ level }) => level)
  return { made, who, send, shown, told }
}
type Tier_ = { up_to: number | null; price: string }

test('spec 9.10: at 0.10 with an email at 0.15 it is empty: shown, said once, and sends get 402', async () => {
  const asha = await company('Asha Mills', 1n)
  for (let count = 0; count < 5; count++) assert.equal((await asha.send()).status, 201)
  assert.deepEqual(await asha.shown(), ['0.25', null, false])
  assert.equal((await asha.send()).status, 201)
  assert.deepEqual(await asha.shown(), ['0.10', '0', true])
  assert.deepEqual(await asha.told(), ['0'])
  const [event] = await samvad.rows(`select payload from events where org_id = $1 and type = 'balance.empty'`, [
    asha.made.organizationId,
  ])
  assert.deepEqual([event?.payload.balance, event?.payload.next_price], ['0.10', '0.15'])
  for (let count = 0; count < 3; count++) assert.equal((await asha.send()).status, 402)
  assert.deepEqual(await asha.told(), ['0'], 'once')
  await fund(samvad, asha.made.organizationId, 1n)
  assert.deepEqual(await asha.shown(), ['1.10', null, false])
  assert.equal((await asha.send()).status, 201)
})

test('spec 9.10: a cheaper tier lets a smaller balance go on, and what is free can always be sent', async () => {
  const bela = await company('Bela Silks', 1n, { email: { tiers: tiers('0.30', 2, '0.20') } })
  await bela.send()
  await bela.send()
  assert.deepEqual(await bela.shown(), ['0.40', null, false], 'the next costs 0.20')
  await bela.send()
  assert.deepEqual(await bela.shown(), ['0.20', '20', false])
  await bela.send()
  assert.deepEqual(await bela.shown(), ['0.00', '0', true])
  const chitra = await company('Chitra Dairy', 0n, { email: { tiers: tiers('0.00', 2, '0.15') } })
  assert.deepEqual((await chitra.shown())[2], false)
  assert.equal((await chitra.send()).status, 201)
  assert.equal((await chitra.send()).status, 201)
  assert.deepEqual((await chitra.shown())[2], true)
  assert.equal((await chitra.send()).status, 402)
})

test('spec 9.10: a month that begins again at the first tier empties it; it is said when a send is refused for it, once', async () => {
  const divya = await company('Divya Steels', 1n, { email: { tiers: tiers('0.30', 2, '0.10') } })
  const { organizationId } = divya.made
  for (let count = 0; count < 4; count++) assert.equal((await divya.send()).status, 201)
  assert.deepEqual(await divya.shown(), ['0.20', '20', false], 'the next costs 0.10')
  samvad.setClock(new Date(Date.now() + 40 * 24 * 3600_000))
  assert.deepEqual(await divya.shown(), ['0.20', '0', true], 'the first of a month costs 0.30')
  assert.deepEqual(await divya.told(), ['20'], 'nothing has moved')
  for (let count = 0; count < 3; count++) assert.equal((await divya.send()).status, 402)
  assert.deepEqual(await divya.told(), ['20', '0'])
  samvad.setClock(null)
  const [wallet] = await samvad.rows('select version, balance_micros from wallets where org_id = $1', [organizationId])
  const [last] = await samvad.rows('select max(wallet_version) as version from transactions where org_id = $1', [
    organizationId,
  ])
  assert.equal(wallet?.version, last?.version, 'telling is no transaction')
  assert.deepEqual(await check(samvad.app.database.reads), [])
  assert.equal((await divya.send()).status, 201, 'in the month of before it goes on')
})

test('spec 9.10: a dearer list empties it too', async () => {
  const farah = await company('Farah Foods', 1n, { email: { tiers: tiers('0.80') } })
  await farah.send()
  assert.deepEqual(await farah.shown(), ['0.20', '0', true])
  await publish(samvad, operator, farah.made.organizationId, { email: { tiers: tiers('0.20') } })
  await eventually('the cheaper list is noticed', async () => (await farah.shown())[2] === false)
  await publish(samvad, operator, farah.made.organizationId, { email: { tiers: tiers('0.25') } })
  await eventually('the dearer list is noticed', async () => (await farah.shown())[2] === true)
  assert.deepEqual(await farah.told(), ['0'], 'told once until money comes in')
})

test('spec 9.10: a refund to the source that leaves less than a message costs empties it, and that is said', async () => {
  const ekta = await company('Ekta Pharma', 100n)
  await ekta.send()
  const recharge = await paidRecharge(samvad, '100.00', ekta.made)
  const drain = async (made: Company, amount: string) => {
    const refund = await requestedRefund(samvad, { transaction_id: recharge.transaction_id, amount }, made)
    const answer = await decideOn(samvad, operator, refund, 'approve', {}, made)
    assert.equal(answer.status, 200, answer.text)
  }
  await drain(ekta.made, '100.00')
  const drafts = Array.from({ length: 665 }, () => 0)
  await Promise.all(drafts.map(() => ekta.send()))
  assert.equal(await balanceOf(samvad, ekta.made), '0.10')
  assert.deepEqual((await ekta.told()).at(-1), '0')
})

// --- The rules -------------------------------------------------------------------------------------------------------

const micros = fc.bigInt({ min: 0n, max: 2_000_000n })
const someTiers = fc
  .array(micros, { minLength: 1, maxLength: 4 })
  .map((prices): Tier[] =>
    prices.map((priceMicros, at) => ({ priceMicros, upTo: at === prices.length - 1 ? null : BigInt((at + 1) * 10) })),
  )
const list = fc.record({ email: someTiers, app_session: someTiers, app_template: someTiers, sms: someTiers })
const counts = fc.record({ email: fc.nat(60), app: fc.nat(60), sms: fc.nat(60) })

test('spec 9.10: whatever the prices, it is empty just when no kind of an available channel could be paid', () => {
  fc.assert(
    fc.property(list, counts, fc.subarray([...pricedChannels]), micros, (prices, already, channels, balance) => {
      const counters = new Map(Object.entries(already).map(([channel, count]) => [channel, BigInt(count)]))
      const priceAt = (tiersOfKind: Tier[], n: bigint) =>
        tiersOfKind.find(({ upTo }) => upTo === null || n <= upTo)?.priceMicros as bigint
      const next = nextPrice({ tiers: prices }, counters, channels)
      const payable = channels.some((channel: PricedChannel) =>
        kindsOf[channel].some((kind) => priceAt(prices[kind], BigInt(already[channel]) + 1n) <= balance),
      )
      if (channels.length === 0) assert.equal(next, null)
      else assert.equal(isEmpty(balance, next), !payable)
      assert.equal(warningLevel(balance, 1_000_000n, next) === 0, isEmpty(balance, next))
    }),
  )
})

test('spec 9.10: without any channel only 0.00 is empty', () => {
  assert.equal(isEmpty(0n, null), true)
  assert.equal(isEmpty(1n, null), false)
})
