// spec 7.7: accepted = charged = stored. With any mix of valid and invalid concurrent requests, over two servers, with
// a wallet that does not cover all of them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { parseMicros } from '#kit/money.ts'
import fc, { SLOW_CASES } from '../cases.ts'
import { readyToSend, type Sending } from '../company.ts'
import { mustBeHealthy, publicId, request, startSamvad, testDatabase, uuidOf } from '../harness.ts'

const RUPEES = 2n

const connection = await testDatabase()
const [samvad, other] = await Promise.all([startSamvad({}, { connection }), startSamvad({}, { connection })])

const kinds = ['email', 'channel not set up', 'no such conversation', 'no content'] as const
type Kind = (typeof kinds)[number]
const statusOf: Record<Kind, number[]> = {
  email: [201, 402],
  'channel not set up': [422],
  'no such conversation': [404],
  'no content': [422],
}

function draftOf(kind: Kind, conversation_id: string) {
  switch (kind) {
    case 'channel not set up':
      return { conversation_id, channel: 'app', text: 'Namaste' }
    case 'no such conversation':
      return { conversation_id: publicId('conv', newUuid()), channel: 'email', text: 'Namaste' }
    case 'no content':
      return { conversation_id, channel: 'email' }
    default:
      return { conversation_id, channel: kind, text: 'Namaste' }
  }
}

interface Outcome {
  kind: Kind
  status: number
  message?: { id: string; price: string }
}

/** One request: a single message, or a batch of the given ones. */
async function ask(url: string, { company, conversationId }: Sending, wanted: Kind[]): Promise<Outcome[]> {
  const drafts = wanted.map((kind) => draftOf(kind, conversationId))
  const { token } = company
  if (drafts.length === 1) {
    const { status, body } = await request(url, 'POST', '/v1/messages', { token, json: drafts[0] })
    return [{ kind: wanted[0] as Kind, status, message: body }]
  }
  const { status, body, text } = await request(url, 'POST', '/v1/messages/batch', { token, json: { messages: drafts } })
  assert.equal(status, 200, text)
  assert.equal(body.data.length, drafts.length)
  return wanted.map((kind, index) => ({ kind, ...body.data[index] }))
}

test('spec 7.7: what is accepted is what is charged is what is stored, whatever is sent at the same time', async () => {
  const requests = fc.array(
    fc.record({ wanted: fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 6 }), toOther: fc.boolean() }),
    { minLength: 1, maxLength: 16 },
  )
  await fc.assert(
    fc.asyncProperty(requests, async (wanted) => {
      const sending = await readyToSend(samvad, await samvad.newCompany('Devi Pharma'), RUPEES)
      const { organizationId } = sending.company
      const asked = wanted.map((one) => ask(one.toOther ? other.url : samvad.url, sending, one.wanted))
      const outcomes = (await Promise.all(asked)).flat()
      for (const { kind, status } of outcomes) assert.ok(statusOf[kind].includes(status), `${kind}: ${status}`)

      const accepted = outcomes
        .filter(({ status }) => status === 201)
        .map(({ message }) => message as { id: string; price: string })
      const acceptedIds = accepted.map(({ id }) => uuidOf('msg', id)).toSorted()
      const stored = await samvad.rows('select id from messages where org_id = $1 order by id', [organizationId])
      assert.deepEqual(
        stored.map(({ id }) => id),
        acceptedIds,
      )
      const charged = await samvad.rows<{ message_id: string; price_micros: bigint }>(
        `select d.message_id, d.price_micros from deliveries d
           join transactions t on t.org_id = d.org_id and t.id = d.transaction_id and t.kind = 'deduction'
          where d.org_id = $1 order by d.message_id`,
        [organizationId],
      )
      assert.deepEqual(
        charged.map(({ message_id }) => message_id),
        acceptedIds,
      )
      const [wallet] = await samvad.rows('select balance_micros from wallets where org_id = $1', [organizationId])
      const sum = accepted.reduce((total, { price }) => total + (parseMicros(price) as bigint), 0n)
      assert.equal(wallet?.balance_micros, RUPEES * 1_000_000n - sum)
      // The balance only falls: a refused message was not covered, and still is not.
      const wasRefused = (wanted: Kind) => outcomes.some(({ kind, status }) => kind === wanted && status === 402)
      if (wasRefused('email')) assert.ok(wallet?.balance_micros < 150_000n)
    }),
    { numRuns: SLOW_CASES, endOnFailure: true },
  )
  await mustBeHealthy(samvad.app.database)
})
