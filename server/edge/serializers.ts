// What writes an answer's JSON: code made from its schema, when the first such answer leaves. Made for all routes at
// the start, it would take a third of the time that a process needs until it listens.

import fastJsonStringify from 'fast-json-stringify'

type Serializer = (answer: unknown) => string

/** By schema: HEAD and GET, and aliases of a route, have the same one. */
const made = new WeakMap<object, Serializer>()

export function whenFirstUsed(schema: object): Serializer {
  return (answer) => {
    const known = made.get(schema)
    if (known) return known(answer)
    const serializer = fastJsonStringify(schema)
    made.set(schema, serializer)
    return serializer(answer)
  }
}
