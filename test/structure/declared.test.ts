// The program's declarations are complete: settings, routes, refusals, migrations.

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { PUBLIC_BODY_BYTES_MAX } from '#edge/bodies.ts'
import { declaredRoutes } from '#edge/openapi-file.ts'
import type { Route } from '#edge/route.ts'
import { statuses } from '#kit/refusals.ts'
import { settings } from '#kit/settings.ts'
import { permissions } from '#people/access/rules.ts'
import { publicRoutes } from './public-routes.ts'
import * as rules from './rules.ts'
import { holds, migrations, readSources, root } from './sources.ts'

test('spec 17.1: the README lists each setting with its default and its description', {
  skip: !existsSync(`${root}README.md`),
}, () => {
  const readme = readFileSync(`${root}README.md`, 'utf8')
  const rows = [...readme.matchAll(/^\|\s*`([A-Z][A-Z0-9_]+)`\s*\|\s*(?:`([^|]*)`)?\s*\|\s*([^|]*?)\s*\|$/gm)]
  const listed = rows.map(([, name, fallback = '', meaning]) => ({ name, default: fallback, meaning }))
  const existing = Object.values(settings).map(({ name, default: fallback, meaning }) => ({
    name,
    default: fallback,
    meaning,
  }))
  const byName = (one: { name?: string }, other: { name?: string }) => (one.name ?? '').localeCompare(other.name ?? '')
  assert.deepEqual(
    listed.toSorted(byName),
    existing.toSorted(byName),
    'The table of settings in README.md and the settings in server/kit differ.',
  )
})

test('spec 1.5: every route needs a permission that exists, apart from those that are public by intention', () => {
  const routes = declaredRoutes()
  assert.ok(routes.length > 10)
  const known: readonly string[] = permissions
  const named = (which: (route: Route) => boolean) =>
    routes
      .filter(which)
      .map(({ method, path }) => `${method} ${path}`)
      .toSorted()
  holds(
    'A permission that no role has makes a route that nobody may call.',
    named(({ permission }) => permission !== null && !known.includes(permission)),
  )
  assert.deepEqual(
    named(({ kind, permission }) => kind !== 'public' && permission === null),
    rules.routesOfEveryToken.toSorted(),
    'A route without a permission is open to every token: list it in test/structure/rules.ts if it should be.',
  )
  assert.deepEqual(
    named(({ kind }) => kind === 'public'),
    publicRoutes.toSorted(),
    'A public route is one that somebody decided to open: list it in test/structure/rules.ts.',
  )
})

test('spec 7.126: a public route that takes much looks first whom it is for', () => {
  const large = declaredRoutes().filter(
    (route) => route.kind === 'public' && (route.bodyBytesMax ?? 0) > PUBLIC_BODY_BYTES_MAX,
  )
  assert.ok(large.length >= 4)
  holds(
    'A stranger must not have it read: declare calleeOf.',
    large.flatMap((route) => (route.kind === 'public' && route.calleeOf ? [] : [`${route.method} ${route.path}`])),
  )
})

test('every refusal of the closed list is used', () => {
  const product = readSources('server/**/*.ts').filter(({ isTest }) => !isTest)
  const isUsed = (code: string) =>
    product.some(({ path, uncommented }) =>
      uncommented.includes(path === 'server/kit/refusals.ts' ? `Refusal('${code}'` : `'${code}'`),
    )
  holds(
    'A code that is documented and never answered misleads: use it or remove it.',
    Object.keys(statuses).filter((code) => !isUsed(code)),
  )
})

test('migrations are numbered without a gap, and go forward only', () => {
  const names = readdirSync(`${root}db/migrations`).sort()
  names.forEach((name, index) => {
    assert.match(name, /^\d{4}_[a-z_]+\.sql$/)
    assert.equal(Number(name.slice(0, 4)), index + 1, `${name} should be number ${index + 1}`)
  })
  holds(
    'What went forward with data in it does not come back: correct by another migration.',
    names.filter((_, index) => /^-- Down Migration/m.test(migrations()[index] as string)),
  )
})
