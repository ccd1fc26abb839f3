// Serializes responses with code generated from their schema, at the first such response. Generating it for all routes
// at start would take a third of the time until a process listens.

import fastJsonStringify from 'fast-json-stringify'

type Serializer = (answer: unknown) => string

/** Keyed by schema: a route's aliases share it. */
const made = new WeakMap<object, Serializer>()
/** Keyed by the schema's text: several routes, and all servers of a process, declare equal schemas. */
const madeOfText = new Map<string, Serializer>()

export function serializerOf(schema: object): Serializer {
  const known = made.get(schema)
  if (known) return known
  const text = JSON.stringify(schema)
  const serializer: Serializer = madeOfText.get(text) ?? fastJsonStringify(schema)
  madeOfText.set(text, serializer)
  made.set(schema, serializer)
  return serializer
}
