// spec 7.10, 11.5: deliveries that failed after sending are refunded besides requested refunds of their charge, never
// more than was paid. The doctor checks all of it at the end of this file.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import { formatMicros, type Micros, parseMicros } from '#kit/money.ts'
import type { Receipt } from '#messaging/channels/arrivals/arrived.ts'
import { createDispatcher } from '#messaging/dispatch/dispatcher.ts'
import fc, { SLOW_CASES } from '../../../test/cases.ts'
import { readyToSend } from '../../../test/company.ts'
import { type Company, publicId, startSamvad, uuidOf } from '../../../test/harness.ts'
import { balanceOf } from '../../../test/payments.ts'
import { askForRefund, decideOn, newOperator, requestedRefund } from '../../../test/refunds.ts'
import { createReceiptTaker } from './taker.ts'

const samvad = await startSamvad()
const take = createReceiptTaker(samvad.app)
const operator = await newOperator(samvad)
const dispatcher = createDispatcher(samvad.app, {
  email: {
    send: async ({ deliveryId }) => ({ outcome: 'accepted', providerId: deliveryId }),
    async close() {},
  },
})
const PRICE = 150_000n
const { company: asha, conversationId } = await readyToSend(samvad, samvad.company, 500n)

interface Charge {
  company: Company
  transaction: string
  deliveries: Uuid[]
  /** The amount refunded so far. */
  back: () => Promise<Micros>
}

const microsOf = (text: string): Micros => parseMicros(text) as Micros

/** A charge for so many mails, which were sent. */
async function charged(count: number): Promise<Charge> {
  const message = { conversation_id: conversationId, channel: 'email', text: 'Hello' }
  const messages = Array.from({ length: count }, () => message)
  const answer = await samvad.request('POST', '/v1/messages/batch', { token: asha.token, json: { messages } })
  assert.equal(answer.status, 200, answer.text)
  await dispatcher.run(new AbortController().signal)
  const ids: Uuid[] = answer.body.data.map(({ message }: { message: { id: string } }) => uuidOf('msg', message.id))
  const rows = await samvad.rows<{ id: Uuid; transaction_id: Uuid; status: string }>(
    'select id, transaction_id, status from deliveries where message_id = any($1) order by id',
    [ids],
  )
  assert.deepEqual([new Set(rows.map(({ status }) => status)), rows.length], [new Set(['sent']), count])
  const before = microsOf(await balanceOf(samvad, asha))
  const back = async () => microsOf(await balanceOf(samvad, asha)) - before
  const deliveries = rows.map(({ id }) => id)
  return { company: asha, transaction: publicId('txn', rows[0]?.transaction_id as Uuid), deliveries, back }
}

const failedReceipt = (id: Uuid): Receipt => ({
  organizationId: asha.organizationId,
  channel: 'email',
  delivery: { id },
  status: 'failed',
  time: samvad.app.clock(),
  error: { code: 'rejected', detail: 'not today' },
})

async function fail({ deliveries }: Charge, ...places: number[]): Promise<void> {
  assert.deepEqual(await take(places.map((place) => failedReceipt(deliveries[place] as Uuid))), [])
}

const request = ({ transaction }: Charge, amount: string) =>
  requestedRefund(samvad, { transaction_id: transaction, amount }, asha)

async function decide(refund: { id: string }, decision: 'approve' | 'reject'): Promise<void> {
  const answer = await decideOn(samvad, operator, refund, decision, { note: 'looked at' }, asha)
  assert.equal(answer.status, 200, answer.text)
}

async function statesOf({ deliveries }: Charge): Promise<string[]> {
  const rows = await samvad.rows<{ status: string; reversal_id: Uuid | null; returned_micros: Micros }>(
    'select status, reversal_id, returned_micros from deliveries where id = any($1) order by id',
    [deliveries],
  )
  return rows.map(({ status, reversal_id, returned_micros }) =>
    reversal_id === null ? status : `${status}, ${formatMicros(returned_micros)} back`,
  )
}

