// Measures how work grows with the input, for tests that a cost is linear in the length of the input.

const RUNS = 3
const STEP = 8
/** Eight times the input costs a linear algorithm 8 times the work, a quadratic one 64 times. */
const LINEAR_MAX = 30
/** Shorter runs are not compared: garbage collection weighs too much, and a quadratic algorithm takes far longer. */
const MEASURABLE_MS = 250

/**
 * Null when the work grows about linearly, else the measurements. Compares the processor time of this thread for two
 * sizes, the minimum of several runs each, so that neither a slow nor a busy machine changes the result.
 */
export function superlinearGrowth(size: number, prepare: (size: number) => () => unknown): string | null {
  const large = leastMs(prepare(size))
  if (large < MEASURABLE_MS) return null
  const small = leastMs(prepare(Math.ceil(size / STEP)))
  return large <= LINEAR_MAX * small ? null : `${small} ms for ${Math.ceil(size / STEP)}, ${large} ms for ${size}`
}

function leastMs(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < RUNS; run++) {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
