// Asked to restart its processes while it still starts, as `systemctl reload` right after a start does.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { GUARD_MS } from '../guard.ts'
import { eventually } from '../program.ts'
import { leftRunning, MAIN, newPreparedFolder } from './starts.ts'

/** Nothing here is about the worker. */
const TWO_APIS = { ROLES: 'api', SAMVAD_PROCESSES: '2' }
const skip = process.platform === 'win32' ? 'needs signals' : false

test('spec 17.7: SIGHUP in the middle of a start ends nothing: the processes are restarted once they serve', {
  skip,
}, async () => {
  const folder = await newPreparedFolder()
  const env = { ...process.env, PORT: '0', DATA_DIR: folder, SAMVAD_LOG_LEVEL: 'warn', ...TWO_APIS }
  const child = spawn(process.execPath, [MAIN], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: GUARD_MS,
  })
  const ended = once(child, 'close')
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (said += text))
  await eventually('PostgreSQL starts', async () => existsSync(join(folder, 'postgres', 'postmaster.pid')))
  assert.doesNotMatch(said, /ready at/)
  child.kill('SIGHUP')
  await eventually('all are new', async () => child.exitCode !== null || said.includes('rolling restart complete'))
  child.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null])
  assert.match(said, /ready at .*rolling restart complete/s)
  assert.deepEqual(leftRunning(folder), [])
})
