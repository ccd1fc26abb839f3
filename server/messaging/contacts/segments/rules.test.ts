// Validation of contact filters, and how they compare values.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicId } from '#kit/wire.ts'
import fc from '../../../../test/cases.ts'
import { CONDITIONS_MAX, FILTER_DEPTH_MAX, listReferences, showFilter, textOfValue, timeOf } from './filter.ts'
import { readFilter } from './rules.ts'

const LIST = '0198a000-0000-7000-8000-000000000001'
const list_id = publicId('list', LIST)

const codesIn = (input: unknown) => {
  const reading = readFilter(input)
  return 'errors' in reading ? reading.errors.map(({ field, code }) => `${field}: ${code}`) : []
}

test('spec 6.42: a filter is shown as it was sent, with times in Unix seconds', () => {
  const filter = {
    all: [
      { attribute: 'city', is: 'Pune' },
      {
        any: [
          { attribute: 'orders', after: 10 },
          { attribute: 'birthday', before: '1990-01-01' },
        ],
      },
      { not: { any: [{ list_id }, { attribute: 'vip', exists: true }, { attribute: 'note', contains: 'x' }] } },
      { reachable: 'sms' },
      { consent: 'email' },
      { last_active_at: { within_days: 30 } },
      { created_at: { after: 1767225600, before: 1767312000 } },
      { attribute: 'plan', is_not: false },
    ],
  }
  const reading = readFilter(filter)
  assert.ok('value' in reading)
  assert.deepEqual(showFilter(reading.value), filter)
  assert.deepEqual(listReferences(reading.value), [{ listId: LIST, field: 'filter.all[2].not.any[0].list_id' }])
  const ofDay = readFilter({ created_at: { after: '2026-01-01' } })
  assert.ok('value' in ofDay)
  assert.deepEqual(showFilter(ofDay.value), { created_at: { after: 1767205800 } })
})

test('spec 6.42: an error in a filter names the condition by its path', () => {
  const cases: [unknown, string[]][] = [
    ['Pune', ['filter: wrong_type']],
    [{}, ['filter: one_of_fields']],
    [{ all: [] }, ['filter.all: too_few_items']],
    [{ any: {} }, ['filter.any: wrong_type']],
    [{ all: [{ reachable: 'sms' }, { attribute: '', is: 'x' }] }, ['filter.all[1].attribute: empty']],
    [{ not: { attribute: 'city' } }, ['filter.not: one_of_fields']],
    [{ attribute: 'city', is: 'a', contains: 'b' }, ['filter: only_one_of_fields']],
    [{ attribute: 'city', is: 'a', list_id }, ['filter: only_one_of_fields']],
    [{ attribute: 'city', is: 'a', limit: 1 }, ['filter.limit: unknown_field']],
    [{ attribute: 'city', is: null }, ['filter.is: wrong_type']],
    [{ attribute: 'city', is: 'x'.repeat(501) }, ['filter.is: too_long']],
    [{ attribute: 'city', contains: '' }, ['filter.contains: empty']],
    [{ attribute: 'a\nb', exists: 'true' }, ['filter.attribute: character_not_in_line', 'filter.exists: wrong_type']],
    [{ attribute: 'age', after: 'soon' }, ['filter.after: not_date_or_number']],
    [{ attribute: 'age', before: '2026-02-30' }, ['filter.before: not_date_or_number']],
    [{ list_id: 'x' }, ['filter.list_id: not_an_id']],
    [{ list_id: 7 }, ['filter.list_id: wrong_type']],
    [{ reachable: 'fax' }, ['filter.reachable: not_one_of']],
    [{ created_at: { since: 1 } }, ['filter.created_at.since: unknown_field', 'filter.created_at: one_of_fields']],
    [{ created_at: { after: 1767225600000 } }, ['filter.created_at.after: time_in_milliseconds']],
    [{ last_active_at: { within_days: 0 } }, ['filter.last_active_at.within_days: too_small']],
    [
      { last_active_at: { after: 1767225600, within_days: 3 } },
      ['filter.last_active_at.within_days: not_allowed_with'],
    ],
    [{ created_at: { after: '2026-02-01', before: '2026-01-01' } }, ['filter.created_at.before: before_other']],
  ]
  for (const [input, expected] of cases) assert.deepEqual(codesIn(input), expected, JSON.stringify(input))
})

test('spec 6.42: a filter has at most 50 conditions and 8 levels, and a huge one ends at its limit', () => {
  const many = (count: number) => ({ any: Array.from({ length: count }, () => ({ reachable: 'sms' })) })
  assert.deepEqual(codesIn(many(CONDITIONS_MAX)), [])
  assert.deepEqual(codesIn(many(CONDITIONS_MAX + 1)), ['filter: too_many_conditions'])
  assert.deepEqual(codesIn(many(100_000)), ['filter: too_many_conditions'])
  const nested = (levels: number): object => (levels === 0 ? { reachable: 'sms' } : { not: nested(levels - 1) })
  assert.deepEqual(codesIn(nested(FILTER_DEPTH_MAX)), [])
  assert.deepEqual(codesIn(nested(FILTER_DEPTH_MAX + 1)), [`filter${'.not'.repeat(FILTER_DEPTH_MAX)}: too_deep`])
})

test('a number as a text has all its digits', () => {
  const cases: [number, string][] = [
    [12, '12'],
    [-0, '0'],
    [0.5, '0.5'],
    [1e21, '1000000000000000000000'],
    [-1.25e-7, '-0.000000125'],
    [1.5e22, '15000000000000000000000'],
  ]
  for (const [number, text] of cases) assert.equal(textOfValue(number), text)
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      const text = textOfValue(number)
      assert.match(text, /^-?\d+(\.\d+)?$/)
      assert.equal(Number(text), number === 0 ? 0 : number)
    }),
  )
})

test('an attribute is a date or time only when it is written as one', () => {
  assert.equal(timeOf('1950-01-01')?.toISOString(), '1949-12-31T18:30:00.000Z')
  assert.equal(timeOf('2024-02-29T10:00:00.5+05:30')?.toISOString(), '2024-02-29T04:30:00.500Z')
  for (const text of ['2023-02-29', '01/02/2026', '2026-1-2', '2026-01-02T10:00:00', '0000-01-01', '20260102', ''])
    assert.equal(timeOf(text), null, text)
})
