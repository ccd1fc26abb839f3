// The state of a command's process.

import { readFile } from 'node:fs/promises'
import { visible } from '#kit/text.ts'

export async function version(): Promise<string> {
  return JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')).version
}

/** Progress messages on standard error, because standard output is the result. */
export function say(sentence: string): void {
  process.stderr.write(`samvad: ${visible(sentence)}\n`)
}

class Interrupted extends Error {
  readonly signal: NodeJS.Signals

  constructor(signal: NodeJS.Signals) {
    super('Interrupted.')
    this.signal = signal
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** True when the command handles its own end, and when it was abandoned because it does not. */
let isTakenOver = false
let isLetGo = false

/** Errors caused by stopping the command's database are not reported. */
export const wasLetGo = (): boolean => isLetGo

/** Aborts when the process is asked to end, which then waits until the work is undone. */
export function aborted(): AbortSignal {
  isTakenOver = true
  return whenAsked()
}

/**
 * Aborts when the process is asked to end and the command does not handle that itself: `release` is awaited, and the
 * process ends with the signal's exit code. Ending at once would leave its PostgreSQL running.
 */
export function endingAt(release: () => Promise<unknown>): AbortSignal {
  const asked = whenAsked()
  asked.addEventListener('abort', () => {
    if (isTakenOver) return
    isLetGo = true
    const { signal } = asked.reason as Interrupted
    const leave = () => process.kill(process.pid, signal)
    release().then(leave, leave)
  })
  return asked
}

function whenAsked(): AbortSignal {
  const asked = new AbortController()
  for (const signal of SIGNALS) process.once(signal, () => asked.abort(new Interrupted(signal)))
  return asked.signal
}
