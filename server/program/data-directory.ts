// The first access to DATA_DIR: checks that it is writable and responds at all. A dead network share blocks any process
// that accesses it forever, even at exit; so a child process tries it, which can be abandoned.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { CannotStart } from '#kit/cannot-start.ts'
import { unreadableKey } from '#kit/unreadable-key.ts'

/** A file system that takes longer for one small file is unsuitable for a database. */
const ANSWER_LIMIT_MS = 20_000

/** Exit code of the check when the key file cannot be read. */
const KEY_UNREADABLE = 3
const REMEDY = 'Set DATA_DIR to a writable folder'

const MAKE_FOLDER = new URL('../kit/make-folder.ts', import.meta.url).href

/**
 * Creates the folder, writes and removes a file in it, and reads the key file if there is one. Plain JavaScript, for
 * `node -e`.
 */
const TRIAL = `
  import { closeSync, existsSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
  import { join } from 'node:path'
  const [folder, makeFolder] = process.argv.slice(1)
  try {
    await (await import(makeFolder)).makeFolder(folder, 0o711)
    const file = join(folder, '.samvad-trial-' + process.pid)
    const handle = openSync(file, 'wx', 0o600)
    try { writeSync(handle, 'x'); fsyncSync(handle) } finally { closeSync(handle); rmSync(file) }
    process.exitCode = ${KEY_UNREADABLE}
    if (existsSync(join(folder, 'secret.key'))) readFileSync(join(folder, 'secret.key'))
    process.exitCode = 0
  } catch (error) {
    process.stderr.write(error.message)
    process.exitCode ||= 1
  }`

export async function mustBeWritable(folder: string, limitMs = ANSWER_LIMIT_MS, signal?: AbortSignal): Promise<void> {
  const words = ['--input-type=module', '-e', TRIAL, folder, MAKE_FOLDER]
  const trial = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'], env: {} })
  let complaint = ''
  trial.stderr.setEncoding('utf8').on('data', (text) => (complaint += text))
  let timer: NodeJS.Timeout | undefined
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      trial.once('error', reject)
      trial.once('close', resolve)
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      timer = setTimeout(() => {
        const waited = `did not answer within ${limitMs / 1000} s`
        reject(
          new CannotStart(
            `DATA_DIR=${folder} ${waited}: its file system is not responding. Repair it, or ${lowered(REMEDY)}.`,
          ),
        )
      }, limitMs)
    })
    if (code === KEY_UNREADABLE) throw unreadableKey(join(folder, 'secret.key'), complaint)
    if (code !== 0) throw new CannotStart(`DATA_DIR=${folder} cannot be used: ${complaint}. ${REMEDY}.`)
  } finally {
    clearTimeout(timer)
    trial.kill('SIGKILL')
    trial.unref()
    trial.stderr.destroy()
  }
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
