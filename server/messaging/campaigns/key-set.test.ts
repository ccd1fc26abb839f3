// The set of addresses of an estimate.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KeySet } from './key-set.ts'

test('spec 15.9: of 200,000 addresses each counts once, however often it comes', () => {
  const keys = new KeySet()
  for (const round of [true, false])
    for (let number = 0; number < 100_000; number++) {
      assert.equal(keys.add(`+9198${String(number).padStart(8, '0')}`), round)
      assert.equal(keys.add(`farmer${number}@farm.example`), round)
    }
  assert.equal(keys.size, 200_000)
})
