// spec 19.5: many send at once until the wallet is empty. What is accepted is what the balance covers: not one more,
// not one less, and nobody is told that it does not suffice while it does.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readyToSend, type Sending } from '../company.ts'
import { type Answer, mustBeHealthy, request, startSamvad, type TestSamvad, testDatabase, uuidOf } from '../harness.ts'
import { urlOf } from '../postgres.ts'
import { newDataDirectory, removeDataDirectory, startProgram } from '../program.ts'

const SERVERS = 4
/** That several processes share a port and a database is the same for two as for four. */
const API_PROCESSES = 2
const CONNECTIONS_EACH = 64
const REFUSALS_UNTIL_CONVINCED = 2

/** 100.00 at 0.15: 666 emails, and 0.10 that no email costs. */
const RUPEES = 100n
const COVERED = 666

/** Sends until it is refused again and again; returns all answers. */
async function sendUntilRefused(urls: string[], { company, conversationId }: Sending): Promise<Answer[]> {
  const json = { conversation_id: conversationId, channel: 'email', subject: 'Offer', text: 'Cotton at old prices' }
  const answers: Answer[] = []
  const connections = urls.flatMap((url) => Array.from({ length: CONNECTIONS_EACH }, () => url))
  await Promise.all(
    connections.map(async (url) => {
      for (let refused = 0; refused < REFUSALS_UNTIL_CONVINCED; ) {
        const answer = await request(url, 'POST', '/v1/messages', { token: company.token, json })
        answers.push(answer)
        if (answer.status !== 201) refused++
      }
    }),
  )
  return answers
}

async function assertExactlyCovered(samvad: TestSamvad, answers: Answer[]): Promise<void> {
  const { organizationId } = samvad.company
  const accepted = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status !== 201)
  assert.deepEqual([...new Set(refused.map(({ status }) => status))], [402])
  assert.equal(accepted.length, COVERED)
  // A refusal that came while the balance still covered the price would say so.
  const reasons = new Set(refused.map(({ body }) => body.detail))
  assert.deepEqual([...reasons], ['The price is 0.15 and the balance 0.10; recharge the wallet and send again.'])

  const [wallet] = await samvad.rows('select balance_micros, version from wallets where org_id = $1', [organizationId])
  assert.equal(wallet?.balance_micros, 100_000n)
  const stored = await samvad.rows<{ id: string }>('select id from messages where org_id = $1 order by id', [
    organizationId,
  ])
  assert.deepEqual(
    stored.map(({ id }) => id),
    accepted.map(({ body }) => uuidOf('msg', body.id)).toSorted(),
  )
  const warnings = await samvad.rows<{ level: string }>(
    `select payload ->> 'level' as level from events where org_id = $1 and type like 'balance.%'
      order by (payload ->> 'wallet_version')::bigint`,
    [organizationId],
  )
  const levels = warnings.map(({ level }) => Number(level))
  assert.deepEqual(
    levels,
    [...new Set(levels)].toSorted((a, b) => b - a),
    'each level is told once, in its turn',
  )
  // spec 9.9: of levels that one write passes at once the lowest alone is told.
  assert.equal(levels.at(-1), 0)
  await mustBeHealthy(samvad.app.database)
}

test('spec 9.1, 19.5: the last rupee, over 64 connections to each of 4 servers on one database', async () => {
  const connection = await testDatabase()
  const servers = await Promise.all(Array.from({ length: SERVERS }, () => startSamvad({}, { connection })))
  const [samvad] = servers as [TestSamvad]
  const sending = await readyToSend(samvad, samvad.company, RUPEES)
  const answers = await sendUntilRefused(
    servers.map(({ url }) => url),
    sending,
  )
  await assertExactlyCovered(samvad, answers)
})

test('spec 9.1, 19.5: the last rupee, over 128 connections to the program with 2 API processes', async () => {
  const database = await testDatabase()
  const dataDirectory = await newDataDirectory()
  const program = await startProgram(dataDirectory, {
    DATABASE_URL: urlOf(database),
    ROLES: 'api',
    SAMVAD_PROCESSES: String(API_PROCESSES),
  })
  try {
    const samvad = await startSamvad({}, { connection: database })
    const sending = await readyToSend(samvad, samvad.company, RUPEES)
    const answers = await sendUntilRefused(Array(API_PROCESSES).fill(program.url), sending)
    await assertExactlyCovered(samvad, answers)
  } finally {
    await program.stop()
    await removeDataDirectory(dataDirectory)
  }
})
