// Assigns each schema of the contract to a file: that of its closest noun, or `shared.ts` when it belongs to none.

import { type Document, type Operation, refersTo, type Schema } from './contract.ts'
import type { Name } from './names.ts'

export const SHARED = 'shared'
/** A schema used by this many nouns belongs to none of them. */
const SHARED_FROM_FILES = 5

/** The error response that every operation can return. */
const REFUSAL = 'Problem'

export type Named = Operation & Name

/** Nouns have a file each; billing is a family of them. */
export function fileOf({ group }: Name): string {
  const [first = '', second] = group
  return (first === 'billing' && second !== undefined ? `${first}-${second}` : first).replace(
    /[A-Z]/g,
    (letter) => `-${letter.toLowerCase()}`,
  )
}

export function homesOf({ components: { schemas } }: Document, operations: readonly Named[]): Map<string, string> {
  const distances = new Map<string, Map<string, number>>()
  for (const operation of operations) {
    const file = fileOf(operation)
    const reached = distances.get(file) ?? new Map<string, number>()
    distances.set(file, reached)
    walk(schemas, [...rootsOf(operation), REFUSAL], reached)
  }
  return new Map(Object.keys(schemas).map((name) => [name, homeOf(name, distances)]))
}

const rootsOf = ({ answer, body, query, pathParameters }: Operation): string[] =>
  [answer, body?.schema, ...query.map(({ schema }) => schema), ...pathParameters.map(({ schema }) => schema)].flatMap(
    (schema) => (schema ? refersTo(schema) : []),
  )

/** The distance of each schema from the operations, breadth first. */
function walk(schemas: Record<string, Schema>, roots: readonly string[], reached: Map<string, number>): void {
  let edge = [...new Set(roots)]
  for (let distance = 1; edge.length > 0; distance++) {
    const nearer = edge.filter((name) => distance < (reached.get(name) ?? Number.POSITIVE_INFINITY))
    for (const name of nearer) reached.set(name, distance)
    edge = [...new Set(nearer.flatMap((name) => refersTo(schemas[name] ?? {})))]
  }
}

function homeOf(name: string, distances: ReadonlyMap<string, ReadonlyMap<string, number>>): string {
  const files = [...distances].flatMap(([file, reached]) => {
    const distance = reached.get(name)
    return distance === undefined ? [] : [{ file, distance }]
  })
  if (files.length === 0 || files.length >= SHARED_FROM_FILES) return SHARED
  const nearest = Math.min(...files.map(({ distance }) => distance))
  return files.find(({ distance }) => distance === nearest)?.file ?? SHARED
}
