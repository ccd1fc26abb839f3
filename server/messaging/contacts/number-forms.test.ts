// Numbers with two notations.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currentForm, formsOf, isSameNumber, otherFormOf } from './number-forms.ts'
import { readPhoneNumber } from './rules.ts'

/** As people and WhatsApp write them, and as contacts store them. */
const sameNumbers: [one: string, other: string, asContactsHaveIt: string][] = [
  ['+525512345678', '+5215512345678', '+525512345678'],
  ['+529981234567', '+5219981234567', '+529981234567'],
  ['+5562981234567', '+556281234567', '+5562981234567'],
  ['+5511991234567', '+551191234567', '+5511991234567'],
]

test('spec 6.32: numbers of Mexico and Brazil are the same in both forms, and stored in the one of today', () => {
  for (const [one, other, stored] of sameNumbers) {
    assert.deepEqual([otherFormOf(one), otherFormOf(other)], [other, one])
    for (const form of [one, other]) assert.deepEqual(readPhoneNumber(form), { value: stored }, form)
    assert.ok(isSameNumber(one, other))
  }
  assert.deepEqual(readPhoneNumber('+52 1 (55) 1234-5678'), { value: '+525512345678' })
})

test('spec 6.32: numbers of Argentina are the same with and without the 9, and stored as they were given', () => {
  for (const form of ['+5491145678901', '+541145678901']) {
    assert.deepEqual(readPhoneNumber(form), { value: form })
    assert.deepEqual(formsOf(form).toSorted(), ['+541145678901', '+5491145678901'])
  }
})

test('spec 6.32: fixed lines of Brazil and numbers of other countries have one form', () => {
  for (const number of [
    '+551133334444',
    '+5511912345',
    '+919876543210',
    '+521551234567',
    '+14155550123',
    '+54911456789',
    'IN.1',
  ])
    assert.deepEqual([formsOf(number), currentForm(number)], [[number], number])
  // A current number whose rest was no mobile number before: 9 4567-8901 was never 4567-8901, which is a landline.
  assert.deepEqual(formsOf('+5511945678901'), ['+5511945678901'])
})
