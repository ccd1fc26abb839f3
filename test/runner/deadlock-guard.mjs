// Ends a test process that hangs: it fails instead of delaying the run, prints what it waited for, and its descendants
// end with it.

import { endDescendantsOf } from './descendants.mjs'

/** Longer than any one file takes on a busy machine. */
const FILE_GUARD_MS = Number(process.env.SAMVAD_TEST_FILE_GUARD_MS || 900_000)
/** Time after the last test until a process with open handles is ended. */
const END_GUARD_MS = Number(process.env.SAMVAD_TEST_END_GUARD_MS || 15_000)

let guard

/** Restarts the guard for the next file of this process. */
export function guardFile(file) {
  clearTimeout(guard)
  guard = setTimeout(async () => {
    console.error(`${file}: not ended after ${FILE_GUARD_MS / 1000} s; still open: ${stillOpen()}`)
    await endDescendantsOf(process.pid, END_GUARD_MS)
    process.exit(1)
  }, FILE_GUARD_MS).unref()
}

/** Called when all files have run: their results are known, and what one of them left open must not cost time. */
export function endProcessSoon() {
  clearTimeout(guard)
  guard = setTimeout(async () => {
    console.error(`the process did not end after its tests; still open: ${stillOpen()}`)
    await endDescendantsOf(process.pid, END_GUARD_MS)
    process.exit()
  }, END_GUARD_MS).unref()
}

/** The open handles, with addresses of connections and names of programs. */
function stillOpen() {
  const handles = process._getActiveHandles?.() ?? []
  const shown = handles.map((one) =>
    [one.constructor.name, one.spawnfile, one.localPort, one.remoteAddress, one.remotePort].filter(Boolean).join(' '),
  )
  return [...process.getActiveResourcesInfo(), ...shown].join(', ')
}
