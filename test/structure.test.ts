// The rules of the architecture. Each says why it is one, and which lines break it.

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { platformTables } from '#doctor/tenant-queries.ts'
import { domainOrder } from '../server/domains.ts'
import * as rules from './structure/rules.ts'
import { domainOf, holds, migrations, readSources, root, type Source, statementsOf } from './structure/sources.ts'

const LINES_MAX = 300

const server = readSources('server/**/*.ts')
const product = server.filter(({ isTest }) => !isTest)
const everything = [...server, ...readSources('test/**/*.ts', 'bench/**/*.ts', 'bin/*.mjs')]
const order: readonly string[] = domainOrder

/** The places in the code where a pattern stands, as PATH:LINE TEXT. */
function places(sources: Source[], pattern: RegExp, of: 'code' | 'uncommented' = 'code'): string[] {
  return sources.flatMap((source) =>
    source[of]
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${source.path}:${index + 1} ${line.trim()}`] : [])),
  )
}

const fileName = (path: string) => (path.split('/').at(-1) as string).replace(/\.ts$/, '')
const isQueries = (path: string) => /(^|-)queries$/.test(fileName(path))
const isRules = (path: string) => /(^|-)rules$/.test(fileName(path))

test('every folder of server/ is a domain with a place in the order, or part of the frame', () => {
  const folders = readdirSync(`${root}server`, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  holds(
    'A folder outside the order of server/domains.ts escapes the rule of dependency: put it where it belongs in domainOrder.',
    folders.map(({ name }) => name).filter((name) => !order.includes(name) && !rules.frame.includes(name)),
  )
})

test('a domain imports only from the kit, from what the edge offers to domains, and from domains above it', () => {
  const violations = product.flatMap(({ path, imports }) => {
    const domain = domainOf(path)
    if (!order.includes(domain)) return []
    return imports.flatMap((name) => {
      if (name.startsWith('.'))
        return escapes(path, name) ? [`${path} imports ${name}: leave a domain by its #name`] : []
      const target = /^#([^/]+)\//.exec(name)?.[1]
      if (target === undefined || target === 'kit' || target === domain) return []
      if (rules.edgeForDomains.includes(name) || /^#worker\/(job|per-organization|retention)\.ts$/.test(name)) return []
      return order.includes(target) && order.indexOf(target) < order.indexOf(domain) ? [] : [`${path} imports ${name}`]
    })
  })
  holds(
    'What depends on everything cannot be understood or changed alone. Upwards goes only by an event or a hook (server/hooks.ts).',
    violations,
  )
})

function escapes(path: string, relative: string): boolean {
  return domainOf(new URL(relative, `file:///${path}`).pathname.slice(1)) !== domainOf(path)
}

test('the kit knows no domain, and the edge and the worker none but who may do what', () => {
  const allowed: Record<string, string[]> = { kit: ['kit'], worker: ['kit', 'worker'], edge: ['kit', 'edge', 'access'] }
  // The contract is made of the routes of all domains, on the command line.
  const isExempt = ({ path }: Source) => path === 'server/edge/openapi-file.ts'
  const violations = product
    .filter((source) => domainOf(source.path) in allowed && !isExempt(source))
    .flatMap(({ path, imports }) =>
      imports
        .filter((name) => {
          const target = name.startsWith('.')
            ? domainOf(new URL(name, `file:///${path}`).pathname.slice(1))
            : /^#([^/]+)\//.exec(name)?.[1]
          return target !== undefined && !allowed[domainOf(path)]?.includes(target)
        })
        .map((name) => `${path} imports ${name}`),
    )
  holds('What every domain stands on must not stand on one of them.', violations)
})

test('SQL stands in the queries files', () => {
  const mayHold = ({ path }: Source) =>
    isQueries(path) || ['kit', 'edge'].includes(domainOf(path)) || path in rules.sqlElsewhere
  const others = product.filter((source) => !mayHold(source))
  holds('Who looks for what touches a table finds it in one file of its domain.', [
    ...places(others, /\bsql`/),
    ...places(others, /['"`]\s*(select|insert into|update \w+ set|delete from)\s/i, 'uncommented'),
  ])
})

test('a table is written by one domain', () => {
  const violations = product.flatMap((source) =>
    statementsOf(source).flatMap((text) => {
      const written = [...text.matchAll(/\b(?:insert into|update|delete from) ([a-z_]+)\b/gi)].map(
        ([, table]) => table as string,
      )
      return written
        .filter((table) => table in rules.ownerOf && rules.ownerOf[table] !== domainOf(source.path))
        .map(
          (table) => `${source.path} writes ${table}, which belongs to ${rules.ownerOf[table]}: ${text.slice(0, 80)}`,
        )
    }),
  )
  holds('A table with two writers has rules that neither knows. Call the action or the query of its owner.', violations)
})

