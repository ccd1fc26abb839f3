// Secrets: spec 2.2, 18.1.

import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import test from 'node:test'
import fc from '../../test/cases.ts'
import {
  createSealer,
  hashPassword,
  hashSecret,
  newSecret,
  opensAllOf,
  passwordMatches,
  sameSecret,
  signature,
} from './crypto.ts'

const sealer = createSealer('5'.repeat(64))

test('spec 2.2: a secret is 256 random bits with a readable prefix, and its hash does not show it', () => {
  const secret = newSecret('samvad')
  assert.match(secret, /^samvad_[A-Za-z0-9_-]{43}$/)
  assert.notEqual(newSecret('samvad'), secret)
  assert.equal(hashSecret(secret).length, 32)
  assert.deepEqual(hashSecret(secret), hashSecret(secret))
  assert.notDeepEqual(hashSecret(secret), hashSecret(`${secret}x`))
})

test('spec 18.1: what is sealed opens only at its place, with its key, and unchanged', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (place, plain) => {
      const sealed = sealer.seal(place, plain)
      assert.equal(sealer.open(place, sealed), plain.toWellFormed())
      assert.throws(() => sealer.open(`${place}.`, sealed))
      assert.throws(() => createSealer('6'.repeat(64)).open(place, sealed))
      const changed = Buffer.from(sealed)
      const last = changed.length - 1
      changed[last] = (changed[last] as number) ^ 1
      assert.throws(() => sealer.open(place, changed))
    }),
  )
  assert.throws(() => sealer.open('place', Buffer.alloc(5)))
})

test('spec 18.1: the same text is sealed differently each time', () => {
  assert.notDeepEqual(sealer.seal('place', 'password'), sealer.seal('place', 'password'))
})

test('a derived key belongs to its purpose and its installation', () => {
  assert.deepEqual(sealer.keyFor('unsubscribe'), sealer.keyFor('unsubscribe'))
  assert.notDeepEqual(sealer.keyFor('unsubscribe'), sealer.keyFor('checkout'))
  assert.notDeepEqual(sealer.keyFor('unsubscribe'), createSealer('6'.repeat(64)).keyFor('unsubscribe'))
})

test('spec 18.1: passwords are argon2id, salted, and only the right one matches', async () => {
  const stored = await hashPassword('correct horse')
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]+\$[^$]+$/)
  assert.notEqual(await hashPassword('correct horse'), stored)
  assert.equal(await passwordMatches('correct horse', stored), true)
  for (const wrong of ['correct horsf', 'Correct horse', '', 'correct horse '])
    assert.equal(await passwordMatches(wrong, stored), false)
  for (const damaged of ['', 'correct horse', '$argon2id$v=19$m=19456,t=2,p=1$abc', stored.replace('argon2id', 'md5')])
    assert.equal(await passwordMatches('correct horse', damaged), false)
})

test('spec 18.2: signatures are compared whole, and a different length is just another value', () => {
  assert.ok(sameSecret('abc', 'abc'))
  for (const other of ['abd', 'ab', 'abcd', '', 'ABC']) assert.ok(!sameSecret(other, 'abc'))
})

test('a signature is the HMAC that gateways and receivers make of the same bytes', () => {
  const bytes = Buffer.from('{"event":"payment.captured"}')
  assert.equal(signature('sha256', 'key', bytes), createHmac('sha256', 'key').update(bytes).digest('hex'))
})

test('spec 18.7: the first of several keys seals and signs, and all of them open', () => {
  const [before, after] = ['5'.repeat(64), '6'.repeat(64)]
  const both = createSealer(() => [after, before])
  assert.equal(both.open('place', sealer.seal('place', 'old')), 'old')
  const sealed = both.seal('place', 'new')
  assert.equal(createSealer(after).open('place', sealed), 'new')
  assert.throws(() => sealer.open('place', sealed))
  assert.throws(() => both.open('elsewhere', sealed))
  assert.deepEqual(both.keyFor('unsubscribe'), createSealer(after).keyFor('unsubscribe'))
  assert.deepEqual(both.keysFor('unsubscribe')[1], sealer.keyFor('unsubscribe'))
})

test('spec 18.7: a backup from before a rotation is opened by the keys of afterwards, and not the other way round', () => {
  assert.equal(opensAllOf('a', 'b,a'), true)
  assert.equal(opensAllOf('b,a', 'b,a'), true)
  assert.equal(opensAllOf('b,a', 'a'), false)
})
