// The queue of test files shared by the processes of a run: a process claims a file by creating a file with its number.

import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file with this marker at the start of a line gets a separate process; the rest of the line gives the reason. */
const ALONE = /^\/\/ Alone: /m

/** A file with such an import drives a browser. */
const BROWSER = /\/(console|browser)\.ts'$/m

/**
 * Only this many processes run the files that drive a browser, because each starts one. In a new browser the first load
 * of the console takes 0.9 s of processor time in each look, and later loads 0.4 s.
 */
export const BROWSER_PROCESSES = 2

/** The suite of a process that found every file claimed: with no suite, node:test would count the process as a test. */
export const NOTHING_LEFT = 'no file is left'

/**
 * What files leave in memory (modules, caches) adds up to about a megabyte each, so a process ends after this many. A
 * new one takes 3 s of processor time to load the program and prepare its statements.
 */
export const FILES_PER_PROCESS = 160

/** @param {readonly string[]} files paths relative to the working directory, in the order in which they start */
export function createQueue(files, { everyFileAlone = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'samvad-test-queue-'))
  const entries = files.map((file) => {
    const text = readFileSync(file, 'utf8')
    return { file, isAlone: everyFileAlone || ALONE.test(text), hasBrowser: BROWSER.test(text) }
  })
  writeFileSync(join(folder, 'files.json'), JSON.stringify(entries))
  return {
    folder,
    aloneCount: entries.filter((entry) => entry.isAlone).length,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * The files that this process runs, claimed one at a time: one that must run alone, or up to `FILES_PER_PROCESS`
 * others. A process that may start a browser runs the files that drive one first.
 * @yields {string}
 */
export function* claimFiles(folder) {
  const entries = JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8')).map((entry, index) => ({
    ...entry,
    index,
  }))
  const permit = browserPermits().find((name) => claim(folder, name))
  const others = entries.filter(({ hasBrowser }) => !hasBrowser)
  const release = () => permit && rmSync(join(folder, permit), { force: true })
  // A file may end the process.
  process.once('exit', release)
  try {
    yield* claimInOrder(folder, permit ? [...entries.filter(({ hasBrowser }) => hasBrowser), ...others] : others)
  } finally {
    process.off('exit', release)
    release()
  }
}

const browserPermits = () => Array.from({ length: BROWSER_PROCESSES }, (_, index) => `browser-${index}`)

function* claimInOrder(folder, entries) {
  let claimed = 0
  for (const { file, isAlone, index } of entries) {
    if (claimed === FILES_PER_PROCESS) return
    if ((isAlone && claimed > 0) || !claim(folder, index)) continue
    claimed++
    yield file
    if (isAlone) return
  }
}

function claim(folder, name) {
  try {
    closeSync(openSync(join(folder, String(name)), 'wx'))
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}
