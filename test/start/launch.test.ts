// The launcher in the scripts of package.json: on whichever Node it runs, it starts the program with its arguments.

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { after, test } from 'node:test'
import { eventually, freePort } from '../program.ts'
import { root } from '../structure/sources.ts'

const folder = mkdtempSync(join(tmpdir(), 'samvad launch '))
after(() => rmSync(folder, { recursive: true, force: true }))

/** The machine's own Node, where it has one besides the pinned one. */
const another = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((place) => !place.includes('node_modules'))
  .map((place) => join(place, 'node'))
  .find((path) => existsSync(path))

for (const [name, node] of [
  ['the pinned Node', process.execPath],
  ["the machine's Node", another],
] as const)
  test(`spec 17.2: on ${name} bin/run.mjs runs a program as the main one, and ends with its code`, {
    skip: node ? false : 'this machine has no Node besides the pinned one',
  }, () => {
    for (const ending of ['mjs', 'ts']) {
      const program = join(folder, `program.${ending}`)
      writeFileSync(
        program,
        `console.log(JSON.stringify([import.meta.main, process.execPath, ...process.argv.slice(2)]))
         await new Promise((resolve) => setImmediate(resolve))
         process.exitCode = 7`,
      )
      const words = ['bin/run.mjs', relative(root, program), 'a word', '--flag']
      const { stdout, stderr, status } = spawnSync(node as string, words, { cwd: root, encoding: 'utf8' })
      assert.deepEqual([stderr, status], ['', 7])
      assert.deepEqual(JSON.parse(stdout), [true, process.execPath, 'a word', '--flag'])
    }
  })

test("a launcher on the machine's Node that is killed by kill -9 takes along the program that it started", {
  skip: another ? false : 'this machine has no Node besides the pinned one',
}, async () => {
  // Its database is down: the program waits for it at a point where it has started nothing else.
  const DATABASE_URL = `postgres://samvad:secret@127.0.0.1:${await freePort()}/samvad`
  const env = { ...process.env, PORT: '0', DATA_DIR: join(folder, 'data'), DATABASE_URL, SAMVAD_LOG_LEVEL: 'warn' }
  const words = ['bin/run.mjs', 'server/program/main.ts']
  const launcher = spawn(another as string, words, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [launcher.stdout, launcher.stderr])
    stream.setEncoding('utf8').on('data', (text) => (said += text))
  // The pipes close once the program, which inherited them, has ended too.
  const closed = once(launcher, 'close')
  await eventually('it waits for its database', async () => said.includes('Waiting for the database'))
  launcher.kill('SIGKILL')
  await closed
  // It ended because of the signal, not because of a timeout.
  assert.doesNotMatch(said, /cannot start/)
})
