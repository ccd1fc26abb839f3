// A test file that does not end is ended, with everything that it started.

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { test } from 'node:test'

const LIMIT_MODULE = new URL('file-limit.mjs', import.meta.url).href

/** Starts two: one that ends when it is asked to, and one that does not, which has started another one. */
const HANGING = `
  import { spawn } from 'node:child_process'
  const start = (code) => {
    const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'ignore'] })
    child.stdout.pipe(process.stdout)
    console.log(child.pid)
  }
  start('setInterval(() => {}, 1000)')
  const another = "setInterval(() => {}, 1000)"
  start(\`
    process.on('SIGTERM', () => {})
    const child = require('node:child_process').spawn(process.execPath, ['-e', '\${another}'], { detached: true, stdio: 'ignore' })
    console.log(child.pid)
    setInterval(() => {}, 1000)
  \`)
  setInterval(() => {}, 1000)`

test('a file that does not end in time fails, and leaves nothing running', {
  skip: process.platform === 'win32' ? 'needs ps' : false,
}, async () => {
  const env = { ...process.env, SAMVAD_TEST_FILE_LIMIT_MS: '3000', SAMVAD_TEST_END_LIMIT_MS: '1000' }
  const words = ['--import', LIMIT_MODULE, '--input-type=module', '-e', HANGING]
  const file = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let [started, said] = ['', '']
  file.stdout.setEncoding('utf8').on('data', (text) => (started += text))
  file.stderr.setEncoding('utf8').on('data', (text) => (said += text))
  const code = await new Promise((resolve) => file.once('exit', resolve))
  assert.equal(code, 1)
  assert.match(said, /^the file: not ended after 3 s; still open: /)
  const pids = started.trim().split('\n').map(Number)
  assert.equal(pids.length, 3)
  const listed = spawnSync('ps', ['-o', 'stat=', '-p', pids.join(',')], { encoding: 'utf8' })
  for (const pid of pids) spawnSync('kill', ['-9', String(pid)])
  assert.doesNotMatch(listed.stdout, /^[^Z\s]/m, 'none runs; one that ended may still be listed')
})
