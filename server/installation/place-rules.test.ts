// When an installation's identity differs: the table of docs/decisions/fence.md.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asStarted, identityOf, type Place, whyElsewhere } from './place-rules.ts'

const file = { inode: '131', born: '1760000000123456789' }
const embedded: Place = { name: null, system: '7561', database: '16384', table: '16390', file }
const external: Place = { ...embedded, file: null }

const cases: [what: string, known: Place, here: Place, isElsewhere: boolean][] = [
  ['a restart, an upgrade, a reboot', embedded, { ...embedded }, false],
  ['several programs, each with a folder of its own, on one database', external, { ...external }, false],
  ['the folder was copied', embedded, { ...embedded, file: { inode: '977', born: file.born } }, true],
  ['the copy got the same inode on another disk', embedded, { ...embedded, file: { ...file, born: '1770' } }, true],
  ['the kernel begins to tell the birth of files', { ...embedded, file: { ...file, born: null } }, embedded, false],
  ['the dump was restored into the same PostgreSQL', external, { ...external, database: '24576' }, true],
  ['the dump was restored into the same database', external, { ...external, table: '24601' }, true],
  ['the dump was restored into another PostgreSQL', external, { ...external, system: '7999' }, true],
  ['the system may not be asked for any more', external, { ...external, system: null }, false],
  ['the system may be asked for by now', { ...external, system: null }, external, false],
  ['its own PostgreSQL was taken for another one', embedded, external, true],
  ['a physical copy, with another name of its place', external, { ...external, name: 'staging' }, true],
  ['the name of its place was taken away', { ...external, name: 'production' }, external, true],
]

for (const [what, known, here, isElsewhere] of cases) {
  test(`spec 17.16: ${isElsewhere ? 'elsewhere' : 'at home'}: ${what}`, () => {
    assert.equal(whyElsewhere(known, here) !== null, isElsewhere)
  })
}

test('spec 17.16: where a file system does not keep when a file was made, that says nothing', () => {
  assert.deepEqual(identityOf({ ino: 7n, birthtimeNs: 5n, ctimeNs: 9n }), { inode: '7', born: '5' })
  assert.deepEqual(identityOf({ ino: 7n, birthtimeNs: 9n, ctimeNs: 9n }), { inode: '7', born: null })
  assert.deepEqual(identityOf({ ino: 7n, birthtimeNs: 0n, ctimeNs: 9n }), { inode: '7', born: null })
})

test('spec 17.17: a command that was not given the name of the place takes the one of the last start here, and of no other', () => {
  const started = { ...embedded, name: 'production' }
  assert.deepEqual(asStarted(embedded, started), started)
  assert.deepEqual(asStarted({ ...embedded, name: 'staging' }, started), { ...embedded, name: 'staging' })
  assert.deepEqual(asStarted({ ...embedded, database: '24576' }, started), { ...embedded, database: '24576' })
  assert.deepEqual(asStarted(embedded, null), embedded)
})
