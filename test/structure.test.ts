// The rules of the architecture. Each states its reason, and a failure lists the lines that break it.

import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { domainOrder } from '#program/domains.ts'
import * as rules from './structure/rules.ts'
import {
  domainOf,
  fileName,
  holds,
  places,
  readSources,
  root,
  type Source,
  targetOf,
  widthsOf,
} from './structure/sources.ts'

const LINES_MAX = 300
const COLUMNS_MAX = 120

const server = readSources('server/**/*.ts')
const product = server.filter(({ isTest }) => !isTest)
const sdk = readSources('sdk/*.ts', 'sdk/{generate,test}/**/*.ts', 'sdk/src/*.ts')
const everything = [...server, ...sdk, ...readSources('test/**/*.ts', 'bench/**/*.ts', 'bin/*.mjs')]
const order = domainOrder

const isRules = (path: string) => /(^|-)rules$/.test(fileName(path))

test('every folder of server/ is a domain with a place in the order, or part of the frame', () => {
  const foldersOf = (folder: string) =>
    readdirSync(`${root}server/${folder}`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder}${name}`)
  const isArea = (name: string) => order.some((domain) => domain.startsWith(`${name}/`))
  const folders = foldersOf('').flatMap((name) => (isArea(name) ? foldersOf(`${name}/`) : [name]))
  holds(
    'A folder outside the order of server/program/domains.ts escapes the rule of dependency: put it where it belongs.',
    folders.filter((name) => !order.includes(name) && !rules.frame.includes(name)),
  )
})

test('a domain imports only from the kit, from what the edge offers to domains, and from domains above it', () => {
  const violations = product.flatMap(({ path, imports }) => {
    const domain = domainOf(path)
    if (!order.includes(domain)) return []
    return imports.flatMap((name) => {
      if (name.startsWith('.'))
        return escapes(path, name) ? [`${path} imports ${name}: leave a domain by its #name`] : []
      const target = targetOf(name)
      if (target === undefined || target === 'kit' || target === domain) return []
      if (
        rules.edgeForDomains.includes(name) ||
        /^#worker\/(job|held-lease|per-organization|retention)\.ts$/.test(name)
      )
        return []
      return order.includes(target) && order.indexOf(target) < order.indexOf(domain) ? [] : [`${path} imports ${name}`]
    })
  })
  holds(
    'What depends on everything cannot be understood or changed alone. Upwards goes only by an event or a hook (server/program/hooks.ts).',
    violations,
  )
})

function escapes(path: string, relative: string): boolean {
  return domainOf(new URL(relative, `file:///${path}`).pathname.slice(1)) !== domainOf(path)
}

test('the kit knows no domain, and the edge and the worker none but who may do what', () => {
  const allowed: Record<string, string[]> = {
    // The table of channels is data that imports nothing.
    kit: ['kit', 'channels'],
    worker: ['kit', 'worker'],
    edge: ['kit', 'edge', 'people/access'],
  }
  // The contract is generated from the routes of all domains, by a command.
  const isExempt = ({ path }: Source) => path === 'server/edge/openapi-file.ts'
  const violations = product
    .filter((source) => domainOf(source.path) in allowed && !isExempt(source))
    .flatMap(({ path, imports }) =>
      imports
        .filter((name) => {
          const target = name.startsWith('.')
            ? domainOf(new URL(name, `file:///${path}`).pathname.slice(1))
            : targetOf(name)
          return target !== undefined && !allowed[domainOf(path)]?.includes(target)
        })
        .map((name) => `${path} imports ${name}`),
    )
  holds('What every domain stands on must not stand on one of them.', violations)
})

test('spec 20.10: the SDK takes nothing but its own files, the server nothing of the SDK, and it nothing of the server', () => {
  const isOwn = (name: string) => /^\.{1,2}\//.test(name)
  const made = sdk.filter(({ path }) => !path.startsWith('sdk/test/'))
  const leaves = ({ path }: Source, name: string) =>
    isOwn(name) && !new URL(name, `file:///${path}`).pathname.startsWith('/sdk/')
  holds('It speaks to the server over HTTP alone: whoever installs it has neither the server nor a dependency.', [
    ...made.flatMap((source) =>
      source.imports
        // The generator also writes imports, as texts.
        .filter((name) => /^[\w@#./:-]+$/.test(name))
        .filter((name) => leaves(source, name) || name.startsWith('#') || (!isOwn(name) && !name.startsWith('node:')))
        .map((name) => `${source.path} imports ${name}`),
    ),
    ...made
      .filter(({ path }) => path.startsWith('sdk/src/'))
      .flatMap(({ path, imports }) => imports.filter((name) => !isOwn(name)).map((name) => `${path} imports ${name}`)),
    ...server.flatMap(({ path, imports }) =>
      imports.filter((name) => /(^|\/)sdk\/|@samvad\/sdk/.test(name)).map((name) => `${path} imports ${name}`),
    ),
  ])
})

test('every kind of work has the same file name in all domains', () => {
  holds(
    'Who knows the noun finds the folder; who knows the kind of work finds the file.',
    product
      .filter(({ path }) => order.includes(domainOf(path)))
      .flatMap(({ path }) => {
        const word = fileName(path).split('-').at(-1) as string
        const ours = rules.otherWords[word]
        return ours === undefined ? [] : [`${path}: here it is called ${ours}.ts, or THING-${ours}.ts`]
      }),
  )
})

test('no file gathers what has no place', () => {
  const named = everything.filter(
    ({ path }) =>
      rules.emptyNames.includes(fileName(path).replace(/\.\w+$/, '')) &&
      !path.endsWith('/providers/index.ts') &&
      path !== 'sdk/src/index.ts',
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

test(`no line is wider than ${COLUMNS_MAX} columns`, () => {
  const wide = everything
    .filter(({ path }) => path.endsWith('.ts'))
    .flatMap((source) =>
      widthsOf(source).flatMap((width, index) =>
        width > COLUMNS_MAX ? [`${source.path}:${index + 1} is ${width} wide`] : [],
      ),
    )
  holds(
    'Two files beside each other, or a review on a small screen, cut it off. A text for people is kept whole, so that a search finds it.',
    wide,
  )
})

test('nobody but channels/ asks which channel it is, and nobody but the providers which gateway', () => {
  const outside = (folder: RegExp) => product.filter(({ path }) => !folder.test(path))
  // `email` is also a type of form field.
  holds('A channel or a gateway is a row in a table of adapters: a new one must not need a search for every `if`.', [
    ...places(
      outside(/^server\/(messaging\/channels|forms\/(definitions|pages))\//),
      /\bchannel(Name)?\s*[!=]==(?!\s*(?:undefined|null))|[!=]==\s*'(email|app|sms)'|\bcase '(email|app|sms)'/,
      'uncommented',
    ),
    ...places(
      outside(/^server\/money\/gateways\/providers\//),
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

test('isolation level and access mode are part of the begin of a transaction', () => {
  holds(
    'PostgreSQL refuses them after the first query, which the pool may have sent: say them to transaction().',
    places(
      everything.filter(({ path }) => path !== 'test/structure.test.ts'),
      /\bset\s+(local\s+)?transaction\s+(isolation|read|not)|\bset(_config\(|\s)[^=]*\btransaction_(isolation|read)/i,
      'uncommented',
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
