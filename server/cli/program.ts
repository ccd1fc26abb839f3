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

class Interrupted extends Error {}

/** Aborted when the process is asked to end, which then waits until what was begun is taken back. */
export function aborted(): AbortSignal {
  const asked = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => asked.abort(new Interrupted('Given up: it was asked to end.')))
  return asked.signal
}
