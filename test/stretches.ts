// Measures how long the event loop was blocked: the longest processor time of this thread between two turns. A busy
// machine lengthens wall-clock time, but not this.

import { setTimeout as pause } from 'node:timers/promises'

export async function longestStretchOf<Value>(work: () => Promise<Value>): Promise<{ value: Value; ms: number }> {
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  const over = new AbortController()
  let longest = 0
  const watch = async () => {
    let last = usedMs()
    while (!over.signal.aborted) {
      await pause(1)
      const now = usedMs()
      longest = Math.max(longest, now - last)
      last = now
    }
  }
  const watching = watch()
  const value = await work().finally(() => {
    over.abort()
  })
  await watching
  return { value, ms: longest }
}
