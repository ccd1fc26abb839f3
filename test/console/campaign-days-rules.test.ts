// The days in a campaign's report in the console: which are shown, and the figures of each.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DayRow, daysOf } from '../../console/src/campaigns/report/days.ts'

const dayRow = (day: string, change: Partial<DayRow>): DayRow => ({
  day,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  undelivered: 0,
  replied: 0,
  opened: null,
  clicked: null,
  ...change,
})

test('spec 21.86: the chart has every day from the first on, at least a week of those that have passed, and months for long ones', () => {
  const of = { channel: 'app', track: false }
  const wanted = { today: '2026-01-20', nameOf: (key: string) => key, measureName: (name: string) => name }
  assert.equal(daysOf(of, [], wanted), null)
  const some = daysOf(
    of,
    [dayRow('2026-01-01', { sent: 5, failed: 1 }), dayRow('2026-01-03', { delivered: 4, undelivered: 1 })],
    wanted,
  )
  assert.equal(some?.unit, 'day')
  assert.equal(some?.data.isGrouped, true)
  assert.deepEqual(
    some?.data.series.map(({ name }) => name),
    ['sent', 'delivered', 'read', 'replied', 'undelivered'],
  )
  assert.deepEqual(
    some?.data.columns.map(({ key }) => key),
    ['01', '02', '03', '04', '05', '06', '07'].map((day) => `2026-01-${day}`),
  )
  assert.deepEqual(some?.data.columns[0]?.values, [5n, 0n, 0n, 0n, 1n])
  assert.deepEqual(some?.data.columns[2]?.values, [0n, 4n, 0n, 0n, 1n])
  const today = daysOf(of, [dayRow('2026-01-20', { sent: 5 })], wanted)
  assert.deepEqual(
    today?.data.columns.map(({ key }) => key),
    ['2026-01-20'],
  )
  const long = daysOf(
    of,
    [dayRow('2025-10-20', { sent: 5 }), dayRow('2025-10-21', { sent: 2 }), dayRow('2026-01-20', { replied: 1 })],
    wanted,
  )
  assert.equal(long?.unit, 'month')
  assert.deepEqual(
    long?.data.columns.map(({ key, values }) => [key, values[0]]),
    [
      ['2025-10', 7n],
      ['2025-11', 0n],
      ['2025-12', 0n],
      ['2026-01', 0n],
    ],
  )
})
