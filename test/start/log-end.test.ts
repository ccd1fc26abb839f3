// The end of a process whose log nobody takes: a pipe whose reader is gone, a pipe that nobody reads, a terminal that
// was closed.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findRunning } from '../../server/program/running.ts'
import { request } from '../harness.ts'
import { eventually } from '../program.ts'
import { END_LIMIT_MS, leftRunning, MAIN, newFolder } from './starts.ts'

const WRITER = fileURLToPath(new URL('writer.ts', import.meta.url))
const WRITER_END_LIMIT_MS = 30_000
/** With its worker and its PostgreSQL. */
const PROGRAM_END_LIMIT_MS = 60_000
const isLinux = process.platform === 'linux'
const skip = isLinux ? false : 'needs a shell and its pipes'

const groups: ChildProcess[] = []
after(() => groups.forEach(endGroup))

/** What is left of a pipeline. */
function endGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-(pid as number), 'SIGKILL')
  } catch {
    // All of it has ended.
  }
}

/** Runs the file in a pipeline with this reader; what it says on standard error comes to us. */
function piped(reader: string, words: string[], environment: Record<string, string> = {}): ChildProcess {
  const script = `"$0" "$@" | ${reader}`
  const shell = spawn('sh', ['-c', script, process.execPath, ...words], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  groups.push(shell)
  return shell
}

const isGone = (pid: number) => {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

for (const [reader, what] of [
  ['true', 'whose reader is gone'],
  ['exec sleep 60', 'that nobody reads'],
] as const)
  for (const words of [[], ['child'], ['child that ends']])
    test(`more lines than fit into a pipe ${what} do not hold up the end${words.length > 0 ? `, behind a ${words[0]}` : ''}`, {
      skip,
    }, async () => {
      const shell = piped(reader, [WRITER, ...words])
      let said = ''
      shell.stderr?.setEncoding('utf8').on('data', (text) => (said += text))
      const pid = Number(await eventually('it runs', async () => /pid (\d+)/.exec(said)?.[1]))
      // The reader, or the child, comes and goes.
      await new Promise((resolve) => setTimeout(resolve, 500))
      process.kill(pid, 'SIGTERM')
      await eventually('it ended', async () => isGone(pid), WRITER_END_LIMIT_MS)
    })

test('a reader who comes late still gets all lines, each whole and in their order', { skip }, async () => {
  const shell = piped('(sleep 0.7; exec cat)', [WRITER])
  let [said, lines] = ['', '']
  shell.stdout?.setEncoding('utf8').on('data', (text) => (lines += text))
  shell.stderr?.setEncoding('utf8').on('data', (text) => (said += text))
  const closed = new Promise((resolve) => shell.once('close', resolve))
  const pid = Number(await eventually('it runs', async () => /pid (\d+)/.exec(said)?.[1]))
  process.kill(pid, 'SIGTERM')
  await closed
  const numbers = lines
    .trimEnd()
    .split('\n')
    .map((line) => Number.parseInt(JSON.parse(line).msg, 10))
  assert.deepEqual(
    numbers,
    Array.from({ length: 2_000 }, (_, index) => index),
  )
})

test('the program ends although nobody reads what it logs', { skip }, async () => {
  const folder = newFolder()
  piped('exec sleep 600', [MAIN], { PORT: '0', DATA_DIR: folder, SAMVAD_LOG_LEVEL: 'info' })
  const { url, pid } = await eventually('it runs', async () => (await findRunning(folder)) ?? undefined, END_LIMIT_MS)
  const path = `/v1/${'x'.repeat(50)}`
  for (let count = 0; count < 1_000; count++) await request(url, 'GET', path)
  process.kill(pid, 'SIGTERM')
  await eventually('it ended', async () => isGone(pid), PROGRAM_END_LIMIT_MS)
  assert.deepEqual(leftRunning(folder), [])
})

test('the program ends, and its PostgreSQL with it, when its terminal is closed', {
  skip: isLinux && existsSync('/usr/bin/script') ? false : 'needs the script program of util-linux',
}, async () => {
  const folder = newFolder()
  const env = { ...process.env, PORT: '0', DATA_DIR: folder, SAMVAD_LOG_LEVEL: 'info' }
  const command = `'${process.execPath}' '${MAIN}'`
  const terminal = spawn('script', ['-qfc', command, '/dev/null'], { env, stdio: ['pipe', 'ignore', 'ignore'] })
  const { url, pid } = await eventually('it runs', async () => (await findRunning(folder)) ?? undefined, END_LIMIT_MS)
  // It holds the terminal's other side.
  terminal.kill('SIGKILL')
  await request(url, 'GET', '/v1/me').catch(() => {})
  await eventually('it ended', async () => isGone(pid), PROGRAM_END_LIMIT_MS)
  assert.deepEqual(leftRunning(folder), [])
})
