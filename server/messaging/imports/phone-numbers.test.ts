// Phone numbers in cells.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/cases.ts'
import { readAnyNumber, readNumber } from './phone-numbers.ts'

const digit = fc.integer({ min: 0, max: 9 })
const separator = fc.constantFrom('', ' ', '-', '  ', '.')

test('spec 6.24: a number that is read the short way is the number that the library reads', () => {
  const parts = fc.tuple(
    fc.constantFrom('', '+91', '91', '0', '+', '+1', '0091'),
    separator,
    fc.array(digit, { minLength: 5, maxLength: 5 }),
    separator,
    fc.array(digit, { minLength: 4, maxLength: 6 }),
  )
  fc.assert(
    fc.property(parts, ([code, gap, first, between, last]) => {
      const cell = `${code}${gap}${first.join('')}${between}${last.join('')}`
      assert.deepEqual(readNumber(cell, 'IN'), readAnyNumber(cell, 'IN'), cell)
    }),
  )
  // Every prefix of Indian mobile numbers.
  for (let beginning = 6000; beginning <= 9999; beginning++)
    for (const end of ['000000', '543210']) {
      const cell = `${beginning}${end}`
      assert.deepEqual(readNumber(cell, 'IN'), readAnyNumber(cell, 'IN'), cell)
    }
  assert.deepEqual(readNumber('+91 98765-43210', 'IN'), { value: '+919876543210' })
  assert.equal('value' in readNumber('9876543210', 'US'), false)
})