test('spec 7.10: a refund of a paisa that is asked for keeps nothing back but what it may take itself', async () => {
  const charge = await charged(3)
  const refund = await request(charge, '0.01')
  await fail(charge, 0, 1, 2)
  assert.deepEqual(await statesOf(charge), ['failed, 0.15 back', 'failed, 0.15 back', 'failed'])
  assert.equal(await charge.back(), 2n * PRICE)
  await decide(refund, 'reject')
  assert.deepEqual(await statesOf(charge), ['failed, 0.15 back', 'failed, 0.15 back', 'failed, 0.15 back'])
  assert.equal(await charge.back(), 3n * PRICE)
})

test('spec 7.10, 11.5: what waits for a refund gets what the refund leaves when it is approved', async () => {
  const charge = await charged(3)
  const refund = await request(charge, '0.01')
  await fail(charge, 2, 0)
  await fail(charge, 1)
  await decide(refund, 'approve')
  assert.deepEqual((await statesOf(charge)).toSorted(), ['failed, 0.14 back', 'failed, 0.15 back', 'failed, 0.15 back'])
  assert.equal(await charge.back(), 3n * PRICE)
  const more = await askForRefund(samvad, { transaction_id: charge.transaction }, asha)
  assert.equal(more.status, 409, more.text)
})

test('spec 11.9: what was refunded is not given back a second time, and costs nothing any more', async () => {
  const charge = await charged(2)
  await decide(await request(charge, '0.30'), 'approve')
  await fail(charge, 0, 1)
  assert.deepEqual(await statesOf(charge), ['failed', 'failed'])
  assert.equal(await charge.back(), 2n * PRICE)
})

test('spec 8.7: a message that was refunded in part and failed after all has come back as a whole', async () => {
  const charge = await charged(1)
  await decide(await request(charge, '0.05'), 'approve')
  await fail(charge, 0)
  assert.deepEqual(await statesOf(charge), ['failed, 0.10 back'])
  assert.equal(await charge.back(), PRICE)
})

test('spec 11.5: refunds that are asked for while messages fail take what is left of the charge, and no more', async () => {
  const charge = await charged(4)
  const ask = () => askForRefund(samvad, { transaction_id: charge.transaction, amount: '0.20' }, asha)
  const receipts = charge.deliveries.map((id) => take([failedReceipt(id)]))
  const answers = await Promise.all([ask(), ask(), ask(), ask()])
  assert.deepEqual((await Promise.all(receipts)).flat(), [])
  const requested = answers.filter(({ status }) => status === 201).map(({ body }) => body)
  for (const [index, refund] of requested.entries()) await decide(refund, index % 2 === 0 ? 'approve' : 'reject')
  assert.equal(await charge.back(), 4n * PRICE)
})

const MAILS = 3
const step = fc.oneof(
  fc.record({ does: fc.constant('request' as const), paise: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ does: fc.constantFrom('approve' as const, 'reject' as const), which: fc.nat(3) }),
  fc.record({ does: fc.constant('fail' as const), which: fc.nat(MAILS - 1) }),
)

test('spec 7.10, 11.5: whatever is asked for, approved, rejected and fails in whatever order, each comes back once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      const charge = await charged(MAILS)
      const paid = BigInt(MAILS) * PRICE
      const open: { id: string; amount: string }[] = []
      const failed = new Set<number>()
      let refunded = 0n
      const settle = async (refund: { id: string; amount: string }, decision: 'approve' | 'reject') => {
        await decide(refund, decision)
        if (decision === 'approve') refunded += microsOf(refund.amount)
      }
      for (const one of steps) {
        if (one.does === 'request') {
          const json = { transaction_id: charge.transaction, amount: formatMicros(BigInt(one.paise) * 10_000n) }
          const answer = await askForRefund(samvad, json, asha)
          if (answer.status === 201) open.push(answer.body)
        } else if (one.does === 'fail') {
          await fail(charge, one.which)
          failed.add(one.which)
        } else {
          const [refund] = open.splice(one.which % Math.max(open.length, 1), 1)
          if (refund) await settle(refund, one.does)
        }
        const asked = open.reduce((sum, { amount }) => sum + microsOf(amount), 0n)
        assert.ok((await charge.back()) + asked <= paid, 'no more than was paid')
      }
      for (const refund of open.splice(0)) await settle(refund, 'reject')
      const cost = BigInt(failed.size) * PRICE
      const room = paid - refunded
      assert.equal(await charge.back(), refunded + (cost < room ? cost : room))
    }),
    { numRuns: SLOW_CASES },
  )
})
