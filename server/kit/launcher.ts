// Who started this process: bin/launch.mjs, whose number is in LAUNCHER_PID, or npm's shell. Neither can hand on a kill -9, and npm
// hands on no SIGTERM either, so what they started watches whether they live.

const PARENT_CHECK_MS = 500

/** Calls `end` once the process that started this one for a person is gone; never where nobody waits, as under `nohup`. */
export function endWithLauncher(end: () => void): void {
  const { LAUNCHER_PID: launcher, npm_lifecycle_event: script } = process.env
  const parent = process.ppid
  // One that was started by a launched program inherits the number, of somebody who is not its parent.
  if (launcher !== String(parent) && script !== 'start') return
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    end()
  }, PARENT_CHECK_MS)
  watch.unref()
}
