// Validation of contacts' addresses.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/cases.ts'
import { readLine, readPhoneNumber, readWebAddress } from './rules.ts'

const isRead = (reading: object) => 'value' in reading

test('spec 6.2: phone numbers are valid ones, stored as E.164', () => {
  for (const written of [
    '+919876543210',
    '+91 98765 43210',
    '+91-98765-43210',
    '+91 (98765) 43210',
    '+९१ ९८७६५ ४३२१०',
  ]) {
    assert.deepEqual(readPhoneNumber(written), { value: '+919876543210' })
  }
  const wrong = ['9876543210', '09876543210', '919876543210', '+9198765432', '+9198765432101', '+999123456789']
  wrong.push('tel:+919876543210', '+919876543210;ext=1', '+', '')
  for (const number of wrong) assert.equal(isRead(readPhoneNumber(number)), false, number)
})

test('a phone number that is refused says what to correct: the country code, a + lost in a form, or the digits', () => {
  const codeOf = (number: string) => {
    const reading = readPhoneNumber(number)
    return 'value' in reading ? null : reading.code
  }
  assert.equal(codeOf('9876543210'), 'phone_without_country_code')
  assert.equal(codeOf(' 919876543210'), 'phone_lost_plus')
  assert.equal(codeOf('+9198765432'), 'phone_not_valid')
})

test('a picture has a web address, without a user name in it', () => {
  for (const address of [
    'https://pictures.example/a.png',
    'http://pictures.example:8080/a?b=c#d',
    'HTTPS://pictures.example',
  ])
    assert.deepEqual(readWebAddress(address), { value: address })
  const wrong = ['javascript:alert(1)', 'data:image/png;base64,AA', 'ftp://pictures.example/a', '//pictures.example/a']
  wrong.push(
    'https://',
    'https://user:secret@pictures.example/',
    'https://pictures.example/a b',
    'https://pic\ntures.example/',
  )
  for (const address of wrong) assert.equal(isRead(readWebAddress(address)), false, address)
})

test('spec 3.24: a line holds any script, no control character, and nothing that breaks or turns it', () => {
  const others = /[\p{Cc}\p{NChar}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme' }),
      fc.integer({ min: 0, max: 31 }),
      (left, right, code) => {
        const value = `${left}नमस्ते 👋🏽${right}`.replace(others, '')
        assert.deepEqual(readLine(value), { value })
        assert.equal(isRead(readLine(left + String.fromCharCode(code) + right)), false)
      },
    ),
  )
})
