// Valid email addresses, wherever one is entered.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc, { anyText } from '../../test/cases.ts'
import { readContactAddress, readEmailAddress } from './email-address.ts'

const isRead = (reading: object) => 'value' in reading

test('spec 6.3: ordinary email addresses are taken as they are written', () => {
  const longest = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(58)}.in`
  assert.equal(longest.length, 254)
  for (const email of ['ravi@farm.example', 'Ravi.K+orders@Shop.Example', "o'neil_x-1@a-b.co.in", longest]) {
    assert.deepEqual(readEmailAddress(email), { value: email })
  }
})

test('spec 6.3: a domain in another script is stored in its ASCII form, which every mail server knows', () => {
  assert.deepEqual(readEmailAddress('ravi@bücher.example'), { value: 'ravi@xn--bcher-kva.example' })
  assert.deepEqual(readEmailAddress('ravi@उदाहरण.भारत'), { value: 'ravi@xn--p1b6ci4b4b3a.xn--h2brj9c' })
})

test("spec 6.3, 7.164: a contact's address may have any script before the @; letters are stored composed and small", () => {
  for (const [given, stored] of [
    ['ravi@farm.example', 'ravi@farm.example'],
    ['Ravi@Farm.example', 'Ravi@Farm.example'],
    ['रवि@farm.example', 'रवि@farm.example'],
    ['रवि.क\u094d\u200dष@डाकघर.भारत', 'रवि.क\u094d\u200dष@xn--11bgz6d5c.xn--h2brj9c'],
    ['JOSÉ@farm.example', 'JOSé@farm.example'],
    ['jose\u0301@farm.example', 'josé@farm.example'],
    ['田中@farm.example', '田中@farm.example'],
  ] as const)
    assert.deepEqual(readContactAddress(given), { value: stored }, given)
  for (const wrong of [
    'र वि@farm.example',
    'रवि\u00a0@farm.example',
    'रवि\u202e@farm.example',
    'रवि<@farm.example',
    '😀@farm.example',
    `${'र'.repeat(22)}@farm.example`,
    '.रवि@farm.example',
  ])
    assert.equal(isRead(readContactAddress(wrong)), false, wrong)
})

test('spec 6.3, 18.4: whatever is taken as the address of a contact is one line without spaces and marks of direction', () => {
  fc.assert(
    fc.property(anyText(), fc.emailAddress(), (letters, email) => {
      const reading = readContactAddress(`${letters}${email}`)
      if ('message' in reading) return
      assert.match(reading.value, /^[^\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069,;:<>()"\\]+@[a-zA-Z0-9.-]+$/u)
      assert.deepEqual(readContactAddress(reading.value), reading, 'stored again it stays')
    }),
  )
})

test('spec 6.3: what is no email address is refused', () => {
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
  for (const email of wrong) assert.equal(isRead(readEmailAddress(email)), false, email)
})

test('spec 6.3, 18.4: whatever is taken as an address is one line of plain ASCII without spaces', () => {
  const text = fc.oneof(
    fc.emailAddress(),
    anyText(),
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
      const reading = readEmailAddress(given)
      if ('value' in reading) assert.match(reading.value, /^[!-~]+@[a-zA-Z0-9.-]+$/)
      if (/[\s\p{Cc},;<>]/u.test(given)) assert.equal(isRead(reading), false)
    }),
  )
})
