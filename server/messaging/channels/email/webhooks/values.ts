// Reads external JSON with checked types.

import { NotUnderstood } from '../../arrivals/arrival.ts'

export type Values = Readonly<Record<string, unknown>>

/** Empty when it is not an object. */
export function objectIn(value: unknown): Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {}
}

export const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The text field of each item of a list that has it. */
export const textsIn = (list: unknown, name: string): string[] =>
  listIn(list).flatMap((one) => textIn(objectIn(one)[name]) ?? [])

/** Null when it is not a time. */
export function timeIn(value: unknown): Date | null {
  const ms = typeof value === 'number' ? value * 1000 : typeof value === 'string' ? Date.parse(value) : Number.NaN
  const time = new Date(ms)
  return Number.isNaN(time.getTime()) ? null : time
}

export function jsonIn(text: string): Values {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Values
  } catch {
    // Refused below.
  }
  throw new NotUnderstood('not a JSON object')
}
