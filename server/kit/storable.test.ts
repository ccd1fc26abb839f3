import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import fc, { anyText } from '../../test/cases.ts'
import { storableValue } from './storable.ts'

test('spec 16.43: what PostgreSQL has no place for becomes a replacement character, in names too', () => {
  const given = { 'a\0': ['b\0c', { d: '\ud800 e' }], f: null, g: 1, h: '🙂' }
  assert.deepEqual(storableValue(given), { 'a\ufffd': ['b\ufffdc', { d: '\ufffd e' }], f: null, g: 1, h: '🙂' })
})

test('spec 16.43: any JSON becomes JSON that PostgreSQL stores', () => {
  const text = anyText({ maxLength: 20 }).map((one) => `${one}\0\udc00`)
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary', maxDepth: 3 }), text, (value, last) => {
      const json = JSON.stringify(storableValue([value, { [last]: last }]))
      const isStored = (one: unknown) => typeof one !== 'string' || (one.isWellFormed() && !one.includes('\0'))
      JSON.parse(json, (name, one) => assert.ok(isStored(name) && isStored(one)))
    }),
  )
})

test('spec 16.43: what is no plain value stays what it is, and what is nested without end becomes a text', () => {
  const [date, bytes, stream, open] = [new Date(0), Buffer.from('\0'), Readable.from([]), () => {}]
  const kept = storableValue({ date, bytes, stream, open })
  assert.ok(kept.date === date && kept.bytes === bytes && kept.stream === stream && kept.open === open)
  const nested = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)
  assert.match(JSON.stringify(storableValue(nested)), /^\[{64}"\[+\]+"\]{64}$/)
})
