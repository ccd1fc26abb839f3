// Reads external JSON: each value has the expected type or is null.

export type Fields = Readonly<Record<string, unknown>>

/** Parses the JSON of a webhook; prices become text with the digits that were sent. Throws when it is not JSON. */
export function parseWebhook(body: Buffer): unknown {
  const text = body.toString('utf8')
  return text.includes('"item_price"') ? JSON.parse(text, withPriceAsText) : JSON.parse(text)
}

/** TypeScript's library does not declare the third parameter yet. */
const withPriceAsText = ((key: string, value: unknown, { source }: { source?: string }) =>
  key === 'item_price' && typeof value === 'number' ? source : value) as (key: string, value: unknown) => unknown

export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Text that PostgreSQL can store; null when it is empty. */
export function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.replaceAll('\0', '').toWellFormed()
  return text === '' ? null : text
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)

export const coordinateOf = (value: unknown): number | null => numberOf(value)

/** The year 3000: a later value was meant as milliseconds. */
const SECONDS_MAX = 32_503_680_000

/** Meta sends seconds, mostly as text. */
export function timeOf(value: unknown): Date | null {
  const seconds = typeof value === 'string' && /^\d{1,11}$/.test(value) ? Number(value) : numberOf(value)
  return seconds === null || seconds <= 0 || seconds > SECONDS_MAX ? null : new Date(Math.floor(seconds) * 1000)
}
