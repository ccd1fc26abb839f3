// `samvad key` in a separate process: next to a running server, and killed midway.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chown, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { mustBeTheKey } from '#program/secret-key.ts'
import { runCommand } from '../../test/command-line.ts'
import { GUARD_MS } from '../../test/guard.ts'
import { startSamvad } from '../../test/harness.ts'
import { eventually } from '../../test/program.ts'
import { person } from '../../test/story.ts'

const PROGRAM = fileURLToPath(new URL('../../bin/samvad', import.meta.url))
const PASSWORD = 'kabir-likes-monsoon-42'

/** How often the server reads the key file, and how long the command waits for that. */
const SHORT = { SAMVAD_TEST_KEY_READ_MS: '50', SAMVAD_TEST_KEYS_NOTICED_MS: '1000' }
Object.assign(process.env, SHORT)
after(() => {
  for (const name of Object.keys(SHORT)) delete process.env[name]
})

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent', SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8' })
const { host, port, user, password = '', database } = samvad.app.database.pool.options
const DATABASE_URL = `postgres://${user}:${password}@${encodeURIComponent(host ?? '')}:${port}/${database}`
const folder = samvad.app.settings.dataDirectory
const asha = person(samvad)

function start(...words: string[]) {
  const child = spawn(PROGRAM, words, {
    // It waits midway until it is killed.
    env: { ...process.env, DATABASE_URL, DATA_DIR: folder, SAMVAD_TEST_KEYS_NOTICED_MS: String(GUARD_MS) },
    timeout: GUARD_MS,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (bytes) => (stdout += bytes))
  child.stderr.on('data', (bytes) => (stderr += bytes))
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
  return { ended, kill: () => process.kill(-(child.pid as number), 'SIGKILL') }
}
const run = (...words: string[]) => runCommand(words, { DATABASE_URL, DATA_DIR: folder })
const read = (name: string) => readFile(join(folder, name), 'utf8').then((text) => text.trim())
const account = { host: '127.0.0.1', port: 2525, secure: false, user: 'asha', from: 'hello@asha.example' }

test('spec 17.4, 18.7: killed in the middle, the rotation is finished by the same command, with the key that it began with', async () => {
  await mustBeTheKey(samvad.app, false)
  assert.equal((await asha.put('/v1/channels/email', { ...account, password: PASSWORD })).status, 200)
  const old = await read('secret.key')
  // The program may run as another user than the command.
  const isRoot = process.getuid?.() === 0
  if (isRoot) await chown(join(folder, 'secret.key'), 1234, 1234)

  const first = start('key', 'rotate')
  const next = await eventually('the new key is there', () => read('secret.key.next').catch(() => false), GUARD_MS)
  first.kill()
  await first.ended
  assert.equal(await read('secret.key'), old)

  const { code, stdout, stderr } = await run('key', 'rotate', '--json')
  assert.equal(code, 0, stderr)
  assert.equal(JSON.parse(stdout).resealed, 1)
  assert.equal(await read('secret.key'), `${next},${old}`)
  if (isRoot) assert.equal((await stat(join(folder, 'secret.key'))).uid, 1234)
  await assert.rejects(read('secret.key.next'))

  // The server ran throughout, and still decrypts the stored password.
  const changed = await asha.put('/v1/channels/email', { ...account, from: 'post@asha.example' })
  assert.deepEqual([changed.status, changed.body.has_password], [200, true])
  const { fingerprint } = JSON.parse(stdout)
  const listed = JSON.parse((await run('key', 'list', '--json')).stdout)
  assert.deepEqual(listed.length, 2)
  assert.deepEqual(listed[0], { fingerprint, seals: true, is_known: true })
  assert.equal(stdout.includes(next as string), false)
})

test('spec 17.4, 18.7: forgetting asks first, and says what it costs', async () => {
  const keys = await read('secret.key')
  const unasked = await run('key', 'forget')
  assert.equal(unasked.code, 2)
  assert.match(unasked.stderr, /Unsubscribe.*--yes/)
  assert.equal(await read('secret.key'), keys)
  assert.match((await run('key', 'forget', '--yes')).stdout, /^Deleted keys: 1$/m)
  assert.equal(await read('secret.key'), keys.split(',')[0])
})
