// How a process ends: by a signal, or because it cannot start. Either way what was started is ended in the reverse
// order, once, and within a time that is known.

import { setTimeout as delay } from 'node:timers/promises'
import { CannotStart, sentenceOf, withoutPasswords } from '#kit/cannot-start.ts'
import { SettingsError } from '#kit/settings.ts'

/** For a step of the start that does not look at the signal: making a database takes seconds. */
const STEP_END_LIMIT_MS = 20_000
/** After a failed start nobody waits for requests in flight; PostgreSQL may take this long to stop. */
const FAILED_END_LIMIT_MS = 40_000
const EXIT_FAILED = 1
const EXIT_CANNOT_START = 2
/** What a shell says of who ended by SIGHUP: whoever keeps it running starts it again. */
const EXIT_HUNG_UP = 129

export interface Ending {
  /** How to end what has been started, in the order of starting. */
  readonly stops: (() => Promise<unknown>)[]
  /** Aborted once the end is asked for. */
  readonly signal: AbortSignal
  /** Ends cleanly: requests in flight are answered, then everything is closed. May be called again. */
  readonly end: () => void
  /** From now on SIGHUP does this; before, the process ends. */
  onHangUp(react: () => void): void
  /** For an error that nobody caught and after which nobody goes on: it is told, and nothing is left running. */
  fail(error: unknown): void
  /** Runs the start. One that fails is told in a sentence, and leaves nothing running. */
  whileStarting(start: () => Promise<void>): Promise<void>
}

/** SIGTERM and SIGINT end the process, also while it still starts; so does SIGHUP unless it is said what else. */
export function createEnding(): Ending {
  const stops: (() => Promise<unknown>)[] = []
  const asked = new AbortController()
  let starting: Promise<unknown> | null = null
  let stopping: Promise<void> | undefined

  /** Once, also for one that asks while it is going on: whoever came second must not leave before it is done. */
  function stopAll(): Promise<void> {
    stopping ??= (async () => {
      const problems: unknown[] = []
      // One that fails keeps none of the others running.
      for (const stop of stops.toReversed()) await stop().catch((problem) => problems.push(problem))
      if (problems.length > 0) throw problems[0]
    })()
    return stopping
  }

  async function end(): Promise<void> {
    if (asked.signal.aborted) return
    asked.abort()
    // Nothing was begun that would have to be ended.
    if (starting === null) process.exit(0)
    try {
      // What is being started just now would otherwise outlive us.
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

  // Before anything has begun nobody knows yet what it asks for.
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
        // Asked to end meanwhile: that the start was given up is no failure.
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
