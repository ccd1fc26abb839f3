// spec 19.6: one organization's trouble does not affect others. However often the state on which its sends were decided
// changes in the meantime, the sends of others continue.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { parseMicros } from '#kit/money.ts'
import * as wallet from '#money/wallet/actions.ts'
import fc, { STORY_CASES } from '../cases.ts'
import { readyToSend, type Sending } from '../company.ts'
import { request } from '../harness.ts'
import { eventually } from '../program.ts'
import { draftTo, othersSend, post, RUPEES, startBystanders } from './bystanders.ts'

/** Number of answers that each of the others gets during the trouble. */
const SENDS_OF_EACH = 3
const SURPRISES = 5
/** Deadlock guard, however busy the machine is. */
const WITHIN_MS = 240_000

const { samvad, other, urls, urlOf, others } = await startBystanders()

/** Asserts that the others' sends during `trouble` are accepted. */
async function beside(trouble: () => Promise<void>): Promise<void> {
  const sending = othersSend(others, urlOf, ({ conversationId }) => draftTo(conversationId))
  try {
    await trouble()
    await eventually('the others were answered', async () => sending.least() >= SENDS_OF_EACH, WITHIN_MS)
  } finally {
    await sending.stop()
  }
  assert.deepEqual(sending.end().refusals, [], 'every send of the others is accepted')
}

/** Credits money from another process, so that decisions are always based on an old state. */
async function moveWallet({ company: { organizationId } }: Sending): Promise<void> {
  await other.app.database.transaction(async (tx) => {
    const walletState = await wallet.lock(tx, organizationId)
    const credit = {
      kind: 'credit' as const,
      counterAccount: 'operator',
      key: `credit:${newUuid()}`,
      description: 'Gift',
    }
    await wallet.move(tx, organizationId, walletState, { ...credit, amount: 1_000_000n }, new Date())
  })
}

/** Deletes a conversation while it is sent to. */
async function sendToWhatGoes(sending: Sending): Promise<void> {
  const { token } = sending.company
  const contact = await post(samvad.url, sending, '/v1/contacts', { email: `${newUuid()}@customer.example` })
  const { body } = await post(samvad.url, sending, '/v1/conversations', { contact_id: contact.body.id })
  const sends = urls.map((url) => post(url, sending, '/v1/messages', draftTo(body.id)))
  const removal = await request(other.url, 'DELETE', `/v1/conversations/${body.id}`, { token })
  assert.equal(removal.status, 204, removal.text)
  for (const { status, text } of await Promise.all(sends)) assert.ok(status === 201 || status === 404, text)
}

/** The same request in two processes at once: one message, acknowledged by both. */
async function sendTwice(sending: Sending): Promise<void> {
  const key = newUuid()
  const draft = draftTo(sending.conversationId)
  const answers = await Promise.all(urls.map((url) => post(url, sending, '/v1/messages', draft, key)))
  for (const { status, text } of answers) assert.equal(status, 201, text)
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
}

const surprises = { moveWallet, sendToWhatGoes, sendTwice }

test('spec 19.6: an organization whose sends are decided anew all the time spoils nobody else’s, and keeps exact books', async () => {
  const kinds = fc.shuffledSubarray(Object.keys(surprises) as (keyof typeof surprises)[], { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(kinds, async (chosen) => {
      const sending = await readyToSend(samvad, await samvad.newCompany('Surprised Silks'), RUPEES)
      await beside(async () => {
        const going = { isOver: false }
        const plain = urls.map(async (url) => {
          while (!going.isOver) {
            const { status, text } = await post(url, sending, '/v1/messages', draftTo(sending.conversationId))
            assert.equal(status, 201, text)
          }
        })
        const surprised = chosen.map(async (name) => {
          for (let count = 0; count < SURPRISES; count++) await surprises[name](sending)
        })
        const ended = await Promise.allSettled(surprised)
        going.isOver = true
        await Promise.all(plain)
        for (const one of ended) if (one.status === 'rejected') throw one.reason
      })
    }),
    { numRuns: STORY_CASES, endOnFailure: true },
  )
  for (const { company } of others) {
    const [row] = await samvad.rows(
      `select w.balance_micros, (select count(*) from messages where org_id = w.org_id) as messages,
              (select sum(price_micros)::bigint from deliveries where org_id = w.org_id) as charged
         from wallets w where org_id = $1`,
      [company.organizationId],
    )
    const start = parseMicros(`${RUPEES}`) as bigint
    assert.equal(row?.balance_micros, start - row?.charged)
    assert.ok(row?.messages > 0n)
  }
})
