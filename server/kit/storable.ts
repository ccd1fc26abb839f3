// Makes external text storable in PostgreSQL: U+0000 and unpaired surrogates become U+FFFD.

/** Values nested deeper than this are stored as JSON text: no provider nests that deep. */
const LEVELS_MAX = 64

export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\u{fffd}')

/**
 * Converts every string in lists and plain objects, keys included; dates, buffers, streams and functions stay
 * unchanged.
 */
export function storableValue<Value>(value: Value, levels = LEVELS_MAX): Value {
  return storable(value, levels) as Value
}

function storable(value: unknown, levels: number): unknown {
  if (typeof value === 'string') return storableText(value)
  if (!Array.isArray(value) && !isPlain(value)) return value
  if (levels === 0) return storableText(JSON.stringify(value))
  if (Array.isArray(value)) return value.map((one) => storable(one, levels - 1))
  const entries = Object.entries(value).map(([name, one]) => [storableText(name), storable(one, levels - 1)])
  return Object.fromEntries(entries)
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
