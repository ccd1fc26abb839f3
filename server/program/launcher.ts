// Watches bin/launch.mjs, which started this process and whose id is in LAUNCHER_PID. It forwards all signals, but kill
// -9 cannot be forwarded, so the process checks that it is alive.

const PARENT_CHECK_MS = 500

/** Calls `end` when the launcher of this process has ended. */
export function endWithLauncher(end: () => void): void {
  const launcher = process.ppid
  // A process started by a launched program inherits the variable of a process that is not its parent.
  if (process.env.LAUNCHER_PID !== String(launcher)) return
  const watch = setInterval(() => {
    if (process.ppid === launcher) return
    clearInterval(watch)
    end()
  }, PARENT_CHECK_MS)
  watch.unref()
}
