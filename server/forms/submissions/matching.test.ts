// Contact fields that a submission's answers fill.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldsOf } from './matching.ts'
import { answerTo } from './terms.ts'

test('spec 22.47: keys and attributes that every object has are no answers, and lose none', () => {
  const fields = [
    { key: 'constructor', type: 'email' },
    { key: 'tostring', type: 'short_text', map_to: { attribute: 'constructor' } },
    { key: 'mail', type: 'email' },
  ]
  assert.deepEqual(fieldsOf(fields, { tostring: 'Mason', mail: 'asha@customer.example' }), {
    email: 'asha@customer.example',
    attributes: { constructor: 'Mason' },
  })
  assert.equal(answerTo({}, 'constructor'), null)
})
