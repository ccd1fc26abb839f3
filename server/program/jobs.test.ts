// The table of all jobs.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSamvad } from '../../test/harness.ts'
import { jobsOf } from './jobs.ts'

const samvad = await startSamvad()

test('every job is there once: of two that do the same the one may lack what the other is given', () => {
  const names = jobsOf(samvad.app).map(({ name }) => name)
  assert.ok(names.length > 20)
  assert.deepEqual(
    names.filter((name, place) => names.indexOf(name) !== place),
    [],
  )
})
