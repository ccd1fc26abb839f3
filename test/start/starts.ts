// Failing starts of the program: their messages, exit code, and remaining processes.
// Per file: its folder is removed behind the file.

import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { bundledProgram } from '../bundled-program.ts'
import { GUARD_MS } from '../guard.ts'
import { prepareDataDirectory } from '../prepared-data-directory.ts'

/** The bundle: package.test.ts and launch.test.ts start the sources. */
export const MAIN = await bundledProgram()
export const base = mkdtempSync(join(tmpdir(), 'samvad-failures-'))
chmodSync(base, 0o711)
after(() => rmSync(base, { recursive: true, force: true }))

let folders = 0
export const newFolder = () => join(base, `data-${++folders}`)

/** A folder with a migrated PostgreSQL on which no program has run: for a start that is not about creating one. */
export async function newPreparedFolder(): Promise<string> {
  const folder = newFolder()
  await prepareDataDirectory(folder)
  return folder
}

interface Run {
  code: number | null
  stdout: string
  stderr: string
}

/** Starts the program and waits for its end; `watch` gets the output so far, and may end the program. */
export function run(
  environment: Record<string, string>,
  watch: (said: string, end: (signal: NodeJS.Signals) => void) => void = () => {},
): Promise<Run> {
  const env = { ...process.env, PORT: '0', SAMVAD_LOG_LEVEL: 'warn', ...environment }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: GUARD_MS })
  let stdout = ''
  let stderr = ''
  const look = () => watch(stdout + stderr, (signal) => child.kill(signal))
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
    look()
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
    look()
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
}

export const endWhenReady = (said: string, end: (signal: NodeJS.Signals) => void) => {
  if (said.includes('ready at')) end('SIGTERM')
}

export function leftRunning(folder: string): string[] {
  const lines = execFileSync('ps', ['-ww', '-eo', 'args='], { encoding: 'utf8' }).split('\n')
  return lines.filter((line) => line.includes(folder) && !line.startsWith('ps '))
}

export function assertRefused({ code, stderr }: Run, sentence: RegExp, folder: string): void {
  assert.match(stderr, sentence)
  assert.doesNotMatch(stderr, /^\s+at /m, 'no stack')
  assert.equal(code, 2)
  assert.deepEqual(leftRunning(folder), [])
}
