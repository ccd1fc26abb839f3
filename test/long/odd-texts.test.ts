// How long an odd text takes to validate: a text of 100,000 characters must not block others.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileCheck } from '#edge/validation.ts'
import { In } from '#kit/wire.ts'

test('a text of 100,000 signs is found to be odd in time that is in proportion to its length', () => {
  const odd = [' '.repeat(100_000), `${'a'.repeat(99_999)}\0`, `${' '.repeat(50_000)}${'a '.repeat(25_000)}\0`]
  const check = compileCheck(In.object({ name: In.text(100_000) }))
  const began = performance.now()
  for (const name of odd) assert.equal(check({ name }).length, 1)
  assert.ok(performance.now() - began < 1000)
})
