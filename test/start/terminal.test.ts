// The program on a terminal: the sign-in and the token are shown there at the very first start, and Ctrl-C ends it
// once.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventually } from '../program.ts'
import { leftRunning, MAIN, newPreparedFolder } from './starts.ts'

const CTRL_C = '\x03'
const skip =
  process.platform === 'linux' && existsSync('/usr/bin/script') ? false : 'needs the script program of util-linux'

/**
 * Starts it on a terminal of its own, and ends it with Ctrl-C once it is ready; resolves with what the terminal showed.
 */
async function onTerminal(folder: string, roles = 'api,worker'): Promise<string> {
  // Ctrl-C reaches the shell too, and not every shell waits for what it started: the trap makes it.
  const command = `trap : INT; '${process.execPath}' '${MAIN}'; echo "exit code $?"`
  const env = { ...process.env, PORT: '0', DATA_DIR: folder, ROLES: roles, SAMVAD_LOG_LEVEL: 'warn' }
  const terminal = spawn('script', ['-qfc', command, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'ignore'] })
  let shown = ''
  terminal.stdout.setEncoding('utf8').on('data', (text) => (shown += text))
  const closed = new Promise((resolve) => terminal.once('close', resolve))
  await eventually('it is ready', async () => shown.includes('Try it:'))
  terminal.stdin.write(CTRL_C)
  await eventually('it ended', async () => /exit code \d+/.test(shown))
  terminal.stdin.end()
  await closed
  return shown
}

test('spec 17.3: the password and the token are shown on a terminal at the very first start and never again; Ctrl-C ends the program', {
  skip,
}, async () => {
  const folder = await newPreparedFolder()
  const first = await onTerminal(folder)
  const access = JSON.parse(readFileSync(join(folder, 'first-access.json'), 'utf8'))
  assert.ok(first.includes(`${access.email}  ${access.password}`))
  assert.ok(first.includes(`Authorization: Bearer ${access.access_token}`))
  assert.match(first, /exit code 0/)
  assert.deepEqual(leftRunning(folder), [])

  const second = await onTerminal(folder, 'api')
  assert.ok(!second.includes(access.password) && !second.includes(access.access_token))
  assert.match(second, /first-access\.json/)
})
