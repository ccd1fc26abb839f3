// Formats of requests and responses: spec 3.7, 3.8, 3.9, 4.1.

import assert from 'node:assert/strict'
import test from 'node:test'
import fc from '../../test/cases.ts'
import { newUuid, typeId } from './ids.ts'
import { formatMicros } from './money.ts'
import { amount, In, Out, oneOf, publicId, readAmount, readId, readTime, seconds, Type } from './wire.ts'

const messageOf = (reading: object) => ('message' in reading ? (reading.message as string) : null)
const valueOf = (reading: object) => ('value' in reading ? reading.value : undefined)

test('spec 3.8: Unix seconds and ISO 8601 are the same time', () => {
  const expected = new Date('2026-01-31T04:00:00Z')
  for (const input of [
    1769832000,
    '2026-01-31T04:00:00Z',
    '2026-01-31T04:00Z',
    '2026-01-31T04:00:00.000Z',
    '2026-01-31T09:30:00+05:30',
    '2026-01-31T09:30:00+0530',
    '2026-01-30T20:00:00-08:00',
  ])
    assert.deepEqual(valueOf(readTime(input)), expected, String(input))
})

test('spec 3.10: a plain date is a day in India, whose beginning it is, or whose end where a period ends', () => {
  assert.deepEqual(valueOf(readTime('2026-01-31')), new Date('2026-01-30T18:30:00Z'))
  assert.deepEqual(valueOf(readTime('2026-01-31', 'period_end')), new Date('2026-01-31T18:30:00Z'))
  assert.deepEqual(valueOf(readTime('2028-02-28', 'period_end')), valueOf(readTime('2028-02-29')))
  const time = '2026-01-31T00:00:00Z'
  assert.deepEqual(valueOf(readTime(time, 'period_end')), new Date(time), 'a time is no day')
  assert.notEqual(messageOf(readTime('2026-02-30', 'period_end')), null)
})

test('spec 3.8: a number above 99,999,999,999 looks like milliseconds', () => {
  assert.match(messageOf(readTime(100_000_000_000)) ?? '', /milliseconds/)
  assert.match(messageOf(readTime(Date.now())) ?? '', /milliseconds/)
  assert.notEqual(valueOf(readTime(99_999_999_999)), undefined)
})

test('spec 3.8: a time without a zone, a day that there is not, text of digits and what looks like a year or a day are refused', () => {
  for (const bad of [
    '',
    'now',
    'tomorrow',
    '2026-01-31T04:00:00',
    '2026-13-01',
    '2026-02-30',
    '1969-12-31',
    '31/01/2026',
    '1769832000',
    '-1',
    '2026',
  ])
    assert.notEqual(messageOf(readTime(bad)), null, bad)
  assert.match(messageOf(readTime(-1)) ?? '', /1970/)
  for (const number of [0, 2026, 202_611, 20_261_122, 99_999_999])
    assert.match(messageOf(readTime(number)) ?? '', /Write a date as 2026-01-31/, String(number))
  assert.deepEqual(valueOf(readTime(100_000_000)), new Date('1973-03-03T09:46:40Z'))
})

test('spec 3.8: a time goes out as it came in, to the second', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100_000_000, max: 99_999_999_999 }), (unix) => {
      assert.equal(seconds(valueOf(readTime(unix)) as Date), unix)
    }),
  )
  assert.equal(seconds(null), null)
  assert.equal(seconds(new Date(1999)), 1)
})

test('spec 3.9: a payment has at most two decimals, a price six, and zeros behind them do not matter', () => {
  assert.equal(valueOf(readAmount('paise', '100.10')), 100_100_000n)
  assert.equal(valueOf(readAmount('paise', '100.1000')), 100_100_000n)
  assert.match(messageOf(readAmount('paise', '100.001')) ?? '', /at most 2 decimals/)
  assert.equal(valueOf(readAmount('micros', '0.000001')), 1n)
  assert.match(messageOf(readAmount('micros', '0.0000001')) ?? '', /at most 6 decimals/)
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 17n }), (micros) => {
      assert.equal(valueOf(readAmount('micros', amount(micros))), micros)
      assert.equal(amount(micros), formatMicros(micros))
    }),
  )
  assert.equal(amount(null), null)
})

test('spec 3.7: an id names its resource, coming in and going out', () => {
  const uuid = newUuid()
  assert.equal(publicId('conv', uuid), typeId('conv', uuid))
  assert.equal(publicId('conv', null), null)
  assert.equal(valueOf(readId('conv', typeId('conv', uuid))), uuid)
  assert.match(messageOf(readId('conv', typeId('msg', uuid))) ?? '', /starts with conv_/)
})

test('spec 4.1: nullable adds null to a schema and changes nothing else', () => {
  assert.deepEqual(In.nullable(Type.Integer({ minimum: 1 })), { type: ['integer', 'null'], minimum: 1 })
  assert.deepEqual(Out.nullable(oneOf(['a', 'b'])), { type: ['string', 'null'], enum: ['a', 'b', null] })
  assert.deepEqual((In.nullable(In.time()) as { type?: unknown }).type, ['integer', 'string', 'null'])
})
