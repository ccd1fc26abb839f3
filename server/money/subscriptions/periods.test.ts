// spec 23.1, 23.2: periods of a subscription by Indian dates.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayStart, indianDate, indianTime } from '#kit/india/calendar.ts'
import fc from '../../../test/cases.ts'
import { firstPeriod, nextPeriod, type Period } from './periods.ts'

const DAY_MS = 24 * 3600_000

/** The Indian dates on which the first period and the next `count` begin. */
function beginnings(at: string, count: number): string[] {
  const { anchorDay, period } = firstPeriod(new Date(at))
  const dates = [indianDate(period.from)]
  for (let { to } = period; dates.length <= count; to = nextPeriod(anchorDay, to).to) dates.push(indianDate(to))
  return dates
}

test('spec 23.1: a period runs from the Indian day of subscribing to the same day of the next month, at midnight', () => {
  const { anchorDay, period } = firstPeriod(new Date('2026-11-14T23:59:59+05:30'))
  assert.deepEqual(
    [anchorDay, indianTime(period.from), indianTime(period.to)],
    [14, '2026-11-14 00:00', '2026-12-14 00:00'],
  )
  // A second later it is another day in India, but not in Greenwich.
  assert.deepEqual(beginnings('2026-11-15T00:00:00+05:30', 2), ['2026-11-15', '2026-12-15', '2027-01-15'])
})

test('spec 23.1: the 31st becomes the last day of a shorter month, and the 31st again', () => {
  assert.deepEqual(beginnings('2027-01-31T10:00:00+05:30', 6), [
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2027-05-31',
    '2027-06-30',
    '2027-07-31',
  ])
})

test('spec 23.1: who subscribes on 29 February pays on 29s, and on 28 February of common years', () => {
  const dates = beginnings('2028-02-29T10:00:00+05:30', 24)
  assert.deepEqual(
    [dates[0], dates[1], dates[12], dates[13], dates[24]],
    ['2028-02-29', '2028-03-29', '2029-02-28', '2029-03-29', '2030-02-28'],
  )
})

test('spec 23.1: a subscription of 23:59:59 on 28 February begins on the 28th, a second later on 1 March', () => {
  assert.deepEqual(beginnings('2027-02-28T23:59:59+05:30', 2), ['2027-02-28', '2027-03-28', '2027-04-28'])
  assert.deepEqual(beginnings('2027-03-01T00:00:00+05:30', 2), ['2027-03-01', '2027-04-01', '2027-05-01'])
})

test('spec 23.1: periods follow each other without a gap, are whole Indian days, and never drift from the anchor', () => {
  const start = Date.parse('2024-01-01T00:00:00Z')
  const instants = fc.integer({ min: 0, max: 8 * 365 * DAY_MS }).map((ms) => new Date(start + ms))
  fc.assert(
    fc.property(instants, fc.integer({ min: 1, max: 30 }), (at, months) => {
      const { anchorDay, period: first } = firstPeriod(at)
      assert.ok(first.from <= at && at < first.to, 'the first period holds the moment of subscribing')
      assert.equal(+first.from, +dayStart(indianDate(at)))
      let period: Period = first
      for (let month = 1; month <= months; month++) {
        const next = nextPeriod(anchorDay, period.to)
        assert.equal(+next.from, +period.to)
        const days = (+next.to - +next.from) / DAY_MS
        assert.ok(Number.isInteger(days) && days >= 28 && days <= 31, `${days} days`)
        const [year, number, day] = indianDate(next.from).split('-').map(Number) as [number, number, number]
        const last = new Date(Date.UTC(year, number, 0)).getUTCDate()
        assert.equal(day, Math.min(anchorDay, last))
        period = next
      }
      const [year, number] = indianDate(at).split('-').map(Number) as [number, number]
      const end = new Date(Date.UTC(year, number - 1 + months + 1, 1))
      assert.equal(indianDate(period.to).slice(0, 7), end.toISOString().slice(0, 7), 'a period a month')
    }),
  )
})
