// The test files of a run, which its processes share: each file is claimed once, by creating a file with its number.

import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file with this line at the start of a line gets a process of its own; the rest of the line says why. */
const ALONE = /^\/\/ Alone: /m

/** The suite of a process that found every file claimed: without any, node:test would count the process as a test. */
export const NOTHING_LEFT = 'no file is left'

/** What files leave in memory (their modules, their caches) adds up: a process runs this many and ends. */
export const FILES_PER_PROCESS = 40

/** @param {readonly string[]} files paths relative to the working directory, in the order in which they start */
export function createQueue(files, { everyFileAlone = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'samvad-test-queue-'))
  const isAlone = (file) => everyFileAlone || ALONE.test(readFileSync(file, 'utf8'))
  const entries = files.map((file) => ({ file, isAlone: isAlone(file) }))
  writeFileSync(join(folder, 'files.json'), JSON.stringify(entries))
  return {
    folder,
    aloneCount: entries.filter((entry) => entry.isAlone).length,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * The files that this process runs, claimed one at a time: one that wants to be alone, or up to `FILES_PER_PROCESS` others.
 * @yields {string}
 */
export function* claimFiles(folder) {
  const entries = JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8'))
  let claimed = 0
  for (const [index, { file, isAlone }] of entries.entries()) {
    if (claimed === FILES_PER_PROCESS) return
    if ((isAlone && claimed > 0) || !claim(folder, index)) continue
    claimed++
    yield file
    if (isAlone) return
  }
}

function claim(folder, index) {
  try {
    closeSync(openSync(join(folder, String(index)), 'wx'))
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}
