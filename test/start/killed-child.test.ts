// A process that is killed while it starts, for want of memory say: the start goes on with another.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { programChildrenOf } from '../children.ts'
import { GUARD_MS } from '../guard.ts'
import { testDatabase } from '../harness.ts'
import { urlOf } from '../postgres.ts'
import { eventually } from '../program.ts'
import { leftRunning, MAIN, newFolder } from './starts.ts'

test('spec 19.2, 17.7: an API process and the worker are killed before they are ready: the start replaces both and does not fail', {
  skip: process.platform === 'win32' ? 'needs ps' : false,
}, async () => {
  const folder = newFolder()
  const env = {
    ...process.env,
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: urlOf(await testDatabase()),
    SAMVAD_LOG_LEVEL: 'warn',
    SAMVAD_PROCESSES: '2',
  }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: GUARD_MS })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
  const ended = once(child, 'exit')
  for (const role of ['api', 'worker']) {
    const killed = await eventually(`the ${role} is being started`, async () => childOf(child.pid as number, role))
    assert.doesNotMatch(said, /ready at/)
    process.kill(killed, 'SIGKILL')
  }
  await eventually('it is ready', async () => said.includes('ready at'))
  for (const role of ['api', 'worker'])
    assert.match(said, new RegExp(`"ended_role":"${role}",.*"signal":"SIGKILL","msg":"process exited; restarting it"`))
  child.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null], said)
  assert.doesNotMatch(said, /cannot start/)
  assert.deepEqual(leftRunning(folder), [])
})

/** The first of its children that plays the role: the program says it with the last word. */
const childOf = (parent: number, role: string): number | undefined =>
  programChildrenOf(parent).find(({ args }) => args.endsWith(` ${role}`))?.pid
