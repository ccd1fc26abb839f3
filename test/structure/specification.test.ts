// docs/specification.md and the code that implements it: cited rules exist, and existing rules are tested.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { holds, readSources, root, type Source } from './sources.ts'

/** Rules that no test cites, with the reason. A new one is a gap: write the test. */
const unproven: Record<string, string> = {}

const specification = readFileSync(`${root}docs/specification.md`, 'utf8')
const chapters = [...specification.matchAll(/^## (\d+)\. /gm)].map(([, number]) => number as string)
const rules = [...specification.matchAll(/^- \*\*(\d+\.\d+)\*\*( \(to come\))?/gm)].map(([, number, toCome]) => ({
  number: number as string,
  isToCome: toCome !== undefined,
}))

/** Name and options of a story that `npm test` skips. */
const LONG_STORY = /\btest\(\s*(['"`])(?:(?!\1).)*\1,\s*\{[^}]*\bonlyLong\b/g

const sources = readSources('server/**/*.ts', 'test/**/*.{ts,mjs}', 'sdk/{src,test}/*.ts', 'db/**/*.sql').filter(
  ({ path }) => path !== 'test/structure/specification.test.ts',
)
/** What `npm test` runs: a citation in a test for the long run alone proves nothing before a release. */
const tests = sources
  .filter(({ path }) => path.endsWith('.test.ts') && !path.startsWith('test/long/'))
  .map((source) => ({ ...source, text: source.text.replaceAll(LONG_STORY, '') }))

/** `spec 5.4`, several as `spec 5.4, 5.7`, a chapter as `spec 5`. */
function citedIn({ text }: Source): string[] {
  return [...text.matchAll(/\bspec (\d+(?:\.\d+)?(?:, \d+\.\d+)*)/g)].flatMap(([, list]) =>
    (list as string).split(', '),
  )
}

test('the rules of the specification are numbered once, in order, within their chapter', () => {
  assert.ok(rules.length > 200)
  assert.deepEqual(
    chapters,
    chapters.map((_, index) => String(index + 1)),
  )
  const placed = rules.map(({ number }) => number.split('.').map(Number) as [number, number])
  const sorted = placed.toSorted((left, right) => left[0] - right[0] || left[1] - right[1])
  assert.deepEqual(placed, sorted)
  assert.equal(new Set(rules.map(({ number }) => number)).size, rules.length)
  let chapter = 0
  for (const [line] of specification.matchAll(/^## \d+|^- \*\*\d+\.\d+/gm)) {
    if (line.startsWith('## ')) chapter = Number(line.slice(3))
    else assert.ok(line.startsWith(`- **${chapter}.`), `${line} stands in chapter ${chapter}`)
  }
})

test('every citation names a rule or a chapter of the specification', () => {
  const known = new Set([...chapters, ...rules.map(({ number }) => number)])
  assert.ok(sources.flatMap(citedIn).length > 500)
  holds(
    'A citation that leads nowhere proves nothing: cite the rule by its number, as in spec 5.4.',
    sources.flatMap((source) =>
      citedIn(source)
        .filter((number) => !known.has(number))
        .map((number) => `${source.path} cites spec ${number}`),
    ),
  )
})

test('the specification is cited in one form', () => {
  const lawsAndStandards = /\b(?:RFC \d+|Act(?:, \d+,)?) §[\d.]+(?: and §[\d.]+)*/g
  const otherForms = /§ ?(?:\d|[a-z]{3,})|\b(?:service|decisions|quality|providers)\.md\b|\bspec\.? ?§/
  holds(
    'Whoever looks for what meets a rule searches for its number: write spec 5.4.',
    sources.flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          otherForms.test(line.replaceAll(lawsAndStandards, '')) ? [`${path}:${index + 1} ${line.trim()}`] : [],
        ),
    ),
  )
})

test('every rule that is built is cited by a test, and none that is to come', () => {
  const cited = new Set(tests.flatMap(citedIn))
  holds(
    'A rule without a test is a wish.',
    rules
      .filter(({ number, isToCome }) => !isToCome && !cited.has(number) && !(number in unproven))
      .map(({ number }) => number),
  )
  holds(
    'It is built now: take "(to come)" out of docs/specification.md.',
    rules.filter(({ number, isToCome }) => isToCome && cited.has(number)).map(({ number }) => number),
  )
  holds(
    'It has a test now, or is no rule any more: take it out of the list above.',
    Object.keys(unproven).filter((number) => cited.has(number) || !rules.some((rule) => rule.number === number)),
  )
})
