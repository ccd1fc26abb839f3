// The program in a terminal: the sign-in and the token are shown there at the very first start; Ctrl-C ends it once,
// and so does closing the terminal.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findRunning } from '../../server/program/running.ts'
import { request } from '../harness.ts'
import { eventually } from '../program.ts'
import { leftRunning, MAIN, newPreparedFolder } from './starts.ts'

const CTRL_C = '\x03'
const skip =
  process.platform === 'linux' && existsSync('/usr/bin/script') ? false : 'needs the script program of util-linux'

/** Starts `command` in a new terminal; resolves once the program is ready. */
async function onTerminal(folder: string, command: string, environment: Record<string, string>) {
  const env = { ...process.env, PORT: '0', DATA_DIR: folder, ...environment }
  const terminal = spawn('script', ['-qfc', command, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'ignore'] })
  let shown = ''
  terminal.stdout.setEncoding('utf8').on('data', (text) => (shown += text))
  await eventually('it is ready', async () => shown.includes('Try it:'))
  return { terminal, shown: () => shown }
}

const isGone = (pid: number) => {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

test('spec 17.3: the password and the token are shown on a terminal at the very first start and never again; Ctrl-C ends the program, and so does the end of its terminal', {
  skip,
}, async () => {
  const folder = await newPreparedFolder()
  const command = `'${process.execPath}' '${MAIN}'`
  // Ctrl-C reaches the shell too, and not every shell waits for its child: the trap makes it wait.
  const first = await onTerminal(folder, `trap : INT; ${command}; echo "exit code $?"`, {
    ROLES: 'api',
    SAMVAD_LOG_LEVEL: 'warn',
  })
  const closed = new Promise((resolve) => first.terminal.once('close', resolve))
  first.terminal.stdin.write(CTRL_C)
  await eventually('it ended', async () => /exit code \d+/.test(first.shown()))
  first.terminal.stdin.end()
  await closed
  const access = JSON.parse(readFileSync(join(folder, 'first-access.json'), 'utf8'))
  assert.ok(first.shown().includes(`${access.email}  ${access.password}`))
  assert.ok(first.shown().includes(`Authorization: Bearer ${access.access_token}`))
  assert.match(first.shown(), /exit code 0/)
  assert.deepEqual(leftRunning(folder), [])

  // It logs its requests: one more line is written to the closed terminal.
  const second = await onTerminal(folder, command, { ROLES: 'api', SAMVAD_LOG_LEVEL: 'info' })
  assert.ok(!second.shown().includes(access.password) && !second.shown().includes(access.access_token))
  assert.match(second.shown(), /first-access\.json/)
  const { url, pid } = await eventually('it runs', async () => (await findRunning(folder)) ?? undefined)
  // It holds the other side of the terminal.
  second.terminal.kill('SIGKILL')
  await request(url, 'GET', '/v1/me').catch(() => {})
  await eventually('it ended', async () => isGone(pid))
  assert.deepEqual(leftRunning(folder), [])
})
