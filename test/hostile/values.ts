// Values that a program may not expect: for every type one that is almost valid, and many that are not.

import type { Judge, Shape } from '../contract.ts'
import type { Chance } from '../kills/chance.ts'

/** Fields that contain addresses: the tests use no name server and no other machine. */
const ON_THIS_MACHINE: Record<string, string> = {
  host: '127.0.0.1',
  base_url: 'http://127.0.0.1:9',
  url: 'http://127.0.0.1:9/',
  avatar_url: 'https://127.0.0.1/a.png',
}

export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\t\n',
  'x',
  '0',
  '-0',
  '-1',
  '1e308',
  '9'.repeat(400),
  '0x7fffffff',
  'NaN',
  'null',
  'true',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u2066',
  '💥'.repeat(40),
  '👩‍👩‍👧‍👦',
  'آشا',
  'आशा',
  `${'a'.repeat(64)}@${'b'.repeat(250)}.example`,
  "' or 1=1; drop table wallets; --",
  '$1',
  '%s%n%d',
  '../../../../etc/passwd',
  '=cmd|x',
  'a\r\nBcc: b@c.example',
  '<script>alert(1)</script>',
  '{{7*7}}${7*7}',
  '(a+)+$',
  'a'.repeat(10_000),
  ' '.repeat(10_000),
  '[['.repeat(2000),
  '2026-02-30',
  '2026-01-31T09:30:00 05:30',
  '+275760-09-13T00:00:00Z',
  '0.0000001',
  '000000000000.01',
  '999999999999.999999',
  '1,000.00',
  '١٠٠',
]

const HOSTILE_NUMBERS: readonly unknown[] = [
  0,
  -0,
  -1,
  1.5,
  1e15,
  2 ** 31,
  2 ** 53,
  1e300,
  -1e300,
  1767225600123,
  Number.MIN_VALUE,
]

/** From this depth only required fields, because some schemas contain themselves. */
const DEPTH_MAX = 6

export interface Maker {
  /** A value that matches the schema, as far as the schema shows. */
  plausible(shape: Shape, name?: string): unknown
  /** Any other value. */
  hostile(): unknown
}

export function createMaker(judge: Judge, chance: Chance, idOf: (prefix: string) => string): Maker {
  function plausible(given: Shape, name = '', depth = 0): unknown {
    const shape = judge.resolve(given)
    if (name in ON_THIS_MACHINE) return ON_THIS_MACHINE[name]
    if (shape.enum) return chance.pick(shape.enum)
    if (shape.anyOf) return plausible(chance.pick(shape.anyOf), name, depth)
    const prefix = /^\^([a-z]+)_\[/.exec(shape.pattern ?? '')?.[1]
    if (prefix) return idOf(prefix)
    if (shape.examples && chance.integer(3) > 0) return chance.pick(shape.examples)
    switch (chance.pick(([] as (string | undefined)[]).concat(shape.type))) {
      case 'object':
        return objectOf(shape, depth + 1)
      case 'array':
        return Array.from({ length: (shape.minItems ?? 0) + (depth < DEPTH_MAX ? chance.integer(3) : 0) }, () =>
          plausible(shape.items ?? {}, '', depth + 1),
        )
      case 'integer':
      case 'number':
        return chance.pick([0, 1, 2, 10, 1767225600])
      case 'boolean':
        return chance.integer(2) === 1
      case 'null':
        return null
      default:
        return chance.pick(['Asha', 'asha@company.example', '100.00', '+919812345678', 'हिन्दी', '29'])
    }
  }

  function objectOf({ properties = {}, required = [] }: Shape, depth: number): Record<string, unknown> {
    const isMore = () => depth < DEPTH_MAX && chance.integer(3) === 0
    const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || isMore())
    return Object.fromEntries(chosen.map(([name, one]) => [name, plausible(one, name, depth)]))
  }

  function hostile(): unknown {
    switch (chance.integer(8)) {
      case 0:
        return chance.pick(HOSTILE_NUMBERS)
      case 1:
        return chance.pick([null, true, false, [], {}, [[]], [null], [{}]])
      case 2:
        return nested(1 + chance.integer(60))
      case 3:
        return Object.fromEntries(Array.from({ length: chance.integer(200) }, (_, index) => [`k${index}`, index]))
      case 4:
        return Array.from({ length: chance.integer(2000) }, () => 0)
      case 5:
        return JSON.parse('{"__proto__":{"isOperator":true},"constructor":{"prototype":{}}}')
      default:
        return chance.pick(HOSTILE_TEXTS)
    }
  }

  function nested(depth: number): unknown {
    return depth === 0 ? 1 : chance.integer(2) === 0 ? [nested(depth - 1)] : { a: nested(depth - 1) }
  }

  return { plausible, hostile }
}
