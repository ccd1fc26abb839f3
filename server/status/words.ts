// Sizes and times as people read them.

const SIZES = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const
const UNITS: readonly [seconds: number, name: string][] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
]

/** `1.5 GB`: powers of 1024, as operating systems count. */
export function sized(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(SIZES.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${SIZES[power]}`
}

/** `3 d 4 h`, `12 min`, `5 s`: two units at most. */
export function lasting(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const first = UNITS.findIndex(([size]) => whole >= size)
  if (first < 0) return `${whole} s`
  const [size, name] = UNITS[first] as (typeof UNITS)[number]
  const rest = whole % size
  const [smaller, smallerName] = UNITS[first + 1] ?? [1, 's']
  const left = Math.floor(rest / smaller)
  return left > 0 ? `${Math.floor(whole / size)} ${name} ${left} ${smallerName}` : `${Math.floor(whole / size)} ${name}`
}

export const secondsSince = (since: Date, now: Date): number => Math.max(0, (now.getTime() - since.getTime()) / 1000)

/** `1 message`, `2 messages`. */
export const counted = (count: number, noun: string, several = `${noun}s`): string =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? noun : several}`
