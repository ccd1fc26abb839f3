// The end of a process whose log is not read: a pipe whose reader has closed, and one that nobody reads.
// terminal.test.ts covers a closed terminal.

import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, createReadStream, openSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findRunning } from '../../server/program/running.ts'
import { GUARD_MS } from '../guard.ts'
import { request, testDatabase } from '../harness.ts'
import { onlyLong } from '../long-stories.ts'
import { urlOf } from '../postgres.ts'
import { eventually } from '../program.ts'
import { base, leftRunning, MAIN, newFolder } from './starts.ts'

const WRITER = fileURLToPath(new URL('writer.ts', import.meta.url))
/** Lines of some 300 bytes for a pipe of 64 KB. */
const REQUESTS = 400
const isLinux = process.platform === 'linux'
const skip = isLinux ? false : 'needs named pipes that open without a writer'

const started: ChildProcess[] = []
after(() => started.forEach((child) => child.kill('SIGKILL')))

let pipes = 0

/** Runs the file with a pipe as its standard output; `reader` is the end that this process may read. */
function piped(words: string[], environment: Record<string, string> = {}) {
  const path = join(base, `pipe-${++pipes}`)
  execFileSync('mkfifo', [path])
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const writer = openSync(path, 'w')
  // How long a process waits at its end for a reader.
  const env = { ...process.env, SAMVAD_TEST_LOG_END_MS: '100', ...environment }
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', writer, 'pipe'] })
  closeSync(writer)
  started.push(child)
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (piece) => (said += piece))
  return { child, reader, said: () => said, ended: once(child, 'exit') }
}

for (const [isRead, what, children] of [
  // Without a reader a write fails at once, whether or not a child made the pipe block.
  [false, 'whose reader is gone', [[]]],
  [true, 'that nobody reads', [[], ['child'], ['child that ends']]],
] as const)
  for (const words of children)
    test(`more lines than fit into a pipe ${what} do not hold up the end${words.length > 0 ? `, behind a ${words[0]}` : ''}`, {
      skip: skip || (words.length > 0 && words[0] !== 'child' && onlyLong),
    }, async () => {
      const { child, reader, said, ended } = piped([WRITER, ...words])
      if (!isRead) closeSync(reader)
      await eventually('it runs', async () => said().includes('ready'))
      child.kill('SIGTERM')
      assert.deepEqual(await ended, [0, null], said())
      if (isRead) closeSync(reader)
    })

for (const words of [[], ['busy']])
  test(`a reader who comes late still gets all lines of a ${words[0] ?? 'quiet'} process, each whole and in order`, {
    skip: skip || (words.length > 0 && onlyLong),
  }, async () => {
    const { child, reader, said } = piped([WRITER, ...words], {
      SAMVAD_TEST_LOG_END_MS: String(GUARD_MS),
      UV_THREADPOOL_SIZE: '1',
    })
    await eventually('it runs', async () => said().includes('ready'))
    child.kill('SIGTERM')
    // By then the pipe is full, and most lines are buffered in the process.
    await eventually('all is logged', async () => said().includes('logged'))

    const lines = await text(createReadStream(`/proc/self/fd/${reader}`, { encoding: 'utf8' }))
    closeSync(reader)
    const numbers = lines
      .trimEnd()
      .split('\n')
      .map((line) => Number.parseInt(JSON.parse(line).msg, 10))
    assert.deepEqual(
      numbers,
      Array.from({ length: 2_000 }, (_, index) => index),
    )
  })

test('the program ends although nobody reads what it logs', { skip: skip || onlyLong }, async () => {
  const folder = newFolder()
  const { child, reader, ended } = piped([MAIN], {
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: urlOf(await testDatabase()),
    ROLES: 'api',
    SAMVAD_LOG_LEVEL: 'info',
  })
  const { url } = await eventually('it runs', async () => (await findRunning(folder)) ?? undefined)
  const path = `/v1/${'x'.repeat(50)}`
  for (let count = 0; count < REQUESTS; count++) await request(url, 'GET', path)
  child.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null])
  closeSync(reader)
  assert.deepEqual(leftRunning(folder), [])
})
