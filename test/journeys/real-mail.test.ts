// A mail server that is taken away again does not bring the sandbox back: spec 16.3.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startSamvad, type TestSamvad, testDatabase } from '../harness.ts'
import { urlOf } from '../postgres.ts'
import { newDataDirectory, removeDataDirectory, startProgram } from '../program.ts'
import { assertRefused } from '../story.ts'

const dataDirectory = await newDataDirectory()
after(() => removeDataDirectory(dataDirectory))
const connection = await testDatabase()

const emailOf = async ({ request }: Pick<TestSamvad, 'request'>) => (await request('GET', '/v1/channels/email')).body

test('spec 16.3: a program that was ever started with SAMVAD_SMTP_URL has no mail sandbox any more, unless it is switched on', async () => {
  assert.equal((await emailOf(await startSamvad())).carrier, 'sandbox')

  const environment = { DATABASE_URL: urlOf(connection), ROLES: 'api', SAMVAD_SMTP_URL: 'smtp://127.0.0.1:9' }
  const program = await startProgram(dataDirectory, environment)
  after(() => program.stop())
  assert.equal((await emailOf(program)).carrier, 'installation')
  await program.stop()

  const without = await startSamvad({}, { connection })
  assert.equal((await emailOf(without)).carrier, 'none')
  assertRefused(await without.request('GET', '/v1/sandbox/messages?channel=email'), 404, 'not_found')
  const switchedOn = await startSamvad({ SAMVAD_SANDBOX: 'on' }, { connection })
  assert.equal((await emailOf(switchedOn)).carrier, 'sandbox')
})
