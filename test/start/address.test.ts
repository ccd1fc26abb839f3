// The command line finds the address of the program of its folder, whatever HOST and PORT it was given, and a second
// program takes nothing from the first. server/program/running.test.ts covers the files that record the address,
// including those left by a killed program.

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { findRunning, mustBeAlone } from '../../server/program/running.ts'
import { newPreparedDirectory, type Program, removeDataDirectory, startProgram } from '../program.ts'
import { leftRunning } from './starts.ts'

/** No worker is needed here. */
const API = { ROLES: 'api' }

test('spec 17.2: of two programs that are started in the same instant on one folder one runs, and the other says so and ends; with PORT=0 the command line prints where the one really listens', async () => {
  const folder = await newPreparedDirectory()
  const started = await Promise.allSettled([startProgram(folder, API), startProgram(folder, API)])
  const running = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const refusals = started.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []))
  try {
    assert.deepEqual([running.length, refusals.length], [1, 1])
    assert.match(refusals[0] as string, /^ended with 2 before it was ready/)
    await mustBeKnown(running[0] as Program, folder)
  } finally {
    const codes = await Promise.all(running.map((one) => one.stop()))
    assert.deepEqual(codes, [0], 'one runs')
  }
  const noted = readdirSync(folder).filter((name) => name.startsWith('running'))
  assert.deepEqual(noted, [], 'an end removes what the start noted')
  // The second program left PostgreSQL to the running one, which stopped it.
  assert.deepEqual(leftRunning(folder), [])
  await removeDataDirectory(folder)
})

async function mustBeKnown(samvad: Program, folder: string): Promise<void> {
  const set = await samvad.request('PUT', '/v1/gateways/razorpay', {
    json: { key_id: 'rzp_test_1', key_secret: 'a-secret-of-the-key', webhook_secret: 'a-secret-of-the-webhook' },
  })
  assert.equal(set.status, 200, set.text)
  const { out } = await samvad.cli('gateway', 'list', '--json')
  assert.ok(out.includes(`"${samvad.url}/webhooks/gateways/razorpay"`), out)
  // The address it listens on, which messages show by name.
  const place = samvad.url.replace('localhost', '127.0.0.1')
  const { settings, ...found } = (await findRunning(folder)) ?? { settings: null }
  assert.deepEqual(found, { url: place, publicUrl: samvad.url, pid: samvad.pid })
  assert.equal(settings?.plain.PORT, '0', 'spec 17.61: what its environment sets')
  // A mistaken second start: another port on the same folder.
  const sentence = `DATA_DIR=${folder}: Samvad is already running on it, at ${place} (pid ${samvad.pid}). Stop it first`
  await assert.rejects(mustBeAlone(folder), ({ message }: Error) => message.startsWith(sentence))
}
