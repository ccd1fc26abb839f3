// Money: integer micro-rupees (bigint) internally, decimal strings in the API. Never a float.

export type Micros = bigint

export const MICROS_PER_RUPEE: Micros = 1_000_000n
export const MICROS_PER_PAISA: Micros = 10_000n

const AMOUNT = /^([0-9]{1,12})(?:\.([0-9]{1,6}))?$/

/** Micro-rupees from a decimal string `^[0-9]{1,12}(\.[0-9]{1,6})?$`; null for any other string. */
export function parseMicros(text: string): Micros | null {
  const match = AMOUNT.exec(text)
  if (!match) return null
  return BigInt(match[1] as string) * MICROS_PER_RUPEE + BigInt((match[2] ?? '').padEnd(6, '0'))
}

/** A decimal string with two to six decimals: `150000n` is "0.15", `-1180000000n` is "-1180.00". */
export function formatMicros(micros: Micros): string {
  const sign = micros < 0n ? '-' : ''
  const digits = (micros < 0n ? -micros : micros).toString().padStart(7, '0')
  const decimals = digits.slice(-6).replace(/0{1,4}$/, '')
  return `${sign}${digits.slice(0, -6)}.${decimals}`
}

export function isWholePaise(micros: Micros): boolean {
  return micros % MICROS_PER_PAISA === 0n
}

/**
 * A share of an amount, rounded half up to the paisa, as GST rounds: `rateBasisPoints` 1800 is 18 %, of 10,000 or of
 * `whole`.
 */
export function shareInPaise(micros: Micros, rateBasisPoints: bigint, whole = 10_000n): Micros {
  const divisor = whole * MICROS_PER_PAISA
  return ((micros * rateBasisPoints + divisor / 2n) / divisor) * MICROS_PER_PAISA
}
