// A command that receives a signal before its work has begun: its PostgreSQL does not outlive it.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { eventually, newPreparedDirectory, removeDataDirectory } from '../program.ts'

const CLI = fileURLToPath(new URL('../../bin/samvad', import.meta.url))
const folder = await newPreparedDirectory()
after(() => removeDataDirectory(folder))
const isPostgresThere = () => existsSync(join(folder, 'postgres', 'postmaster.pid'))

function begin(...words: string[]) {
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '', NODE_TEST_CONTEXT: undefined }
  const child = spawn(process.execPath, [CLI, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (out += chunk))
  const ended = new Promise<{ code: number | null; signal: string | null; out: string }>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, out })),
  )
  return { child, ended }
}

test('spec 17.37: a command that is interrupted while its PostgreSQL starts, or before it has begun, leaves none running', async () => {
  const starting = begin('migrate')
  await eventually('PostgreSQL starts', async () => isPostgresThere())
  starting.child.kill('SIGINT')
  const given = await starting.ended
  assert.equal(given.signal ?? given.code, given.signal === null ? 1 : 'SIGINT', given.out)
  assert.equal(isPostgresThere(), false)

  // A server that accepts the connection and sends nothing.
  const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
  after(() => silent.close())
  await once(silent, 'listening')
  const isCalled = new Promise((resolve) => silent.once('connection', resolve))
  const address = silent.address() as { port: number }
  const moving = begin('move', '--to', `postgres://postgres@127.0.0.1:${address.port}/samvad`)
  await isCalled
  assert.equal(isPostgresThere(), true, 'the command that was interrupted before left a PostgreSQL that starts')
  moving.child.kill('SIGTERM')
  const { code, signal: by, out } = await moving.ended
  assert.deepEqual({ code, by }, { code: null, by: 'SIGTERM' })
  // Nothing but a start's usual note about its folder; no effect of its PostgreSQL's end on the command.
  assert.doesNotMatch(out.replace(/^samvad: .* folder that other users cannot enter.*$/m, ''), /samvad/)
  assert.equal(isPostgresThere(), false)
})
