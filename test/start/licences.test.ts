// npm run check: which licences and packages dependencies may have.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { dependencyFaults, isAllowed } from '../../bin/licences.ts'

const lockFile = new URL('../../package-lock.json', import.meta.url)
const manifestFile = new URL('../../package.json', import.meta.url)
const read = (file: URL) => JSON.parse(readFileSync(file, 'utf8'))
const nothingInstalled = () => undefined
const manifest = read(manifestFile)
/** The current lock file with one entry changed. */
const faultsWith = (change: Record<string, unknown>, path = 'node_modules/fastify') => {
  const lock = read(lockFile)
  lock.packages[path] = { ...lock.packages[path], ...change }
  return dependencyFaults(manifest, lock, nothingInstalled)
}

test('the dependencies as they are locked have licences of the list, exact versions and hashes', () => {
  assert.deepEqual(dependencyFaults(manifest, read(lockFile), nothingInstalled), [])
})

test('the check names a dependency whose licence is not on the list, or that names none', () => {
  assert.match(faultsWith({ license: 'AGPL-3.0-only' }).join(), /^fastify@\S+: its licence, AGPL-3.0-only, is not on/)
  assert.match(faultsWith({ license: undefined }).join(), /^fastify@\S+: names no licence/)
  const installed = { version: read(lockFile).packages['node_modules/pg'].version, license: 'GPL-3.0-or-later' }
  const faults = dependencyFaults(manifest, read(lockFile), (path) =>
    path === 'node_modules/pg' ? installed : undefined,
  )
  assert.match(faults.join(), /^pg@\S+: its licence, GPL-3.0-or-later, is not on/)
})

test('the check names a lock file entry without the hash of what is downloaded, and a version that is a range', () => {
  assert.match(faultsWith({ integrity: undefined }).join(), /^package-lock.json: fastify@\S+ has no sha512 integrity$/)
  assert.match(faultsWith({ integrity: 'sha1-abc=' }).join(), /has no sha512 integrity$/)
  const ranged = { ...manifest, dependencies: { ...manifest.dependencies, fastify: '^5.0.0' } }
  assert.match(dependencyFaults(ranged, read(lockFile), nothingInstalled).join(), /^package.json: fastify is "\^5.0.0"/)
  assert.deepEqual(faultsWith({ link: true, integrity: undefined, license: undefined }), [], 'a folder of our own')
})

test('of a choice of licences one must be on the list, of several that hold together each', () => {
  for (const fine of [
    'MIT',
    '(MIT OR GPL-3.0-only)',
    'GPL-2.0-only OR (MIT AND ISC)',
    'Apache-2.0 WITH LLVM-exception',
  ])
    assert.ok(isAllowed(fine), fine)
  for (const wrong of [
    'GPL-3.0-only',
    'MIT AND GPL-3.0-only',
    '(MIT OR ISC) AND SSPL-1.0',
    'UNLICENSED',
    '',
    'MIT OR',
    '(MIT',
  ])
    assert.ok(!isAllowed(wrong), wrong)
})
