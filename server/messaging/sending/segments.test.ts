// spec 8.11: under a list that counts SMS by segment, a message uses as many of the month's numbers as it has segments.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMicros } from '#kit/money.ts'
import * as wallet from '#money/wallet/actions.ts'
import { readyToSend } from '../../../test/company.ts'
import { startSamvad } from '../../../test/harness.ts'
import { balanceOf } from '../../../test/payments.ts'
import { newOperator, publish, senderOf, tiers } from '../../../test/prices.ts'

const samvad = await startSamvad()
const operator = await newOperator(samvad)
const ONE = 'Your order leaves today.'
const THREE = 'a'.repeat(307)
const HINDI_TWO = 'न'.repeat(71)

async function company(unit: 'message' | 'segment') {
  const made = await samvad.newCompany('Asha Textiles')
  await publish(
    samvad,
    operator,
    made.organizationId,
    { sms: { tiers: tiers('0.25', 4, '0.20', 7, '0.10') } },
    { sms_unit: unit },
  )
  const { conversationId } = await readyToSend(samvad, made, 100n)
  return { ...made, sender: senderOf(samvad, made, conversationId) }
}

test('spec 8.11: a message counts once whatever its length, unless the list counts by segment', async () => {
  const { organizationId, sender, ...made } = await company('message')
  await sender.send('sms', [ONE, THREE, HINDI_TWO])
  const stored = await samvad.rows(
    'select month_number, units, price_micros from deliveries where org_id = $1 order by 1',
    [organizationId],
  )
  assert.deepEqual(
    stored.map(({ units }) => units),
    [1, 1, 1],
  )
  assert.equal(await balanceOf(samvad, { organizationId, ...made }), '99.25')
})

test('spec 8.11: by segment each takes its numbers, and one across a border costs the sum of both tiers', async () => {
  const { organizationId, sender, ...made } = await company('segment')
  const accepted = await sender.send('sms', [ONE, THREE, HINDI_TWO, ONE, THREE, ONE])
  assert.deepEqual(
    accepted.map(({ price }) => formatMicros(price)),
    ['0.25', '0.75', '0.40', '0.20', '0.30', '0.10'],
  )
  const [last] = await sender.send('sms', [THREE])
  assert.equal(formatMicros(last?.price ?? 0n), '0.30')
  const stored = await samvad.rows('select month_number, units, tier from deliveries where org_id = $1 order by 1', [
    organizationId,
  ])
  assert.deepEqual(
    stored.map(({ month_number, units, tier }) => [Number(month_number), units, tier]),
    [
      [1, 1, 1],
      [2, 3, 1],
      [5, 2, 2],
      [7, 1, 2],
      [8, 3, 3],
      [11, 1, 3],
      [12, 3, 3],
    ],
  )
  assert.deepEqual(await samvad.rows('select message_count from month_counters where org_id = $1', [organizationId]), [
    { message_count: 14n },
  ])
  assert.equal(await balanceOf(samvad, { organizationId, ...made }), '97.70')
})

test('spec 8.11: one that straddles a border is charged with a transaction of its own price', async () => {
  const { organizationId, sender } = await company('segment')
  await sender.send('sms', [ONE, ONE, THREE, THREE, ONE])
  const charges = await samvad.rows(
    `select amount_micros, message_count from transactions
      where org_id = $1 and kind = 'deduction' order by wallet_version`,
    [organizationId],
  )
  assert.deepEqual(
    charges.map(({ amount_micros, message_count }) => [formatMicros(amount_micros), message_count]),
    [
      ['-0.50', 2],
      ['-0.70', 1],
      ['-0.50', 1],
      ['-0.10', 1],
    ],
  )
})

test('spec 7.8, 8.11: what the balance does not cover takes no numbers', async () => {
  const { organizationId, sender, ...made } = await company('segment')
  const { conversationId } = await readyToSend(samvad, { organizationId, ...made }, 0n)
  await samvad.app.database.transaction(async (tx) => {
    const walletState = await wallet.lock(tx, organizationId)
    const movement = {
      kind: 'refund' as const,
      amount: -99_500_000n,
      counterAccount: 'gateway',
      key: 'test:out',
      description: 'Paid out',
    }
    await wallet.move(tx, organizationId, walletState, movement, samvad.app.clock())
  })
  const poor = senderOf(samvad, { organizationId, ...made }, conversationId)
  await assert.rejects(poor.send('sms', [THREE]))
  assert.deepEqual(await samvad.rows('select * from month_counters where org_id = $1', [organizationId]), [])
  const [sent] = await poor.send('sms', [HINDI_TWO])
  assert.equal(sent?.deliveries[0]?.monthNumber, 1n)
})
