// A test that fails before it stops its program: the file still ends, and the program with it.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { GUARD_MS } from '../guard.ts'
import { eventually } from '../program.ts'

const START = new URL('../program.ts', import.meta.url).href
/**
 * All that startProgram needs of a program: it writes the first access, reports that it is ready, and keeps running.
 */
const PROGRAM = `
  import { writeFileSync } from 'node:fs'
  import { join } from 'node:path'
  writeFileSync(join(process.env.DATA_DIR, 'first-access.json'), '{}')
  console.log('ready at http://127.0.0.1:1 after 1 ms')
  setInterval(() => {}, 1000)`

const folder = mkdtempSync(join(tmpdir(), 'samvad-left-running-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('a program that no test stops neither keeps its test file open nor outlives it', async () => {
  const program = join(folder, 'program.mjs')
  writeFileSync(program, PROGRAM)
  const file = `
    import { startProgram } from '${START}'
    const { pid } = await startProgram(${JSON.stringify(folder)}, {}, ${JSON.stringify(program)})
    console.log(pid)`
  const words = ['--input-type=module', '-e', file]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'], timeout: GUARD_MS })
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  assert.equal(code, 0)
  const pid = Number(said)
  assert.ok(pid > 0, said)
  await eventually('the program has ended', async () => isGone(pid))
})

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}
