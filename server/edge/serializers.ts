// What writes an answer's JSON: code made from its schema, when the first such answer leaves. Made for all routes at
// the start, it would take a third of the time that a process needs until it listens.

import fastJsonStringify from 'fast-json-stringify'

type Serializer = (answer: unknown) => string

/** By schema: aliases of a route have the same one. */
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
