// Ends a test process that hangs: it fails instead of holding up the run, says what it waited for, and everything that it
// started ends with it.

import { endDescendantsOf } from './descendants.mjs'

/** Longer than any one file takes on a busy machine. */
const FILE_GUARD_MS = Number(process.env.SAMVAD_TEST_FILE_GUARD_MS || 900_000)
/** After the last test, until a process that something keeps open is ended. */
const END_GUARD_MS = Number(process.env.SAMVAD_TEST_END_GUARD_MS || 15_000)

let guard

/** Starts the guard again, for the next file of this process. */
export function guardFile(file) {
  clearTimeout(guard)
  guard = setTimeout(async () => {
    console.error(`${file}: not ended after ${FILE_GUARD_MS / 1000} s; still open: ${stillOpen()}`)
    await endDescendantsOf(process.pid, END_GUARD_MS)
    process.exit(1)
  }, FILE_GUARD_MS).unref()
}

/** Once all files have run: their results are known, and what one of them left open must not cost time. */
export function endProcessSoon() {
  clearTimeout(guard)
  guard = setTimeout(async () => {
    console.error(`the process did not end after its tests; still open: ${stillOpen()}`)
    await endDescendantsOf(process.pid, END_GUARD_MS)
    process.exit()
  }, END_GUARD_MS).unref()
}

/** With addresses of connections and names of started programs. */
function stillOpen() {
  const handles = process._getActiveHandles?.() ?? []
  const shown = handles.map((one) =>
    [one.constructor.name, one.spawnfile, one.localPort, one.remoteAddress, one.remotePort].filter(Boolean).join(' '),
  )
  return [...process.getActiveResourcesInfo(), ...shown].join(', ')
}
