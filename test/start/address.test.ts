// The command line knows where the program of its folder listens, whatever HOST and PORT it was given; what a killed
// one left is not believed, and a second program takes nothing from the first. server/program/running.test.ts has the
// rules for the files that say so.

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { after, test } from 'node:test'
import { findRunning } from '../../server/program/running.ts'
import { newPreparedDirectory, removeDataDirectory, startProgram } from '../program.ts'
import { leftRunning, run } from './starts.ts'

const dataDirectory = await newPreparedDirectory()
after(() => removeDataDirectory(dataDirectory))
/** Nothing here is about the worker. */
const API = { ROLES: 'api' }
/** Where it listens, of which it tells people by its name. */
const placeOf = ({ url }: { url: string }) => url.replace('localhost', '127.0.0.1')
const noted = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('running'))

test('with PORT=0 the command line prints the address where the program really listens, and forgets it when that is gone', async () => {
  const samvad = await startProgram(dataDirectory, API)
  const set = await samvad.request('PUT', '/v1/gateways/razorpay', {
    json: { key_id: 'rzp_test_1', key_secret: 'a-secret-of-the-key', webhook_secret: 'a-secret-of-the-webhook' },
  })
  assert.equal(set.status, 200, set.text)
  const webhook = async (...words: string[]) => (await samvad.cli(...words, '--json')).out
  assert.ok((await webhook('gateway', 'list')).includes(`"${samvad.url}/webhooks/gateways/razorpay"`))
  const found = { url: placeOf(samvad), publicUrl: samvad.url, pid: samvad.pid }
  const { settings, ...running } = (await findRunning(dataDirectory)) ?? { settings: null }
  assert.deepEqual(running, found)
  assert.equal(settings?.plain.PORT, '0', 'spec 17.61: what its environment sets')

  // By mistake: another port of the same folder.
  const second = await run({ DATA_DIR: dataDirectory })
  assert.equal(second.code, 2)
  const sentence = `DATA_DIR=${dataDirectory}: Samvad is already running on it, at ${placeOf(samvad)} (pid ${samvad.pid}). Stop it first`
  assert.ok(second.stderr.startsWith(`Samvad cannot start: ${sentence}`), second.stderr)
  assert.equal((await findRunning(dataDirectory))?.pid, samvad.pid)
  assert.equal((await samvad.request('GET', '/readyz')).status, 200)

  await samvad.kill()
  assert.equal(noted(dataDirectory).length, 1, 'nobody could remove it')
  assert.equal(await findRunning(dataDirectory), null)
  assert.ok(!(await webhook('gateway', 'list')).includes(samvad.url))
})

test('spec 17.2: of two programs that are started in the same instant on one folder one runs, and the other says so and ends', async () => {
  const folder = await newPreparedDirectory()
  const started = await Promise.allSettled([startProgram(folder, API), startProgram(folder, API)])
  const running = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const refusals = started.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []))
  const codes = await Promise.all(running.map((one) => one.stop()))
  assert.deepEqual(codes, [0], 'one runs')
  assert.deepEqual(noted(folder), [], 'an end removes what the start noted')
  assert.equal(refusals.length, 1)
  assert.match(refusals[0] as string, /^ended with 2 before it was ready/)
  // The other left PostgreSQL to the one that ran, which stopped it.
  assert.deepEqual(leftRunning(folder), [])
  await removeDataDirectory(folder)
})
