// Asked to restart its processes while it still starts, as `systemctl reload` behind a start does.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leftRunning, newFolder, run } from './starts.ts'

const skip = process.platform === 'win32' ? 'needs signals' : false

test('spec 17.7: SIGHUP in the middle of a start ends nothing: the processes are restarted when they are there', {
  skip,
}, async () => {
  const folder = newFolder()
  let hasAsked = false
  const { code, stdout } = await run(
    { DATA_DIR: folder, SAMVAD_PROCESSES: '2', SAMVAD_LOG_LEVEL: 'info' },
    (said, end) => {
      if (!hasAsked && said.includes('Making a new PostgreSQL database')) {
        hasAsked = true
        end('SIGHUP')
      }
      if (said.includes('all processes were restarted')) end('SIGTERM')
    },
  )
  assert.equal(code, 0)
  assert.match(stdout, /ready at .*all processes were restarted, one after the other/s)
  assert.deepEqual(leftRunning(folder), [])
})
