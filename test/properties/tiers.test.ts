// spec 8.1, 8.2, 8.3, 8.4: the nth message of a month costs the price of the tier that contains n, so the sum is the
// same however messages are batched and whoever sends concurrently.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { formatMicros, parseMicros } from '#kit/money.ts'
import { priceOf, priceOfMany, readTiers, type Tier } from '#money/pricing/rules.ts'
import fc, { SLOW_CASES } from '../cases.ts'
import { readyToSend, type Sending } from '../company.ts'
import { type Answer, startSamvad, testDatabase } from '../harness.ts'

const BATCH_MAX = 1000

const connection = await testDatabase()
const [samvad, other] = await Promise.all([startSamvad({}, { connection }), startSamvad({}, { connection })])

/** Sends `count` emails in one request; all must be accepted. Returns their prices. */
async function send(url: string, { company, conversationId }: Sending, count: number): Promise<string[]> {
  const draft = { conversation_id: conversationId, channel: 'email', text: 'New prices' }
  const authorization = `Bearer ${company.token}`
  if (count === 1) {
    const answer = await post(`${url}/v1/messages`, authorization, draft)
    assert.equal(answer.status, 201)
    return [answer.body.price]
  }
  const answer = await post(`${url}/v1/messages/batch`, authorization, {
    messages: Array.from({ length: count }, () => draft),
  })
  assert.equal(answer.status, 200)
  const items: { status: number; message: { price: string } }[] = answer.body.data
  assert.ok(items.every(({ status }) => status === 201))
  return items.map(({ message }) => message.price)
}

async function post(url: string, authorization: string, body: unknown): Promise<Pick<Answer, 'status' | 'body'>> {
  const headers = { authorization, 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, body: await response.json() }
}

const sumOf = (prices: string[]) => prices.reduce((sum, price) => sum + (parseMicros(price) as bigint), 0n)

test('spec 8.1, 8.4: the 10,000th email costs 0.15 and the 10,001st 0.12, in one batch across the border', async () => {
  const sending = await readyToSend(samvad, await samvad.newCompany('Bharat Seeds'), 2000n)
  const first = await Promise.all(Array.from({ length: 9 }, () => send(samvad.url, sending, BATCH_MAX)))
  assert.deepEqual(new Set(first.flat()), new Set(['0.15']))
  await send(samvad.url, sending, 995)
  assert.deepEqual(await send(samvad.url, sending, 10), [...Array(5).fill('0.15'), ...Array(5).fill('0.12')])

  const { organizationId } = sending.company
  const [wallet] = await samvad.rows('select balance_micros from wallets where org_id = $1', [organizationId])
  assert.equal(formatMicros(wallet?.balance_micros), '499.40')
  const border = await samvad.rows(
    `select month_number, price_micros, tier from deliveries
      where org_id = $1 and month_number between 10000 and 10001 order by 1`,
    [organizationId],
  )
  assert.deepEqual(border, [
    { month_number: 10_000n, price_micros: 150_000n, tier: 1 },
    { month_number: 10_001n, price_micros: 120_000n, tier: 2 },
  ])
})

/** A contract with small tiers, so that a few messages cross several. */
async function publishSmallTiers(organizationId: Uuid): Promise<readonly Tier[]> {
  const tiers = [
    { up_to: 3, price: '0.15' },
    { up_to: 10, price: '0.123457' },
    { up_to: 25, price: '0.10' },
    { up_to: null, price: '0.08' },
  ]
  const priced = { mode: 'graduated', tiers }
  const prices = { email: priced, app_session: priced, app_template: priced, sms: priced }
  const definition = { currency: 'INR', sms_unit: 'message', prices }
  await samvad.rows(
    `insert into price_lists (id, org_id, name, effective_from, definition, published_at)
     values ($1, $2, 'Contract', '2021-01-01', $3, '2021-01-01')`,
    [newUuid(), organizationId, JSON.stringify(definition)],
  )
  return readTiers(definition).email as readonly Tier[]
}

test('spec 8.4: the sum is the same however sends are batched and interleaved over two servers', async () => {
  const batches = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 10 })
  await fc.assert(
    fc.asyncProperty(batches, fc.boolean(), fc.infiniteStream(fc.boolean()), async (sizes, atOnce, choices) => {
      const company = await samvad.newCompany('Chandra Foods')
      const { organizationId } = company
      const tiers = await publishSmallTiers(organizationId)
      const sending = await readyToSend(samvad, company, 100n)
      const requests = sizes.map((size) => () => send(choices.next().value ? samvad.url : other.url, sending, size))
      const prices: string[][] = []
      if (atOnce) prices.push(...(await Promise.all(requests.map((request) => request()))))
      else for (const request of requests) prices.push(await request())

      const count = BigInt(sizes.reduce((sum, size) => sum + size, 0))
      const expected = priceOfMany(tiers, 0n, count)
      const [wallet] = await samvad.rows('select balance_micros from wallets where org_id = $1', [organizationId])
      assert.equal(wallet?.balance_micros, 100_000_000n - expected)
      assert.equal(sumOf(prices.flat()), expected, 'what the answers say adds up to what was taken')
    }),
    { numRuns: SLOW_CASES, endOnFailure: true },
  )
})

test('spec 8.4: the price of many is the sum of the prices of each', () => {
  const rising = fc
    .uniqueArray(fc.bigInt(1n, 400n), { maxLength: 6 })
    .map((limits) => limits.toSorted((a, b) => Number(a - b)))
  const tiersOf = (limits: bigint[], prices: bigint[]): Tier[] =>
    [...limits, null].map((upTo, index) => ({ upTo, priceMicros: prices[index] as bigint }))
  fc.assert(
    fc.property(
      rising,
      fc.array(fc.bigInt(0n, 999_999n), { minLength: 7, maxLength: 7 }),
      fc.bigInt(0n, 300n),
      fc.bigInt(0n, 300n),
      (limits, prices, already, count) => {
        const tiers = tiersOf(limits, prices)
        let sum = 0n
        for (let n = already + 1n; n <= already + count; n++) sum += priceOf(tiers, n).priceMicros
        assert.equal(priceOfMany(tiers, already, count), sum)
      },
    ),
  )
})
