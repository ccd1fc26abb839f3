// spec 19.6: how long others' sends take while one organization's wallet is locked, or its sends conflict all the time.
// test/properties/bystanders.test.ts shows that they continue, with exact books.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import pg from 'pg'
import { newUuid } from '#kit/ids.ts'
import { parseMicros } from '#kit/money.ts'
import * as wallet from '#money/wallet/actions.ts'
import fc, { STORY_CASES } from '../cases.ts'
import { readyToSend, type Sending } from '../company.ts'
import { type Answer, request, startSamvad, testDatabase } from '../harness.ts'
import { eventually } from '../program.ts'
import { type Others, othersSend } from '../properties/bystanders.ts'
import { useUsualLimits } from '../usual-limits.ts'

useUsualLimits(['lock'])

const OTHERS = 6
const RUPEES = 5000n
/**
 * A flush waits 1.5 s for a lock; of two in flight the second waits after the first. The rest is for a busy machine.
 */
const FIRST_REFUSED_WITHIN_MS = 8_000
const REFUSED_WITHIN_MS = 10_000
/** Minimum number of the others' answers during each trouble, to have something to compare. */
const SENDS_OF_EACH = 25
/** Far less than any lock wait, far more than a busy machine takes. */
const SLOWEST_MS = 1_000
const SLOWEST_TIMES = 3
const SLOWER_BY_MS = 250
const SURPRISES = 12
const TRIES_MAX = 3

const connection = await testDatabase()
/** The secret key of both processes: it decides which requests have the same idempotency hash. */
const environment = { SAMVAD_SECRET_KEY: randomBytes(32).toString('hex') }
const [samvad, other] = await Promise.all([
  startSamvad(environment, { connection }),
  startSamvad(environment, { connection }),
])
const urls = [samvad.url, other.url]
const urlOf = (index: number) => urls[index % urls.length] as string
const session = new pg.Client(connection)
await session.connect()
after(() => session.end())

const others: Sending[] = []
for (let index = 0; index < OTHERS; index++)
  others.push(await readyToSend(samvad, await samvad.newCompany(`Bystander ${index}`), RUPEES))

function post(url: string, { company: { token } }: Sending, path: string, json: unknown, key?: string) {
  return request(url, 'POST', path, { token, json, ...(key ? { headers: { 'idempotency-key': key } } : {}) })
}

/** Retries on 503, as a client does. */
async function postUntilTaken(...asked: Parameters<typeof post>): Promise<Answer> {
  for (;;) {
    const answer = await post(...asked)
    if (answer.status !== 503) return answer
  }
}

const draftTo = (conversation_id: string) => ({ conversation_id, channel: 'email', text: 'The silk is here' })

/**
 * Measures the others' sends alone, and then during `trouble`. A busy machine delays a request occasionally; trouble
 * would delay every one.
 */
async function beside(trouble: () => Promise<void>): Promise<void> {
  const tries: string[] = []
  while (tries.length < TRIES_MAX) {
    const alone = await whileGoingOn(async () => {})
    const during = await whileGoingOn(trouble)
    // Otherwise the doctor's plans at the end are made for empty tables.
    await samvad.rows('analyze')
    assert.deepEqual(during.refusals, [], 'every send of the others is accepted')
    const slowestMs = Math.max(SLOWEST_MS, SLOWEST_TIMES * alone.slowestMs)
    if (during.medianMs < alone.medianMs + SLOWER_BY_MS && during.slowestMs < slowestMs) return
    const [one, other, slowest] = [alone.medianMs, during.medianMs, during.slowestMs].map(Math.round)
    tries.push(`median ${one} ms alone, ${other} ms beside, slowest ${slowest} ms`)
  }
  assert.fail(tries.join('; '))
}

/** Runs until each of the others has enough answers and the trouble is over. */
async function whileGoingOn(trouble: () => Promise<void>): Promise<ReturnType<Others['end']>> {
  const sending = othersSend(others, urlOf, ({ conversationId }) => draftTo(conversationId))
  try {
    await trouble()
    await eventually('the others were answered', async () => sending.least() >= SENDS_OF_EACH)
  } finally {
    await sending.stop()
  }
  return sending.end()
}

