// npm start, as a newcomer has it: in a folder whose name has blanks and Devanagari, with what npm 10 installs; and the
// end of npm by kill -9 and by Ctrl-C. test/long/npm-ended.test.ts sends npm a SIGTERM.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { prepareDataDirectory } from '../prepared-data-directory.ts'
import { eventually, freePort } from '../program.ts'
import { dataDirectory, nothingRuns, npmStart, spawnNpm } from './npm.ts'

// First, because it fills the compile cache: the processes of the next start then load in a third of the time.
test('Ctrl-C in the terminal of npm start ends npm and the program', async () => {
  // Its database is not up: the program waits for it. test/start/stops.test.ts sends SIGINT to a program that is ready.
  const DATABASE_URL = `postgres://samvad:secret@127.0.0.1:${await freePort()}/samvad`
  const npm = spawnNpm({ DATABASE_URL })
  await eventually('it waits for its database', async () =>
    npm.isOver() ? assert.fail(npm.said()) : npm.said().includes('Waiting for the database'),
  )
  process.kill(-(npm.child.pid as number), 'SIGINT')
  await nothingRuns()
})

test('npm start works in a folder with blanks and Devanagari, without the link to Node that npm 10 never makes; kill -9 of npm ends the program and its PostgreSQL', async () => {
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

  npm.kill('SIGKILL')
  await nothingRuns()
})
