// India's calendar: spec 8.5, 12.7.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import test from 'node:test'
import fc from '../../../test/cases.ts'
import { dayEnd, dayStart, financialYear, indianDate, indianMonth } from './calendar.ts'

test('spec 8.5: a month begins at midnight in India, which is 18:30 in Greenwich', () => {
  assert.equal(indianMonth(new Date('2026-01-31T18:29:59.999Z')), '2026-01-01')
  assert.equal(indianMonth(new Date('2026-01-31T18:30:00Z')), '2026-02-01')
  assert.equal(indianDate(new Date('2026-01-31T18:30:00Z')), '2026-02-01')
  assert.equal(indianDate(new Date('2028-02-28T18:30:00Z')), '2028-02-29')
  assert.equal(indianMonth(new Date('2026-12-31T18:30:00Z')), '2027-01-01')
})

test('spec 12.7: a financial year begins on 1 April by Indian date', () => {
  assert.equal(financialYear(new Date('2026-03-31T18:29:59.999Z')), 2025)
  assert.equal(financialYear(new Date('2026-03-31T18:30:00Z')), 2026)
  assert.equal(financialYear(new Date('2026-12-31T18:30:00Z')), 2026)
  assert.equal(financialYear(new Date('2027-03-31T00:00:00Z')), 2026)
  assert.equal(financialYear(new Date('2027-04-01T00:00:00Z')), 2027)
})

test("spec 8.5: the date is India's at every instant, as the time zone database knows it", () => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata', dateStyle: 'short' })
  const instants = fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(instants, (at) => {
      assert.equal(indianDate(at), format.format(at))
      assert.ok(indianMonth(at).startsWith(indianDate(at).slice(0, 7)))
      const date = indianDate(at)
      assert.ok(dayStart(date) <= at && at < dayEnd(date))
      const [year, month] = indianDate(at).split('-').map(Number) as [number, number]
      assert.equal(financialYear(at), month < 4 ? year - 1 : year)
    }),
  )
})

test("spec 8.5: the process's time zone changes nothing", () => {
  const program = `
    import { financialYear, indianDate, indianMonth } from ${JSON.stringify(new URL('calendar.ts', import.meta.url).href)}
    const at = new Date('2026-03-31T18:30:00Z')
    console.log(indianDate(at), indianMonth(at), financialYear(at))`
  const inZone = (zone: string) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, TZ: zone },
      encoding: 'utf8',
    })
  for (const zone of ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kolkata'])
    assert.equal(inZone(zone), '2026-04-01 2026-04-01 2026\n', zone)
})
