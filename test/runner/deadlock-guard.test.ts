// A test process that hangs is ended, together with its descendants.

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { test } from 'node:test'

const GUARD_MODULE = new URL('deadlock-guard.mjs', import.meta.url).href

/** Starts two processes: one that ends on SIGTERM, and one that ignores it and has started a third. */
const HANGING = `
  import { spawn } from 'node:child_process'
  import { guardFile } from ${JSON.stringify(GUARD_MODULE)}
  const start = (code) => {
    const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'ignore'] })
    child.stdout.pipe(process.stdout)
    console.log(child.pid)
  }
  start('setInterval(() => {}, 1000)')
  const third = "setInterval(() => {}, 1000)"
  start(\`
    process.on('SIGTERM', () => {})
    const child = require('node:child_process').spawn(process.execPath, ['-e', '\${third}'], { detached: true, stdio: 'ignore' })
    console.log(child.pid)
    setInterval(() => {}, 1000)
  \`)
  guardFile('slow.test.ts')
  setInterval(() => {}, 1000)`

test('a file that hangs fails, and nothing that it started goes on', {
  skip: process.platform === 'win32' ? 'needs ps' : false,
}, async () => {
  const env = { ...process.env, SAMVAD_TEST_FILE_GUARD_MS: '3000', SAMVAD_TEST_END_GUARD_MS: '1000' }
  const file = spawn(process.execPath, ['--input-type=module', '-e', HANGING], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [started, printed] = ['', '']
  file.stdout.setEncoding('utf8').on('data', (text) => (started += text))
  file.stderr.setEncoding('utf8').on('data', (text) => (printed += text))
  const code = await new Promise((resolve) => file.once('exit', resolve))
  assert.equal(code, 1)
  assert.match(printed, /^slow\.test\.ts: not ended after 3 s; still open: /)
  const pids = started.trim().split('\n').map(Number)
  assert.equal(pids.length, 3)
  const listed = spawnSync('ps', ['-o', 'stat=', '-p', pids.join(',')], { encoding: 'utf8' })
  for (const pid of pids) spawnSync('kill', ['-9', String(pid)])
  assert.doesNotMatch(listed.stdout, /^[^Z\s]/m, 'a process that ended may still be listed as a zombie')
})
