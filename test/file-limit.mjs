// Loaded before each test file: a file whose tests are over and that does not end, because something was left open, fails
// instead of holding the run up for ever. What it started ends with it.

import { endDescendantsOf } from './descendants.mjs'

/** Longer than the tests of any one file together may take. */
const FILE_LIMIT_MS = Number(process.env.SAMVAD_TEST_FILE_LIMIT_MS || 900_000)
/** A program may still answer requests and stop its PostgreSQL. */
const END_LIMIT_MS = Number(process.env.SAMVAD_TEST_END_LIMIT_MS || 15_000)

let limit

/** Begins anew: for the next file of this process. */
export function limitFile(file = 'the file') {
  clearTimeout(limit)
  limit = setTimeout(async () => {
    const open = process.getActiveResourcesInfo().join(', ')
    console.error(`${file}: not ended after ${FILE_LIMIT_MS / 1000} s; still open: ${open}`)
    await endDescendantsOf(process.pid, END_LIMIT_MS)
    process.exit(1)
  }, FILE_LIMIT_MS).unref()
}
limitFile()