test('spec 19.6: while an organization’s wallet is locked for seconds its sends get 503 in time, and others never wait', async () => {
  const ways = fc.record({
    clients: fc.integer({ min: 1, max: 6 }),
    size: fc.constantFrom(1, 1, 40),
    isKnown: fc.boolean(),
    first: fc.nat({ max: 1 }),
  })
  await fc.assert(
    fc.asyncProperty(ways, async ({ clients, size, isKnown, first }) => {
      const sending = await readyToSend(samvad, await samvad.newCompany('Locked Looms'), RUPEES)
      const draft = draftTo(sending.conversationId)
      const [path, json] =
        size === 1
          ? ['/v1/messages', draft]
          : ['/v1/messages/batch', { messages: Array.from({ length: size }, () => draft) }]
      // A process that has the wallet cached from the last send writes without reading first.
      if (isKnown) for (const url of urls) assert.ok((await post(url, sending, path, json)).status < 300)
      await beside(async () => {
        await session.query('begin')
        await session.query('select from wallets where org_id = $1 for update', [sending.company.organizationId])
        try {
          const refused = Array.from({ length: clients }, (_, index) =>
            timed(() => post(urlOf(first + index), sending, path, json)),
          )
          const answers = await Promise.all(refused)
          for (const { answer } of answers) assert.equal(answer.status, 503, answer.text)
          const took = answers.map(({ tookMs }) => Math.round(tookMs)).toSorted((one, two) => one - two)
          const isInTime = (took[0] as number) < FIRST_REFUSED_WITHIN_MS && (took.at(-1) as number) < REFUSED_WITHIN_MS
          assert.ok(isInTime, `refused after ${took.join(', ')} ms`)
        } finally {
          await session.query('rollback')
        }
      })
      for (const url of urls) assert.ok((await post(url, sending, path, json)).status < 300, 'it recovers by itself')
    }),
    { numRuns: STORY_CASES, endOnFailure: true },
  )
})

async function timed(work: () => Promise<Answer>): Promise<{ answer: Answer; tookMs: number }> {
  const since = performance.now()
  const answer = await work()
  return { answer, tookMs: performance.now() - since }
}

// --- Conflicts -------------------------------------------------------------------------------------------------------

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
  const contact = await postUntilTaken(samvad.url, sending, '/v1/contacts', { email: `${newUuid()}@customer.example` })
  const { body } = await postUntilTaken(samvad.url, sending, '/v1/conversations', { contact_id: contact.body.id })
  const sends = urls.map((url) => postUntilTaken(url, sending, '/v1/messages', draftTo(body.id)))
  const removal = await request(other.url, 'DELETE', `/v1/conversations/${body.id}`, { token })
  assert.equal(removal.status, 204, removal.text)
  for (const { status, text } of await Promise.all(sends)) assert.ok(status === 201 || status === 404, text)
}

/** The same request in two processes at once: one message, acknowledged by both. */
async function sendTwice(sending: Sending): Promise<void> {
  const key = newUuid()
  const draft = draftTo(sending.conversationId)
  const answers = await Promise.all(urls.map((url) => postUntilTaken(url, sending, '/v1/messages', draft, key)))
  for (const { status, text } of answers) assert.equal(status, 201, text)
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
}

const surprises = { moveWallet, sendToWhatGoes, sendTwice }

test('spec 19.6: an organization whose sends are surprised all the time delays nobody else’s, and keeps exact books', async () => {
  const kinds = fc.shuffledSubarray(Object.keys(surprises) as (keyof typeof surprises)[], { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(kinds, async (chosen) => {
      const sending = await readyToSend(samvad, await samvad.newCompany('Surprised Silks'), RUPEES)
      await beside(async () => {
        const going = { isOver: false }
        const plain = urls.map(async (url) => {
          while (!going.isOver) {
            const { status, text } = await postUntilTaken(url, sending, '/v1/messages', draftTo(sending.conversationId))
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
