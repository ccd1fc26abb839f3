// A process that is killed while it starts, for want of memory say: the start goes on with another.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { eventually } from '../program.ts'
import { END_LIMIT_MS, leftRunning, MAIN, newFolder } from './starts.ts'

for (const role of ['worker', 'api'])
  test(`spec 19.2, 17.7: the ${role} process is killed before it is ready: another one comes, and the start is none that failed`, {
    skip: process.platform === 'linux' ? false : 'looks for processes in /proc',
  }, async () => {
    const folder = newFolder()
    const env = {
      ...process.env,
      PORT: '0',
      DATA_DIR: folder,
      SAMVAD_LOG_LEVEL: 'warn',
      SAMVAD_PROCESSES: role === 'api' ? '2' : '1',
    }
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: END_LIMIT_MS })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
    const ended = once(child, 'exit')
    const killed = await eventually('it is being started', async () => childOf(child.pid as number, role))
    assert.doesNotMatch(said, /ready at/)
    process.kill(killed, 'SIGKILL')
    await eventually('it is ready', async () => said.includes('ready at'))
    assert.match(said, /"signal":"SIGKILL","msg":"a process ended; starting it again"/)
    child.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null], said)
    assert.doesNotMatch(said, /cannot start/)
    assert.deepEqual(leftRunning(folder), [])
  })

/** The first of its children that plays the role: the program says it with the last word. */
function childOf(parent: number, role: string): number | undefined {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ')
  return children
    .filter((pid) => pid !== '')
    .map(Number)
    .find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(role))
}