test('every table has an owner', () => {
  const tables = migrations().flatMap((text) =>
    [...text.matchAll(/^create table (\w+)/gm)].map(([, name]) => name as string),
  )
  assert.ok(tables.length > 20)
  holds(
    'Say in test/structure/rules.ts who writes it.',
    tables.filter((table) => !(table in rules.ownerOf)),
  )
  holds(
    'There is no such table any more.',
    Object.keys(rules.ownerOf).filter((table) => !tables.includes(table)),
  )
})

test("every statement on an organization's table names the organization", () => {
  const platform: readonly string[] = platformTables
  const tenant = Object.keys(rules.ownerOf).filter((table) => !platform.includes(table))
  const touches = new RegExp(`\\b(?:from|join|into|update|using) (?:${tenant.join('|')})\\b`, 'i')
  const violations = product.flatMap((source) =>
    statementsOf(source)
      .filter(
        (text) => /^(select|insert|update|delete|with)\b/i.test(text) && touches.test(text) && !/\borg_id\b/.test(text),
      )
      .map((text) => `${source.path}: ${text.slice(0, 120)}`),
  )
  holds("A statement that forgets org_id shows one customer another's data.", violations)
})

test('files of a domain have the names that all domains use, or that of an idea', () => {
  const violations = product
    .filter(({ path }) => order.includes(domainOf(path)))
    .filter(({ path }) => {
      const inside = path.replace(/^server\/[^/]+\//, '').replace(/\.ts$/, '')
      const named = rules.ideas[domainOf(path)] ?? []
      const folder = inside.includes('/') ? `${inside.split('/')[0]}/*` : null
      return !(rules.commonFiles.includes(inside) || named.includes(folder ?? inside))
    })
    .map(({ path }) => path)
  holds(
    'Who knows the noun finds the folder; who knows the kind of work finds the file. A new idea is named in test/structure/rules.ts.',
    violations,
  )
})

test('no file gathers what has no place', () => {
  const named = everything.filter(
    ({ path }) =>
      rules.emptyNames.includes(fileName(path).replace(/\.\w+$/, '')) && !path.endsWith('/providers/index.ts'),
  )
  const barrels = product.filter(
    ({ code }) => /^export (\*|\{[^}]*\}) from/m.test(code) && !/\b(function|const|class)\b/.test(code),
  )
  holds(
    'A name that says nothing takes everything in; a barrel hides where a thing is. Name the file after its idea, import from where it is.',
    [...named, ...barrels].map(({ path }) => path),
  )
})

test(`no file has more than ${LINES_MAX} lines`, () => {
  holds(
    'A longer file hides a second noun: find it and give it a file.',
    everything.filter(({ lines }) => lines > LINES_MAX).map(({ path, lines }) => `${path} has ${lines}`),
  )
})

test('nobody but channels/ asks which channel it is, and nobody but the providers which gateway', () => {
  const outside = (folder: RegExp) => product.filter(({ path }) => !folder.test(path))
  holds('A channel or a gateway is a row in a table of adapters: a new one must not need a search for every `if`.', [
    ...places(
      outside(/^server\/channels\//),
      /\bchannel(Name)?\s*[!=]==(?!\s*(?:undefined|null))|[!=]==\s*'(email|app|sms)'|\bcase '(email|app|sms)'/,
      'uncommented',
    ),
    ...places(
      outside(/^server\/gateways\/providers\//),
      /\bgateway(Name)?\s*[!=]==(?!\s*(?:undefined|null))|[!=]==\s*'razorpay'|\bcase 'razorpay'/,
      'uncommented',
    ),
  ])
})

test('rules are pure: they take the time as an argument, and wait for nothing', () => {
  holds(
    'A decision that looks at the clock, at chance or at the world cannot be tested or repeated.',
    places(
      product.filter(({ path }) => isRules(path)),
      /\bDate\.now\(|\bnew Date\(\s*\)|\bMath\.random\(|\bperformance\.now\(|\bawait\b|\basync\b|\bsetTimeout\b|\bfetch\(/,
    ),
  )
})

test('domains take the time from the actor or the clock of the app', () => {
  holds(
    'A test that sets the clock must set all of it. Time that is only measured comes from performance.now().',
    places(
      product.filter(({ path }) => order.includes(domainOf(path)) || domainOf(path) === 'edge'),
      /\bDate\.now\(|\bnew Date\(\s*\)/,
    ),
  )
})

test('the source is erasable TypeScript without any', () => {
  holds(
    'Node runs the source by erasing types: an enum or a namespace would need a compiler.',
    places(everything, /^\s*(export\s+)?(declare\s+)?(const\s+)?(enum|namespace)\s+\w+\s*\{/),
  )
  holds(
    'any switches the checks off for everything that it touches: say unknown, and look.',
    places(product, /(?:[:<|&,(]|\bas|=>|\bextends)\s*any\b(?!\s*[(:=])/),
  )
})
