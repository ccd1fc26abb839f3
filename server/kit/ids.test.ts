// Identifiers: spec 3.7.

import assert from 'node:assert/strict'
import test from 'node:test'
import fc from '../../test/cases.ts'
import { forgetLastId, newUuid, type Prefix, parseTypeId, typeId, typeIdPattern } from './ids.ts'

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const uuids = fc.uuid()
const prefixes = fc.constantFrom<Prefix>('org', 'conv', 'msg', 'contact', 'txn')

test('spec 3.7: a UUID and its TypeID are one and the same, whatever the resource', () => {
  fc.assert(
    fc.property(prefixes, uuids, (prefix, uuid) => {
      const text = typeId(prefix, uuid)
      assert.match(text, new RegExp(typeIdPattern(prefix)))
      assert.equal(parseTypeId(prefix, text), uuid)
    }),
  )
})

test('TypeID 0.3: the vectors of its specification hold', () => {
  for (const [uuid, suffix] of [
    ['00000000-0000-0000-0000-000000000000', '00000000000000000000000000'],
    ['00000000-0000-0000-0000-000000000001', '00000000000000000000000001'],
    ['00000000-0000-0000-0000-00000000000a', '0000000000000000000000000a'],
    ['00000000-0000-0000-0000-000000000010', '0000000000000000000000000g'],
    ['00000000-0000-0000-0000-000000000020', '00000000000000000000000010'],
    ['ffffffff-ffff-ffff-ffff-ffffffffffff', '7zzzzzzzzzzzzzzzzzzzzzzzzz'],
    ['0110c853-1d09-52d8-d73e-1194e95b5f19', '0123456789abcdefghjkmnpqrs'],
    ['01890a5d-ac96-774b-bcce-b302099a8057', '01h455vb4pex5vsknk084sn02q'],
  ] as const) {
    assert.equal(typeId('conv', uuid), `conv_${suffix}`)
    assert.equal(parseTypeId('conv', `conv_${suffix}`), uuid)
  }
})

test('spec 3.7: TypeIDs sort as their UUIDs do', () => {
  fc.assert(
    fc.property(uuids, uuids, (left, right) => assert.equal(typeId('msg', left) < typeId('msg', right), left < right)),
  )
})

test('spec 3.7: what is not an id of the resource is none: another prefix, letter, length or case, or too large', () => {
  const good = typeId('conv', newUuid())
  for (const bad of [
    '',
    'conv',
    'conv_',
    good.slice(0, -1),
    `${good}0`,
    good.toUpperCase(),
    good.replace('conv_', 'msg_'),
    good.replace('conv_', 'conv-'),
    `conv_8${good.slice(6)}`,
    `conv_${'i'.repeat(26)}`,
    `${good.slice(0, -1)}u`,
    ` ${good}`,
    `${good}\n`,
  ])
    assert.equal(parseTypeId('conv', bad), null, bad)
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      const uuid = parseTypeId('conv', text)
      if (uuid !== null) assert.equal(typeId('conv', uuid), text)
    }),
  )
})

test('RFC 9562: a new id is a UUIDv7 of its time', () => {
  // An earlier file of this process may have used a clock that is ahead.
  forgetLastId()
  const at = Date.now() + 60_000
  const uuid = newUuid(at)
  assert.match(uuid, UUID_V7)
  assert.equal(Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16), at)
})

test('spec 3.7: the order of ids is the order of creation, within a millisecond and when the clock steps back', () => {
  const start = Date.now() + 120_000
  let last = ''
  const next = (at: number) => {
    const uuid = newUuid(at)
    assert.match(uuid, UUID_V7)
    assert.ok(uuid > last, `${uuid} comes after ${last}`)
    last = uuid
  }
  // More ids in one millisecond than its counter allows, so that it must borrow from the next.
  for (let count = 0; count < 20_000; count++) next(start)
  fc.assert(fc.property(fc.integer({ min: -5000, max: 50 }), (drift) => next(start + drift)))
})

test('ids made at the same time differ in what cannot be guessed', () => {
  const at = Date.now()
  const tails = new Set(Array.from({ length: 10_000 }, () => newUuid(at).slice(19)))
  assert.equal(tails.size, 10_000)
})
