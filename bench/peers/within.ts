// The side of a benchmark provider's process: its counters, and its communication with the benchmark.

import type { FromPeer, Looked, ToPeer } from './peer.ts'

export interface Counts {
  take(): void
  report(count: number): void
}

/** Reports that it is listening, then answers requests. Ends with its parent process. */
export function serveBench(port: number, set: (settings: Record<string, unknown>) => void): Counts {
  let looked: Omit<Looked, 'cpuMicros'> = { taken: 0, reported: 0, firstAtMs: 0 }
  const say = (words: FromPeer) => process.send?.(words)
  process.on('message', (words: ToPeer) => {
    if ('set' in words) set(words.set as Record<string, unknown>)
    else if ('forget' in words) looked = { taken: 0, reported: 0, firstAtMs: 0 }
    else {
      const { user, system } = process.cpuUsage()
      say({ looked: { ...looked, cpuMicros: user + system } })
    }
  })
  process.on('disconnect', () => process.exit(0))
  say({ port })
  return {
    take() {
      if (looked.taken++ === 0) looked.firstAtMs = Date.now()
    },
    report(count) {
      looked.reported += count
    },
  }
}
