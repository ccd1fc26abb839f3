// Collects every statement of the product without running the product. Each function of a queries module is called with
// placeholders as arguments, and again with each of them omitted, null, false, true and its possible words, so that
// every variant of the text is built. The values are not used; PostgreSQL plans a text without them.

import { globSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'

const server = fileURLToPath(new URL('../server/', import.meta.url))
const UUID = '01a219b5-78d9-7620-8234-63de672fa6c2'
const CALLS_MAX = 60
const DEPTH_MAX = 4
const ARGUMENTS = 6
const VARIANTS = [undefined, null, false, true]
/** Words that select a variant of the text, by the name of the argument. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  channel: ['email', 'sms', 'app'],
  field: ['email', 'phone_number', 'app_id'],
  kind: ['message', 'contact', 'group', 'deduction', 'recharge', 'refund', 'credit', 'invoice', 'usage', 'credit_note'],
  status: ['pending', 'completed', 'failed', 'issued', 'part_credited', 'credited'],
  with: ['contact', 'group'],
  invitations: ['own', 'all', 'none'],
  sort: ['last_active'],
  type: [
    'templates',
    'lists',
    'segments',
    'campaigns',
    'forms',
    'members',
    'webhook_endpoints',
    'invoices',
    'transactions',
  ],
  held: ['wait', 'pass over'],
}

export interface NamedStatement {
  text: string
  /** Such as `contacts/bulk-queries.ts holdKnown`, after the function that built it first. */
  name: string
}

const Fragment = sql`select`.constructor as unknown as new () => Statement
/** A query that a function embeds. */
const NO_PLACES = sql`select null::int4 as place where false`
const isStatement = (value: unknown): value is Statement => value instanceof Fragment

/** Modules with SQL whose names do not say so. */
const FURTHER = ['edge/idempotency.ts', 'kit/groups.ts', 'kit/work.ts', 'kit/deletions.ts']

export async function everyStatement(): Promise<NamedStatement[]> {
  const files = [...globSync('**/*queries.ts', { cwd: server }).sort(), ...FURTHER]
  const found = new Map<string, string>()
  for (const file of files) {
    const module: Record<string, unknown> = await import(pathToFileURL(`${server}${file}`).href)
    for (const [name, exported] of Object.entries(module))
      for (const { text } of statementsOf(exported))
        if (/^\s*(select|with|insert|update|delete)\b/i.test(text) && !found.has(text))
          found.set(text, `${file} ${name}`)
  }
  return [...found].map(([text, name]) => ({ text, name }))
}

function statementsOf(exported: unknown): Statement[] {
  if (isStatement(exported)) return [exported]
  if (typeof exported !== 'function' || /^(class|async)\b/.test(String(exported))) return []
  const found: Statement[] = []
  const calls: Placeholders[] = [new Placeholders()]
  for (const call of calls.values()) {
    const result = resultOf(exported, call)
    // An undefined value stands in place of a fragment: not a statement of the product.
    if (isStatement(result) && !result.values.includes(undefined)) found.push(result)
    if (call.replaced !== null) continue
    const paths = [...call.read].flatMap((path) =>
      [...VARIANTS, ...(WORDS[lastOf(path)] ?? [])].map((value) => ({ path, value })),
    )
    calls.push(...paths.slice(0, CALLS_MAX).map((one) => new Placeholders(one)))
  }
  return found
}

function resultOf(call: Function, placeholders: Placeholders): unknown {
  try {
    return call(...parametersOf(call).map((name) => placeholders.at(name)))
  } catch {
    // The function refuses this value.
    return null
  }
}

/** Parameter names of a function; for a destructured parameter, its position. */
function parametersOf(call: Function): string[] {
  const list = /^[^(]*\(([^()]*)\)/.exec(String(call))?.[1] ?? ''
  const names = list.replaceAll(/\{[^{}]*\}/g, '_').split(',')
  return Array.from({ length: ARGUMENTS }, (_, n) => /^\s*([a-z]\w*)/i.exec(names[n] ?? '')?.[1] ?? `_${n}`)
}

const lastOf = (path: string) => path.slice(path.lastIndexOf('.') + 1)

/** The arguments of one call, created on access. */
class Placeholders {
  readonly read = new Set<string>()

  readonly replaced: { path: string; value: unknown } | null

  constructor(replaced: { path: string; value: unknown } | null = null) {
    this.replaced = replaced
  }

  /** A value suitable for every use that a function makes of an argument. */
  at(path: string): any {
    if (lastOf(path) === 'furtherCondition') return nothing
    this.read.add(path)
    if (lastOf(path) === 'also') return this.replaced?.path === path ? null : NO_PLACES
    if (this.replaced?.path === path) return this.replaced.value
    const name = lastOf(path)
    if (/^(at|before|from|to|since|until|now|month|day)$|At$/.test(name)) return new Date(0)
    if (/limit|max|count|most|rows|size|number|ms$|tier|attempts/i.test(name)) return 10
    if (WORDS[name]) return WORDS[name][0]
    if (path.split('.').length > DEPTH_MAX) return UUID
    const element = () => this.at(`${path}.0`)
    return new Proxy(() => {}, {
      get: (_, key) => {
        if (key === Symbol.toPrimitive) return (hint: string) => (hint === 'number' ? 1 : UUID)
        if (key === Symbol.iterator) return () => [element()].values()
        if (typeof key === 'symbol' || key === 'then') return undefined
        if (key === 'length') return 1
        if (key === 'getTime') return () => 0
        if (key === 'toISOString') return () => new Date(0).toISOString()
        if (key === 'toJSON') return () => UUID
        const real = key in Array.prototype ? [element()] : key in String.prototype ? UUID : null
        if (real === null) return this.at(`${path}.${key}`)
        const value = (real as unknown as Record<string, unknown>)[key]
        return typeof value === 'function' ? value.bind(real) : value
      },
      apply: (_, __, [first]) => (isStatement(first) ? nothing : this.at(`${path}.called`)),
      has: () => true,
    })
  }
}
