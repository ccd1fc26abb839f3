// npm start, as a newcomer has it: in a folder whose name has blanks and Devanagari, with what npm 10 installs; and the
// end of npm by kill -9. test/long/npm-ended.test.ts sends npm a SIGTERM.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { prepareDataDirectory } from '../prepared-data-directory.ts'
import { dataDirectory, nothingRuns, npmStart } from './npm.ts'

test('npm start works in a folder with blanks and Devanagari, without the link to Node that npm 10 never makes', async () => {
  await prepareDataDirectory(dataDirectory)
  const { npm, url, said } = await npmStart()
  assert.equal((await fetch(`${url}/readyz`)).status, 200)
  const { access_token: token } = JSON.parse(readFileSync(join(dataDirectory, 'first-access.json'), 'utf8'))
  const me = await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${token}` } })
  assert.equal(me.status, 200)
  assert.doesNotMatch(said(), /EBADENGINE|warn/i)

  // Nobody watches a log for secrets: without a terminal they are named, not shown.
  assert.ok(!said().includes(token))
  assert.match(said(), /first-access\.json/)

  // Ctrl-C in a terminal.
  process.kill(-(npm.pid as number), 'SIGINT')
  await nothingRuns()
})

test('npm killed by kill -9 takes the program and its PostgreSQL along', async () => {
  // test/start/stops.test.ts is about the end of the worker.
  const { npm } = await npmStart({ ROLES: 'api' })
  npm.kill('SIGKILL')
  await nothingRuns()
})
