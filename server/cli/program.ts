// What a command knows of the process that it is.

import { readFile } from 'node:fs/promises'
import { visible } from '#kit/text.ts'

export async function version(): Promise<string> {
  return JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')).version
}

/** How it goes on, for whoever watches: on standard error, as standard output is the answer's. */
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
/** Whether the command itself sees to its end, and whether it was let go of because it does not. */
let isTakenOver = false
let isLetGo = false

/** What a command complains of then, whose database is being stopped, tells nobody anything. */
export const wasLetGo = (): boolean => isLetGo

/** Aborted when the process is asked to end, which then waits until what was begun is taken back. */
export function aborted(): AbortSignal {
  isTakenOver = true
  return whenAsked()
}

/**
 * Aborted when the process is asked to end, while it is not the command itself that sees to it: then `release` is
 * waited for, and the process ends as the signal says. A command that ends at once would leave its PostgreSQL running.
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
