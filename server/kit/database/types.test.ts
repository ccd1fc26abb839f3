import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/cases.ts'
import { parseTime } from './types.ts'

/** As PostgreSQL formats it in UTC: a fraction without trailing zeros, and none when it is zero. */
function written(at: Date): string {
  const [day, clock] = at.toISOString().slice(0, 19).split('T') as [string, string]
  const fraction = String(at.getUTCMilliseconds()).padStart(3, '0').replace(/0+$/, '')
  return `${day} ${clock}${fraction && `.${fraction}`}+00`
}

test('a time comes out of PostgreSQL as it went in, to the millisecond', () => {
  const times = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  fc.assert(fc.property(times, (at) => assert.equal(parseTime(written(at)).getTime(), at.getTime())))
})

test('microseconds are cut, and what is not written in UTC is read all the same', () => {
  assert.equal(parseTime('2026-01-31 09:30:00.123999+00').toISOString(), '2026-01-31T09:30:00.123Z')
  assert.equal(parseTime('2026-01-31 15:00:00+05:30').toISOString(), '2026-01-31T09:30:00.000Z')
})
