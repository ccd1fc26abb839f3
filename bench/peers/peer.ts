// A provider of the benchmark in a process of its own, so that its cost is not counted as the program's and is reported
// separately.

import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const READY_TIMEOUT_MS = 30_000
const LOOK_EVERY_MS = 20

/** A provider's counters. */
export interface Looked {
  /** Messages received since the last `forget`. */
  taken: number
  /** Number of its receipts that the program accepted. */
  reported: number
  /** When the first message arrived, in milliseconds since 1970. */
  firstAtMs: number
  /** Processor time since its start. */
  cpuMicros: number
}

export interface Peer {
  port: number
  look(): Promise<Looked>
  forget(): Promise<void>
  /** Changes how it behaves: see the peer's own settings. */
  set(settings: object): void
  /** Resolves once this many messages and receipts were received. */
  reach(wanted: Partial<Looked>, timeoutMs: number): Promise<Looked>
  close(): Promise<void>
}

/** From the peer's process, and to it. */
export type FromPeer = { port: number } | { looked: Looked }
export type ToPeer = { look: true } | { forget: true } | { set: object }

export async function openPeer(name: 'smpp' | 'cloud-api' | 'webhook-receiver'): Promise<Peer> {
  const child = fork(fileURLToPath(new URL(`${name}.ts`, import.meta.url)), { execArgv: [] })
  const { port } = await heard<{ port: number }>(child, (said) => 'port' in said, READY_TIMEOUT_MS)
  const say = (words: ToPeer) => child.send(words)
  const look = async () => {
    const answer = heard<{ looked: Looked }>(child, (said) => 'looked' in said, READY_TIMEOUT_MS)
    say({ look: true })
    return (await answer).looked
  }
  return {
    port,
    look,
    async forget() {
      say({ forget: true })
      // Messages between two processes arrive in order.
      await look()
    },
    set: (settings) => void say({ set: settings }),
    async reach({ taken = 0, reported = 0 }, timeoutMs) {
      const until = performance.now() + timeoutMs
      for (;;) {
        const looked = await look()
        if (looked.taken >= taken && looked.reported >= reported) return looked
        if (performance.now() > until)
          throw new Error(
            `${name}: ${looked.taken} of ${taken} messages and ${looked.reported} of ${reported} receipts within ${timeoutMs} ms`,
          )
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
      }
    },
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await ended
    },
  }
}

function heard<Said extends FromPeer>(
  child: ChildProcess,
  isIt: (said: FromPeer) => boolean,
  timeoutMs: number,
): Promise<Said> {
  return new Promise((resolve, reject) => {
    const end = (then: () => void) => {
      clearTimeout(timer)
      child.off('message', hear).off('exit', gone)
      then()
    }
    const hear = (said: unknown) => {
      if (isIt(said as FromPeer)) end(() => resolve(said as Said))
    }
    const gone = () => end(() => reject(new Error('a provider of the benchmark has ended')))
    const timer = setTimeout(() => end(() => reject(new Error('a provider of the benchmark says nothing'))), timeoutMs)
    child.on('message', hear).once('exit', gone)
  })
}
