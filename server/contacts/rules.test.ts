// What an address of a contact may be.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readEmail, readLine, readPhoneNumber, readWebAddress } from './rules.ts'

const isRead = (reading: object) => 'value' in reading

test('ordinary email addresses are taken as they are written', () => {
  const longest = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(58)}.in`
  assert.equal(longest.length, 254)
  for (const email of ['ravi@farm.example', 'Ravi.K+orders@Shop.Example', "o'neil_x-1@a-b.co.in", longest]) {
    assert.deepEqual(readEmail(email), { value: email })
  }
})

test('a domain in another script is stored in its ASCII form, which every mail server knows', () => {
  assert.deepEqual(readEmail('ravi@bücher.example'), { value: 'ravi@xn--bcher-kva.example' })
  assert.deepEqual(readEmail('ravi@उदाहरण.भारत'), { value: 'ravi@xn--p1b6ci4b4b3a.xn--h2brj9c' })
})

test('what is no email address is refused', () => {
  const wrong = ['', 'ravi', '@farm.example', 'ravi@', 'ravi@@farm.example', 'a@b@farm.example', 'ravi @farm.example']
  wrong.push(
    'ravi@farm',
    'ravi@-farm.example',
    'ravi@farm-.example',
    'ravi@farm..example',
    'ravi@.example',
    'ravi@farm.example.',
  )
  wrong.push(
    '.ravi@farm.example',
    'ravi.@farm.example',
    'ra..vi@farm.example',
    '"ravi k"@farm.example',
    'रवि@farm.example',
  )
  wrong.push(
    'ravi@10.0.0.1',
    'ravi@[10.0.0.1]',
    'ravi@fa%2drm.example',
    'ravi@fa_rm.example',
    `${'a'.repeat(65)}@farm.example`,
  )
  wrong.push(
    `ravi@${'b'.repeat(64)}.example`,
    `a@${'b.'.repeat(130)}in`,
    'ravi,karan@farm.example',
    'Ravi <ravi@farm.example>',
  )
  for (const email of wrong) assert.equal(isRead(readEmail(email)), false, email)
})

test('whatever is taken as an address is one line of plain ASCII without spaces', () => {
  const text = fc.oneof(
    fc.emailAddress(),
    fc.string({ unit: 'binary' }),
    fc
      .tuple(
        fc.emailAddress(),
        fc.constantFrom('\r\n', '\n', '\0', ' ', ',', ';', '<', '>', '\u2028', '\u00a0'),
        fc.nat(),
      )
      .map(
        ([email, between, place]) =>
          email.slice(0, place % (email.length + 1)) + between + email.slice(place % (email.length + 1)),
      ),
  )
  fc.assert(
    fc.property(text, (given) => {
      const reading = readEmail(given)
      if ('value' in reading) assert.match(reading.value, /^[!-~]+@[a-zA-Z0-9.-]+$/)
      if (/[\s\p{Cc},;<>]/u.test(given)) assert.equal(isRead(reading), false)
    }),
    { numRuns: 2000 },
  )
})

test('decisions §4: phone numbers are valid ones, stored as E.164', () => {
  for (const written of ['+919876543210', '+91 98765 43210', '+91-98765-43210', '+91 (98765) 43210']) {
    assert.deepEqual(readPhoneNumber(written), { value: '+919876543210' })
  }
  const wrong = ['9876543210', '09876543210', '919876543210', '+9198765432', '+9198765432101', '+999123456789']
  wrong.push('+91 98765 4321०', 'tel:+919876543210', '+919876543210;ext=1', '+', '')
  for (const number of wrong) assert.equal(isRead(readPhoneNumber(number)), false, number)
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

test('a line holds any script and no control character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme' }),
      fc.integer({ min: 0, max: 31 }),
      (left, right, code) => {
        assert.deepEqual(readLine(`${left}नमस्ते 👋🏽${right}`.replace(/\p{Cc}/gu, '')), {
          value: `${left}नमस्ते 👋🏽${right}`.replace(/\p{Cc}/gu, ''),
        })
        assert.equal(isRead(readLine(left + String.fromCharCode(code) + right)), false)
      },
    ),
  )
})
