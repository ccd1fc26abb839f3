// A child whose parent was killed finishes the work in flight and ends, without logging an error.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ORPHAN = fileURLToPath(new URL('orphan.ts', import.meta.url))

test('a child that writes to a parent which was just killed finishes what is in flight and ends without a stack', async () => {
  const parent = spawn(process.execPath, [ORPHAN], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  let complaints = ''
  parent.stderr.setEncoding('utf8').on('data', (text) => (complaints += text))
  parent.stdout.setEncoding('utf8').on('data', (text) => {
    said += text
    if (said.endsWith('busy\n')) parent.kill('SIGKILL')
  })
  // The pipes close once the child, which inherited them, has ended too.
  await new Promise((resolve) => parent.once('close', resolve))
  assert.equal(complaints, '')
  assert.equal(said, 'busy\nfinished what was in flight\nexit 0\n')
})
