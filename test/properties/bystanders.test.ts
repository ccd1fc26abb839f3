// spec 19.6: one organization's trouble does not affect others. While its wallet is locked, the sends of others
// continue; test/properties/surprises.test.ts covers conflicts.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import fc, { STORY_CASES } from '../cases.ts'
import { readyToSend, type Sending } from '../company.ts'
import type { Answer } from '../harness.ts'
import { eventually } from '../program.ts'
import { useUsualLimits } from '../usual-limits.ts'
import { draftTo, post, RUPEES, startBystanders } from './bystanders.ts'

useUsualLimits(['lock'])

/** Deadlock guard, however busy the machine is. */
const WITHIN_MS = 240_000

const { samvad, urls, urlOf, others, connection } = await startBystanders()
const session = new pg.Client(connection)
await session.connect()
after(() => session.end())

/** True if a transaction waits for a lock in this database. */
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
      // A process that has the wallet cached from the last send writes without reading first.
      if (isKnown) for (const url of urls) assert.ok((await post(url, sending, path, json)).status < 300)
      const sendAsLocked = () =>
        Array.from({ length: clients }, (_, index) => post(urlOf(first + index), sending, path, json))
      await session.query('begin')
      await session.query('select from wallets where org_id = $1 for update', [sending.company.organizationId])
      try {
        // A busy machine may answer one of the others later than that; if they waited for the lock, none would be
        // answered.
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
