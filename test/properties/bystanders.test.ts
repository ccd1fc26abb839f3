// spec 19.6: one organization's trouble is its own. Whatever holds its wallet, and however often what its sends were
// decided on has changed meanwhile, the sends of others go on as if nothing were.

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
import { othersSend } from './bystanders.ts'

const OTHERS = 4
const RUPEES = 5000n
/** Of the answers that each of the others gets while something goes on. */
const SENDS_OF_EACH = 3
const SURPRISES = 5
/** A guard against hanging, however busy the machine is. */
const WITHIN_MS = 240_000

const connection = await testDatabase()
/** Of both: what makes a request the same one depends on it. */
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

const draftTo = (conversation_id: string) => ({ conversation_id, channel: 'email', text: 'The silk is here' })

/** Whether somebody waits for a lock of this database. */
async function isAnyoneWaiting(): Promise<boolean> {
  const { rows } = await session.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length > 0
}

/**
 * Sends as the organization whose wallet is locked, and as the others while that send waits. Returns the others that
 * were answered before it.
 */
async function answeredMeanwhile(sendAsLocked: () => Promise<Answer>[]): Promise<Sending[]> {
  let isAnswered = false
  const refused = sendAsLocked().map(async (one) => {
    const { status, text } = await one
    isAnswered = true
    assert.equal(status, 503, text)
  })
  const isWaiting = async () => isAnswered || (await isAnyoneWaiting())
  await eventually('the send waits for the wallet', isWaiting, WITHIN_MS)
  const answered = await Promise.all(
    others.map(async (one, index) => {
      const { status, text } = await post(urlOf(index), one, '/v1/messages', draftTo(one.conversationId))
      assert.equal(status, 201, text)
      return isAnswered ? [] : [one]
    }),
  )
  await Promise.all(refused)
  return answered.flat()
}

test('spec 19.6: while an organization’s wallet is locked its sends get 503, and those of others are answered before', async () => {
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
      // A process that knows the wallet from the last send writes without asking first.
      if (isKnown) for (const url of urls) assert.ok((await post(url, sending, path, json)).status < 300)
      const sendAsLocked = () =>
        Array.from({ length: clients }, (_, index) => post(urlOf(first + index), sending, path, json))
      await session.query('begin')
      await session.query('select from wallets where org_id = $1 for update', [sending.company.organizationId])
      try {
        // A busy machine may answer one of the others later than that; if they waited for the lock, none ever would be.
        const left = new Set(others)
        const isEachAnswered = async () => {
          for (const one of await answeredMeanwhile(sendAsLocked)) left.delete(one)
          return left.size === 0
        }
        await eventually('each of the others is answered before the locked one', isEachAnswered, WITHIN_MS)
      } finally {
        await session.query('rollback')
      }
      for (const url of urls) assert.ok((await post(url, sending, path, json)).status < 300, 'it recovers by itself')
    }),
    { numRuns: STORY_CASES, endOnFailure: true },
  )
})

/** What the others send while `trouble` goes on is accepted. */
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

// --- Surprises -------------------------------------------------------------------------------------------------------

/** Money comes in from another process, so that what was decided on is never the state. */
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

/** A conversation that goes while it is sent to. */
async function sendToWhatGoes(sending: Sending): Promise<void> {
  const { token } = sending.company
  const contact = await post(samvad.url, sending, '/v1/contacts', { email: `${newUuid()}@customer.example` })
  const { body } = await post(samvad.url, sending, '/v1/conversations', { contact_id: contact.body.id })
  const sends = urls.map((url) => post(url, sending, '/v1/messages', draftTo(body.id)))
  const removal = await request(other.url, 'DELETE', `/v1/conversations/${body.id}`, { token })
  assert.equal(removal.status, 204, removal.text)
  for (const { status, text } of await Promise.all(sends)) assert.ok(status === 201 || status === 404, text)
}

/** The same request in two processes at once: one message, of which both are told. */
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
