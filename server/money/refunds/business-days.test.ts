import assert from 'node:assert/strict'
import { test } from 'node:test'
import { businessDaysAfter, expectedDates, isBusinessDay, yearsKnownInPart } from '#kit/india/bank-days.ts'
import { FIXED_HOLIDAYS, HOLIDAY_YEARS } from '#kit/india/bank-holidays.ts'
import { readSettings, SettingsError } from '#kit/settings.ts'

const none: ReadonlySet<string> = new Set()

test('spec 11.8: banks are closed on Sundays, on second and fourth Saturdays, and on holidays', () => {
  const closed = [
    '2026-08-02', // Sunday
    '2026-08-08', // second Saturday
    '2026-08-22', // fourth Saturday
    '2026-01-26', // Republic Day, a Monday
    '2026-04-01', // closing of accounts, a Wednesday
    '2026-04-03', // Good Friday
    '2026-10-02', // Gandhi Jayanti, a Friday
    '2026-10-20', // Dussehra, a Tuesday
    '2026-12-25', // Christmas, a Friday
    '2031-08-15', // Independence Day, a Friday, of a year that no table knows
  ]
  const open = ['2026-08-01', '2026-08-15', '2026-08-29', '2026-08-03', '2026-01-01', '2026-04-02']
  const isOpen = (date: string) => isBusinessDay(date, none)
  assert.deepEqual(closed.filter(isOpen), [])
  // The third Saturday is a working day, unless it is a holiday.
  assert.deepEqual(
    open.filter((date) => !isOpen(date)),
    ['2026-08-15'],
  )
  for (const [date, isWorking] of [
    ['2026-10-31', true], // fifth Saturday
    ['2026-10-03', true], // first
    ['2026-10-17', true], // third
    ['2026-10-10', false],
    ['2026-10-24', false],
  ] as const)
    assert.equal(isOpen(date), isWorking, date)
})

test('spec 11.7: a refund is expected 5 to 7 business days after its approval, by the date in India', () => {
  // Monday 3 August 2026; 8 August is a second Saturday, 9 August a Sunday.
  const monday = new Date('2026-08-03T06:00:00Z')
  assert.deepEqual(expectedDates(monday, none), { from: '2026-08-10', by: '2026-08-12' })
  // Half past six on Sunday evening in London is Monday in India; a minute before is not.
  assert.equal(businessDaysAfter(new Date('2026-08-02T18:30:00Z'), 1, none), '2026-08-04')
  assert.equal(businessDaysAfter(new Date('2026-08-02T18:29:59Z'), 1, none), '2026-08-03')
  // Across the end of the financial year: Tuesday 31 March (Mahavir Jayanti), 1 April, Good Friday, and two Sundays.
  assert.deepEqual(expectedDates(new Date('2026-03-30T06:00:00Z'), none), { from: '2026-04-08', by: '2026-04-10' })
})

test('spec 11.8: an installation adds the bank holidays of its state, and a wrong date stops the start', () => {
  const { bankHolidays } = readSettings({ SAMVAD_BANK_HOLIDAYS: '2026-08-04, 2026-08-05' })
  assert.deepEqual(expectedDates(new Date('2026-08-03T06:00:00Z'), bankHolidays), {
    from: '2026-08-12',
    by: '2026-08-14',
  })
  assert.equal(readSettings({}).bankHolidays.size, 0)
  for (const wrong of ['2026-02-30', '2026-2-3', 'Diwali', '2026-08-04;2026-08-05'])
    assert.throws(() => readSettings({ SAMVAD_BANK_HOLIDAYS: wrong }), SettingsError, wrong)
})

test('a calendar without business days is an error, not an endless search', () => {
  const year = Array.from({ length: 400 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10))
  assert.throws(() => businessDaysAfter(new Date('2026-01-01T06:00:00Z'), 5, new Set(year)), /no 5 business days/)
})

test('spec 11.8: every year of bank holidays names its source, and holds dates of that year alone', () => {
  const isDate = (date: string) => new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)
  for (const { year, source, dates } of HOLIDAY_YEARS) {
    assert.notEqual(source, '')
    assert.deepEqual(
      dates.filter((date) => !isDate(date) || !date.startsWith(`${year}-`)),
      [],
    )
    assert.equal(new Set(dates).size, dates.length)
  }
  assert.ok(FIXED_HOLIDAYS.every((day) => isDate(`2027-${day}`)))
  assert.ok(HOLIDAY_YEARS.some(({ year, isComplete }) => year === 2026 && isComplete))
})

test("spec 11.8: from December on it is said that the coming year's bank holidays are known in part only", () => {
  const at = (date: string) => new Date(`${date}T12:00:00+05:30`)
  assert.deepEqual(yearsKnownInPart(at('2026-11-30'), none), [])
  // By the date in India, where 1 December begins while it is 30 November in London.
  assert.deepEqual(yearsKnownInPart(new Date('2026-11-30T18:29:59Z'), none), [])
  assert.deepEqual(yearsKnownInPart(new Date('2026-11-30T18:30:00Z'), none), [2027])
  assert.deepEqual(yearsKnownInPart(at('2027-06-01'), none), [2027])
  assert.deepEqual(yearsKnownInPart(at('2039-12-31'), none), [2039, 2040])
  const added = new Set(['2027-03-22', '2027-10-29'])
  assert.deepEqual(yearsKnownInPart(at('2026-12-24'), added), [])
  assert.deepEqual(yearsKnownInPart(at('2027-12-24'), added), [2028])
})
