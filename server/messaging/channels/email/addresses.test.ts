// Self-authenticating addresses.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createSealer } from '#kit/crypto.ts'
import { readEmailAddress } from '#kit/email-address.ts'
import { newUuid } from '#kit/ids.ts'
import fc, { anyText } from '../../../../test/cases.ts'
import { addressKinds, createOwnAddresses, type OwnAddress } from './addresses.ts'

const DOMAIN = 'in.samvad.example'
const key = randomBytes(32).toString('hex')
const addresses = createOwnAddresses(createSealer(key), DOMAIN)
const anAddress: fc.Arbitrary<OwnAddress> = fc.record(
  { kind: fc.constantFrom(...addressKinds), organizationId: fc.uuid(), id: fc.uuid() },
  { noNullPrototype: true },
)

test('spec 7.50: an address says what it is about, in small letters, at most 64 octets before the @, however it is written', () => {
  fc.assert(
    fc.property(anAddress, (about) => {
      const address = addresses.make(about)
      assert.match(address, /^[0-9a-z]{64}@in\.samvad\.example$/)
      assert.deepEqual(readEmailAddress(address), { value: address }, 'every mail server takes it')
      assert.deepEqual(addresses.read(address), about)
      assert.deepEqual(addresses.read(address.toUpperCase()), about)
    }),
  )
})

test('spec 7.50: with any letter changed, cut or added it is none, and neither is one of another kind, key or domain', () => {
  const others = createOwnAddresses(createSealer(randomBytes(32).toString('hex')), DOMAIN)
  const elsewhere = createOwnAddresses(createSealer(key), 'in.elsewhere.example')
  fc.assert(
    fc.property(
      anAddress,
      fc.nat(63),
      fc.constantFrom(...'0123456789abcdefghjkmnpqrstvwxyzilou.+-'),
      (about, at, to) => {
        const address = addresses.make(about)
        const changed = address.slice(0, at) + to + address.slice(at + 1)
        if (changed !== address) assert.equal(addresses.read(changed), null)
        assert.equal(addresses.read(address.slice(0, at) + address.slice(at + 1)), null)
        assert.equal(addresses.read(address.slice(0, at) + to + address.slice(at)), null)
        assert.equal(others.read(address), null)
        assert.equal(elsewhere.read(address), null)
        const next = addressKinds[(addressKinds.indexOf(about.kind) + 1) % addressKinds.length] as OwnAddress['kind']
        assert.notEqual(addresses.make({ ...about, kind: next }), address)
      },
    ),
  )
})

test('spec 7.50: whatever text is given, nothing is read out of it that we did not make', () => {
  const noise = fc.oneof(anyText({ maxLength: 200 }), fc.stringMatching(/^[0-9a-hjkmnp-tv-z]{64}@in\.samvad\.example$/))
  fc.assert(
    fc.property(noise, (text) => {
      assert.equal(addresses.read(text), null)
      assert.deepEqual(addresses.readAll(text), [])
    }),
  )
})

test('spec 7.50: those in a text are found among other words, each once, and a longer word is none', () => {
  const about: OwnAddress = { kind: 'bounce', organizationId: newUuid(), id: newUuid() }
  const address = addresses.make(about)
  const text = `Original-Mail-From: <${address}>\r\nReturn-Path: ${address.toUpperCase()}\r\nx${address} ${address}-more`
  assert.deepEqual(addresses.readAll(text), [about])
  assert.deepEqual(addresses.readAll(`a${address}`), [])
})

test('spec 7.50, 18.1: what an earlier key has made holds on, as old mail does', () => {
  const about: OwnAddress = { kind: 'reply', organizationId: newUuid(), id: newUuid() }
  const rotated = createSealer(() => [randomBytes(32).toString('hex'), key])
  assert.deepEqual(createOwnAddresses(rotated, DOMAIN).read(addresses.make(about)), about)
})
