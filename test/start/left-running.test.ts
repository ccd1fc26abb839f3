// A test that fails before it stops its program: the file ends all the same, and the program with it.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { GUARD_MS } from '../guard.ts'
import { testDatabase } from '../harness.ts'
import { urlOf } from '../postgres.ts'
import { eventually } from '../program.ts'
import { leftRunning, newFolder } from './starts.ts'

const START = new URL('../program.ts', import.meta.url).href

test('a program that no test stops neither keeps its test file open nor outlives it', {
  skip: process.platform === 'win32' ? 'needs ps' : false,
}, async () => {
  const folder = newFolder()
  const environment = { ROLES: 'api', DATABASE_URL: urlOf(await testDatabase()) }
  const file = `
    import { startProgram } from '${START}'
    const { pid } = await startProgram(${JSON.stringify(folder)}, ${JSON.stringify(environment)})
    console.log(pid)`
  const words = ['--input-type=module', '-e', file]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'], timeout: GUARD_MS })
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  assert.equal(code, 0)
  const pid = Number(said)
  assert.ok(pid > 0, said)
  await eventually('the program has ended', async () => isGone(pid))
  assert.deepEqual(leftRunning(folder), [])
})

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}
