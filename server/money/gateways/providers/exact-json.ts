// JSON of gateways, parsed and written without floating point, because amounts are money: a number keeps its digits.

import { MICROS_PER_PAISA, type Micros, parseMicros } from '#kit/money.ts'

/** Thrown for unreadable input: as a response it means an unknown result, as a webhook an unsupported format. */
export class Unreadable extends Error {}

/** Numbers become strings of their digits. */
export function parseExact(text: string): unknown {
  try {
    const asWritten = (_key: string, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? (context?.source as string) : value
    return JSON.parse(text, asWritten as (key: string, value: unknown) => unknown)
  } catch {
    throw new Unreadable('not valid JSON')
  }
}

// Not yet in TypeScript's library.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

/** Rupees as a number with two decimals, digit for digit. */
export const rupeesNumber = (micros: Micros): unknown => {
  const paise = paiseOf(micros)
  return rawJSON(`${paise / 100n}.${String(paise % 100n).padStart(2, '0')}`)
}

/** Paise as an integer, exact in a double as long as it is a safe integer. */
export function paiseNumber(micros: Micros): number {
  const paise = paiseOf(micros)
  if (paise > BigInt(Number.MAX_SAFE_INTEGER)) throw new Error('the amount is too large for a JSON number')
  return Number(paise)
}

function paiseOf(micros: Micros): bigint {
  if (micros < 0n || micros % MICROS_PER_PAISA !== 0n) throw new Error('a payment is in whole paise')
  return micros / MICROS_PER_PAISA
}

// --- Reading parsed values -------------------------------------------------------------------------------------------

export type Entity = Record<string, unknown>

export function entity(value: unknown, name: string): Entity {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Unreadable(`${name} is no object`)
  return value as Entity
}

export function list(value: unknown, name: string): unknown[] {
  if (!Array.isArray(value)) throw new Unreadable(`${name} is no list`)
  return value
}

/** Gateways' ids are short; longer text is not accepted as one. */
const NAME_MAX = 200

export function text(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '' || value.length > NAME_MAX) throw new Unreadable(`${name} is missing`)
  return value
}

export const maybeText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= NAME_MAX ? value : null

export function paise(value: unknown, name: string): Micros {
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value)) throw new Unreadable(`${name} is no amount in paise`)
  return BigInt(value) * MICROS_PER_PAISA
}

export function rupees(value: unknown, name: string): Micros {
  const micros = typeof value === 'string' ? parseMicros(value) : null
  if (micros === null) throw new Unreadable(`${name} is no amount in rupees`)
  return micros
}

/** Unix seconds, or a time as ISO 8601; null for anything else. */
export function maybeTime(value: unknown): Date | null {
  const said = maybeText(value)
  if (said === null) return null
  const time = /^\d{1,11}$/.test(said) ? Number(said) * 1000 : /^\d{4}-\d\d-\d\dT/.test(said) ? Date.parse(said) : NaN
  return Number.isNaN(time) || time <= 0 ? null : new Date(time)
}
