// How a process ends: by a signal, or because it cannot start. Either way everything that was started is stopped in
// reverse order, once, and within a known time.

import { setTimeout as delay } from 'node:timers/promises'
import { CannotStart, sentenceOf, withoutPasswords } from '#kit/cannot-start.ts'
import { SettingsError } from '#kit/settings.ts'

/** For a step of the start that ignores the signal: creating a database takes seconds. */
const STEP_END_LIMIT_MS = 20_000
/** After a failed start there are no requests to finish; PostgreSQL may take this long to stop. */
const FAILED_END_LIMIT_MS = 40_000
const EXIT_FAILED = 1
const EXIT_CANNOT_START = 2
/** Exit code of a process ended by SIGHUP in a shell: a supervisor restarts it. */
const EXIT_HUNG_UP = 129

export interface Ending {
  /** Functions that stop what was started, in the order of starting. */
  readonly stops: (() => Promise<unknown>)[]
  /** Aborts when the end is requested. */
  readonly signal: AbortSignal
  /** Ends cleanly: requests in flight are answered, then everything is closed. May be called repeatedly. */
  readonly end: () => void
  /** Sets what SIGHUP does from now on; by default it ends the process. */
  onHangUp(react: () => void): void
  /** For an uncaught error after which the process cannot continue: it is reported, and everything is stopped. */
  fail(error: unknown): void
  /** Runs the start. A failed start is reported in one sentence and leaves nothing running. */
  whileStarting(start: () => Promise<void>): Promise<void>
}

/** SIGTERM and SIGINT end the process, also during its start; so does SIGHUP unless another handler is set. */
export function createEnding(): Ending {
  const stops: (() => Promise<unknown>)[] = []
  const asked = new AbortController()
  let starting: Promise<unknown> | null = null
  let stopping: Promise<void> | undefined

  /** Runs once; later callers wait for the same run. */
  function stopAll(): Promise<void> {
    stopping ??= (async () => {
      const problems: unknown[] = []
      // A failing step does not skip the others.
      for (const stop of stops.toReversed()) await stop().catch((problem) => problems.push(problem))
      if (problems.length > 0) throw problems[0]
    })()
    return stopping
  }

  async function end(): Promise<void> {
    if (asked.signal.aborted) return
    asked.abort()
    // Nothing was started yet.
    if (starting === null) process.exit(0)
    try {
      // A component that is just being started would otherwise outlive the process.
      await Promise.race([starting.catch(() => {}), delay(STEP_END_LIMIT_MS)])
      await stopAll()
      process.exit(0)
    } catch (error) {
      console.error(`Samvad did not stop cleanly: ${sentenceOf(error)}`)
      process.exit(EXIT_FAILED)
    }
  }

  async function endFailed(reason: string, code: number): Promise<void> {
    asked.abort()
    console.error(reason)
    try {
      await Promise.race([stopAll(), delay(FAILED_END_LIMIT_MS)])
    } catch (problem) {
      console.error(sentenceOf(problem))
    }
    process.exit(code)
  }

  // Before the start the meaning of SIGHUP is not known yet.
  let hangUp = () => (starting === null ? process.exit(EXIT_HUNG_UP) : void end())
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end())
  process.on('SIGHUP', () => hangUp())
  return {
    stops,
    signal: asked.signal,
    end: () => void end(),
    onHangUp(react) {
      hangUp = () => {
        if (!asked.signal.aborted) react()
      }
    },
    fail(error) {
      if (asked.signal.aborted) return
      const told = withoutPasswords((error as Error).stack ?? String(error))
      void endFailed(`Samvad is stopping because of an uncaught error: ${told}`, EXIT_FAILED)
    },
    async whileStarting(start) {
      try {
        starting = start()
        await starting
      } catch (error) {
        // The end was requested in the meantime: abandoning the start is not a failure.
        if (!asked.signal.aborted) await endFailed(reasonOf(error), EXIT_CANNOT_START)
      }
    },
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof SettingsError) return `Samvad cannot start because of invalid settings:\n${error.message}`
  const reason = `Samvad cannot start: ${sentenceOf(error)}`
  const wantsMore = ['debug', 'trace'].includes(process.env.SAMVAD_LOG_LEVEL ?? '')
  return wantsMore && !(error instanceof CannotStart) ? `${reason}\n${(error as Error).stack}` : reason
}
