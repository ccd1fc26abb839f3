// A mail server that is taken away again does not bring the sandbox back: spec 16.3.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase } from '../harness.ts'
import { urlOf } from '../postgres.ts'
import { newDataDirectory, removeDataDirectory, startProgram } from '../program.ts'
import { assertRefused } from '../story.ts'

const dataDirectory = await newDataDirectory()
after(() => removeDataDirectory(dataDirectory))
const databaseUrl = urlOf(await testDatabase())

async function whileRunning<T>(
  environment: Record<string, string>,
  work: (samvad: Awaited<ReturnType<typeof startProgram>>) => Promise<T>,
): Promise<T> {
  const samvad = await startProgram(dataDirectory, { ROLES: 'api', DATABASE_URL: databaseUrl, ...environment })
  try {
    return await work(samvad)
  } finally {
    await samvad.stop()
  }
}

const carrier = (environment: Record<string, string>) =>
  whileRunning(environment, async (samvad) => (await samvad.request('GET', '/v1/channels/email')).body.carrier)

test('spec 16.3: a program that was ever started with SAMVAD_SMTP_URL has no mail sandbox any more, unless it is switched on', async () => {
  assert.equal(await carrier({}), 'sandbox')
  assert.equal(await carrier({ SAMVAD_SMTP_URL: 'smtp://127.0.0.1:9' }), 'installation')
  await whileRunning({}, async (samvad) => {
    assert.equal((await samvad.request('GET', '/v1/channels/email')).body.carrier, 'none')
    assertRefused(await samvad.request('GET', '/v1/sandbox/messages?channel=email'), 404, 'not_found')
  })
  assert.equal(await carrier({ SAMVAD_SANDBOX: 'on' }), 'sandbox')
})
