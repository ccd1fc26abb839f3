// Runs `samvad` commands in the test's process: a separate process takes half a second to load the program. Start
// bin/samvad itself where the process is what the test proves: its launcher, signals or death.

import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import { main } from '../server/cli/main.ts'

export interface Ran {
  code: number | null
  stdout: string
  stderr: string
  /** Standard output and standard error, in the order written. */
  out: string
}

type Environment = Record<string, string | undefined>

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const current = new AsyncLocalStorage<Ran>()
let last: Promise<unknown> = Promise.resolve()

/** One command at a time, because standard input belongs to the process; `input` is what is typed into it. */
export function runCommand(words: readonly string[], environment: Environment = {}, input = ''): Promise<Ran> {
  const running = last.then(() => runNow(words, { ...process.env, ...environment }, input))
  last = running.catch(() => {})
  return running
}

async function runNow(words: readonly string[], environment: Environment, input: string): Promise<Ran> {
  const ran: Ran = { code: null, stdout: '', stderr: '', out: '' }
  const restore = [captureOutput('stdout'), captureOutput('stderr'), typeInto(input), keepListeners()]
  try {
    ran.code = await current.run(ran, () => main([...words], environment))
    return ran
  } finally {
    for (const one of restore) one()
  }
}

/** Captures only what the command writes: the runner writes its report to the same streams. */
function captureOutput(name: 'stdout' | 'stderr'): () => void {
  const stream = process[name]
  const { write } = stream
  stream.write = ((chunk: string | Uint8Array, ...more: never[]) => {
    const ran = current.getStore()
    if (ran === undefined) return write.call(stream, chunk, ...more)
    ran[name] += chunk
    ran.out += chunk
    return true
  }) as typeof stream.write
  return () => {
    stream.write = write
  }
}

function typeInto(input: string): () => void {
  const before = Object.getOwnPropertyDescriptor(process, 'stdin') as PropertyDescriptor
  Object.defineProperty(process, 'stdin', { value: Readable.from(input === '' ? [] : [input]), configurable: true })
  return () => {
    Object.defineProperty(process, 'stdin', before)
  }
}

/** A command listens for signals until its process ends; this process does not end, so its listeners are removed. */
function keepListeners(): () => void {
  const before = SIGNALS.map((signal) => process.listeners(signal))
  return () =>
    SIGNALS.forEach((signal, index) => {
      for (const listener of process.listeners(signal))
        if (!before[index]?.includes(listener)) process.removeListener(signal, listener)
    })
}
