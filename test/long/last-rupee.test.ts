// spec 19.5: as test/faults/last-rupee.test.ts, over more servers, and over processes that share a port.

import { test } from 'node:test'
import { readyToSend } from '../company.ts'
import { assertExactlyCovered, sendUntilRefused } from '../faults/last-rupee.ts'
import { startSamvad, type TestSamvad, testDatabase } from '../harness.ts'
import { urlOf } from '../postgres.ts'
import { newDataDirectory, removeDataDirectory, startProgram } from '../program.ts'

const SERVERS = 4
const API_PROCESSES = 4
const RUPEES = 100n

test('spec 9.1, 19.5: the last rupee, over 64 connections to each of 4 servers on one database', async () => {
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

test('spec 9.1, 19.5: the last rupee, over 256 connections to the program with 4 API processes', async () => {
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
    await assertExactlyCovered(samvad, answers, RUPEES)
  } finally {
    await program.stop()
    await removeDataDirectory(dataDirectory)
  }
})
