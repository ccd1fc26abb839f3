// spec 8.16: a send is not refused for insufficient balance when a pending re-rate of the month would cover it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readyToSend } from '../../../test/company.ts'
import { startSamvad } from '../../../test/harness.ts'
import { balanceOf } from '../../../test/payments.ts'
import { newOperator, publish, tiers } from '../../../test/prices.ts'
import { person } from '../../../test/story.ts'

// No worker runs: the sends themselves book the re-rates.
const samvad = await startSamvad()
const operator = await newOperator(samvad)

/** 0.15 each, and 0.10 for the whole month from the 11th on: 11 cost 1.60, of which 0.50 are credited. */
async function company(name: string) {
  const made = await samvad.newCompany(name)
  await publish(samvad, operator, made.organizationId, {
    email: { mode: 'volume', tiers: tiers('0.15', 10, '0.10') },
  })
  const { conversationId } = await readyToSend(samvad, made, 2n)
  const who = person(samvad, made)
  const draft = { conversation_id: conversationId, channel: 'email', text: 'Namaste' }
  const send = async () => (await who.post('/v1/messages', draft)).status
  const batch = async (count: number): Promise<number[]> =>
    (await who.post('/v1/messages/batch', { messages: Array.from({ length: count }, () => draft) })).body.data.map(
      ({ status }: any) => status,
    )
  return { made, send, batch, balance: () => balanceOf(samvad, made) }
}

test("spec 8.16: a send that would be refused for want of money is accepted when the month's credit covers it", async () => {
  const asha = await company('Asha Bank')
  assert.deepEqual(new Set(await asha.batch(15)), new Set([201]))
  assert.equal(await asha.balance(), '0.00', '10 at 0.15 and 5 at 0.10; the credit of 0.50 is open')
  assert.equal(await asha.send(), 201)
  assert.equal(await asha.balance(), '0.40')
  const credits = await samvad.rows(`select amount_micros from transactions where org_id = $1 and kind = 'credit'`, [
    asha.made.organizationId,
  ])
  assert.deepEqual(credits, [{ amount_micros: 500_000n }])
  assert.deepEqual(await asha.batch(6), [201, 201, 201, 201, 402, 402], 'then there is no more')
})

test('spec 8.16: many at once settle it once, and as many are accepted as all the money covers', async () => {
  const bela = await company('Bela Bank')
  await bela.batch(15)
  const statuses = await Promise.all(Array.from({ length: 12 }, bela.send))
  assert.equal(statuses.filter((status) => status === 201).length, 5)
  assert.equal(statuses.filter((status) => status === 402).length, 7)
  assert.equal(await bela.balance(), '0.00')
})

test('spec 8.16: the request that crosses brings a credit for those behind it in the same moment', async () => {
  const chitra = await company('Chitra Bank')
  await chitra.batch(9)
  // ₹0.65 left: the 10th costs ₹0.15, the others ₹0.10: five more without the credit, ten with it.
  const statuses = await Promise.all(Array.from({ length: 14 }, chitra.send))
  assert.equal(statuses.filter((status) => status === 201).length, 11)
  assert.equal(await chitra.balance(), '0.00')
})
