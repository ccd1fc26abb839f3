// Statistics of durations.

export interface Times {
  median: number
  p95: number
  worst: number
}

export function timesOf(values: readonly number[]): Times {
  const sorted = values.toSorted((left, right) => left - right)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number
  return { median: at(0.5), p95: at(0.95), worst: sorted.at(-1) as number }
}

export const saidOf = ({ median, p95, worst }: Times): string =>
  `median ${median.toFixed(0)}, p95 ${p95.toFixed(0)}, worst ${worst.toFixed(0)} ms`

/** The percentage of values above the limit. */
export const percentOver = (values: readonly number[], limit: number): number =>
  (100 * values.filter((value) => value > limit).length) / values.length
