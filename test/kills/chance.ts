// Repeatable randomness: the same seed gives the same run, as far as processes and sockets allow.

export interface Chance {
  /** 0 ≤ n < below. */
  integer(below: number): number
  pick<T>(choices: readonly T[]): T
}

/** Mulberry32: small, and uniform enough for choosing where to kill. */
export function chance(seed: number): Chance {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const integer = (below: number) => Math.floor(next() * below)
  return { integer, pick: (choices) => choices[integer(choices.length)] as never }
}
