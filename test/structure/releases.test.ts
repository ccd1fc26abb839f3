// spec 17.5: a database of every release can be upgraded to the next, because released migrations never change.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { flattened, migrationsOfBefore } from '#kit/database/before-releases.ts'
import { migrationTexts } from '#kit/database/migration-texts.ts'
import { faultsOf } from './releases.ts'
import { holds, root } from './sources.ts'

const textOf = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const migrations = await migrationTexts(`${root}db/migrations`)

test('spec 17.5: migrations of a release are as it had them, and CHANGELOG.md knows the release', () => {
  holds(
    'Databases out there were made with what was released.',
    faultsOf({
      changelog: textOf('CHANGELOG.md'),
      released: textOf('db/released-migrations.txt'),
      version: JSON.parse(textOf('package.json')).version,
      migrations,
    }),
  )
})

test('spec 17.5: a changed, lost, inserted or unnamed migration is found', () => {
  const released = '# Of 1.2.0\n1.2.0 0001_kit aa\n1.2.0 0003_money cc\n'
  const changelog = '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-11-22\n\nMore.\n'
  const unreleased = changelog.replace('[Unreleased]\n', '[Unreleased]\n\n- Something.\n')
  const faults = (names: Record<string, string>, more: object = {}) =>
    faultsOf({ changelog, released, version: '1.2.0', migrations: new Map(Object.entries(names)), ...more }).join('\n')
  const kept = { '0001_kit': 'aa', '0003_money': 'cc' }
  assert.equal(faults(kept), '')
  assert.equal(faults({ ...kept, '0004_more': 'dd' }, { changelog: unreleased }), '')
  assert.match(faults({ ...kept, '0001_kit': 'ab' }), /^0001_kit has another text: .* since 1\.2\.0/)
  assert.match(faults({ '0001_kit': 'aa' }), /^0003_money is gone/)
  assert.match(
    faults({ ...kept, '0002_people': 'bb' }, { changelog: unreleased }),
    /^0002_people comes before 0003_money/,
  )
  assert.match(faults({ ...kept, '0004_more': 'dd' }), /nothing is unreleased.*txt:\n1\.2\.0 0004_more dd$/s)
  assert.match(faults(kept, { version: '1.3.0' }), /^package\.json says 1\.3\.0/)
  assert.match(
    faults(kept, { released: `${released}1.1.0 0004_more dd\n` }),
    /no version 1\.1\.0, which brought 0004_more/,
  )
})

test('what the migrations of before were flattened to is there, and under names that they did not have', () => {
  assert.deepEqual(
    flattened.map((name) => migrations.has(name)),
    flattened.map(() => true),
  )
  assert.deepEqual(
    [...migrations.keys()].filter((name) => name in migrationsOfBefore),
    [],
  )
})
