// test/long uses more money, more servers, and the whole program with several processes.

import { test } from 'node:test'
import { readyToSend } from '../company.ts'
import { startSamvad, type TestSamvad, testDatabase } from '../harness.ts'
import { assertExactlyCovered, sendUntilRefused } from './last-rupee.ts'

const SERVERS = 2
/** Two emails for each connection. */
const RUPEES = 40n

test('spec 9.1, 19.5: the last rupee, over 64 connections to each of 2 servers on one database', async () => {
  const connection = await testDatabase()
  const servers = await Promise.all(Array.from({ length: SERVERS }, () => startSamvad({}, { connection })))
  const [samvad] = servers as [TestSamvad]
  const sending = await readyToSend(samvad, samvad.company, RUPEES)
  const answers = await sendUntilRefused(
    servers.map(({ url }) => url),
    sending,
  )
  await assertExactlyCovered(samvad, answers, RUPEES)
})
