// Loaded before each test file: a file whose tests are over and that does not end, because something was left open, fails
// instead of holding the run up for ever. What it started ends with it.

import { endDescendantsOf } from './descendants.mjs'

/** Longer than the tests of any one file together may take. */
const FILE_LIMIT_MS = Number(process.env.SAMVAD_TEST_FILE_LIMIT_MS || 900_000)
/** A program may still answer requests and stop its PostgreSQL. */
const END_LIMIT_MS = Number(process.env.SAMVAD_TEST_END_LIMIT_MS || 15_000)

let limit

/** Begins anew: for the next file of this process. */
export function limitFile(file = 'the file', limitMs = FILE_LIMIT_MS) {
  clearTimeout(limit)
  limit = setTimeout(async () => {
    console.error(`${file}: not ended after ${limitMs / 1000} s; still open: ${stillOpen()}`)
    await endDescendantsOf(process.pid, END_LIMIT_MS)
    process.exit(1)
  }, limitMs).unref()
}

/**
 * The tests of a group are over, and what came of them is known: what one of its files left open is said, and takes
 * nobody's time.
 */
export function endSoon(files, limitMs = END_LIMIT_MS) {
  clearTimeout(limit)
  limit = setTimeout(async () => {
    console.error(`${files.join(', ')}: not ended after its tests; still open: ${stillOpen()}`)
    await endDescendantsOf(process.pid, END_LIMIT_MS)
    process.exit()
  }, limitMs).unref()
}

/** With what tells one from the other: addresses of connections, programs that were started. */
function stillOpen() {
  const handles = process._getActiveHandles?.() ?? []
  const seen = handles.map((one) =>
    [one.constructor.name, one.spawnfile, one.localPort, one.remoteAddress, one.remotePort].filter(Boolean).join(' '),
  )
  return [...process.getActiveResourcesInfo(), ...seen].join(', ')
}
limitFile()
