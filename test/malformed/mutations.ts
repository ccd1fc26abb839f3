// Seeded mutations of valid input, as a faulty or hostile peer would send.

import type { Chance } from '../kills/chance.ts'

/** Applies one to four of these mutations at random places. */
export function mutated(right: Buffer, chance: Chance): Buffer {
  let bytes = Buffer.from(right)
  for (let times = 1 + chance.integer(4); times > 0; times--) bytes = chance.pick(MUTATIONS)(bytes, chance)
  return bytes
}

type Mutation = (bytes: Buffer, chance: Chance) => Buffer<ArrayBuffer>

const SPAN_MAX = 200
const ODD = [
  '\0',
  '\r\n',
  '\r\n\r\n',
  '--',
  '\ud800',
  '\u202e',
  'null',
  '[]',
  '{}',
  '-1',
  '1e999',
  '9'.repeat(400),
  '"__proto__":{"x":1},',
  'Content-Type: multipart/report; boundary="',
  'Content-Transfer-Encoding: base64\r\n',
  '=?utf-8?b?////?=',
  '[[[[[[[['.repeat(500),
  'a'.repeat(20_000),
]

const spanOf = (bytes: Buffer, chance: Chance): [from: number, to: number] => {
  const from = chance.integer(bytes.length + 1)
  return [from, Math.min(bytes.length, from + chance.integer(SPAN_MAX))]
}

const replaced = (bytes: Buffer, [from, to]: readonly [number, number], by: Buffer): Buffer<ArrayBuffer> =>
  Buffer.concat([bytes.subarray(0, from), by, bytes.subarray(to)])

const MUTATIONS: readonly Mutation[] = [
  // Changes a byte.
  (bytes, chance) => {
    const changed = Buffer.from(bytes)
    if (changed.length > 0) changed[chance.integer(changed.length)] = chance.integer(256)
    return changed
  },
  // Truncates.
  (bytes, chance) => Buffer.from(bytes.subarray(0, chance.integer(bytes.length + 1))),
  // Removes, repeats or moves a piece.
  (bytes, chance) => replaced(bytes, spanOf(bytes, chance), Buffer.alloc(0)),
  (bytes, chance) => {
    const [from, to] = spanOf(bytes, chance)
    return replaced(bytes, [to, to], bytes.subarray(from, to))
  },
  (bytes, chance) => replaced(bytes, spanOf(bytes, chance), bytes.subarray(...spanOf(bytes, chance))),
  // Inserts or substitutes something odd.
  (bytes, chance) => replaced(bytes, spanOf(bytes, chance), Buffer.from(chance.pick(ODD))),
  (bytes, chance) => {
    const noise = Buffer.from(Array.from({ length: chance.integer(SPAN_MAX) }, () => chance.integer(256)))
    return replaced(bytes, spanOf(bytes, chance), noise)
  },
  // Replaces a value with one of another kind, or a line with another.
  (bytes, chance) => {
    const text = bytes.toString('latin1')
    const ends = [...text.matchAll(/[":,\n]/g)].map(({ index }) => index)
    if (ends.length < 2) return Buffer.from(bytes)
    const from = chance.integer(ends.length - 1)
    const span = [(ends[from] as number) + 1, ends[from + 1] as number] as const
    return replaced(bytes, span, Buffer.from(chance.pick(ODD)))
  },
]

const OTHER_VALUES: readonly unknown[] = [
  null,
  0,
  -1,
  1e308,
  true,
  '',
  '\0',
  '\ud800',
  'constructor',
  '__proto__',
  '919876543210',
  'a'.repeat(5000),
  [],
  {},
  [[[null]]],
  { id: {} },
]

/** Misshapen JSON: one to four of its values are changed, removed or moved. */
export function misshapen(right: object, chance: Chance): Buffer {
  const root = { value: structuredClone(right) as unknown }
  for (let times = 1 + chance.integer(4); times > 0; times--) {
    const places = placesIn(root)
    if (places.length === 0) break
    const { holder, key } = chance.pick(places)
    const other = chance.pick(places)
    const taken = structuredClone(other.holder[other.key])
    const what = chance.integer(4)
    if (what === 0) delete holder[key]
    else holder[key] = what === 1 ? taken : structuredClone(chance.pick(OTHER_VALUES))
  }
  return Buffer.from(JSON.stringify(root.value) ?? 'null')
}

type Holder = Record<string, unknown>

function placesIn(holder: object): { holder: Holder; key: string }[] {
  return Object.entries(holder).flatMap(([key, value]) => [
    { holder: holder as Holder, key },
    ...(typeof value === 'object' && value !== null ? placesIn(value) : []),
  ])
}
