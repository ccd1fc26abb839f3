// What somebody else wrote, as PostgreSQL can store it: U+0000 and half of a surrogate pair become U+FFFD.

/** What is nested deeper is kept as the text of its JSON: no provider nests so deep. */
const LEVELS_MAX = 64

export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\u{fffd}')

/** Of lists and plain objects each text, names included; dates, buffers, streams and functions stay as they are. */
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
