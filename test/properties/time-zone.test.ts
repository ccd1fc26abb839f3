// spec 8.5: the process's time zone has no effect. Months, financial years and dates are India's, wherever the server
// is.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { financialYear, indianDate, indianMonth } from '#kit/india/calendar.ts'
import fc from '../cases.ts'

const run = promisify(execFile)
const ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati', 'Australia/Lord_Howe']
const CALENDAR = new URL('../../server/kit/india/calendar.ts', import.meta.url).href

/** On both sides of the ends of a month and a financial year in India, and of New York's summer time. */
const EDGES = [
  '2026-03-31T18:29:59.999Z',
  '2026-03-31T18:30:00.000Z',
  '2026-01-31T18:29:59.999Z',
  '2026-01-31T18:30:00.000Z',
  '2024-02-29T18:29:59.999Z',
  '2024-02-29T18:30:00.000Z',
  '2025-12-31T18:30:00.000Z',
  '2026-03-08T06:59:59.000Z',
  '2026-03-08T07:00:00.000Z',
  '2026-11-01T05:30:00.000Z',
]

async function calendarIn(zone: string, instants: string[]): Promise<unknown> {
  const script = `
    const { financialYear, indianDate, indianMonth } = await import(${JSON.stringify(CALENDAR)})
    const of = (at) => [indianDate(at), indianMonth(at), financialYear(at)]
    console.log(JSON.stringify({
      offset: new Date('2026-07-01T00:00:00Z').getTimezoneOffset(),
      days: ${JSON.stringify(instants)}.map((text) => of(new Date(text))),
    }))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, TZ: zone },
  })
  return JSON.parse(stdout)
}

test("spec 8.5: months, dates and financial years are India's in every time zone of the process", async () => {
  const expected = EDGES.map((text) => new Date(text)).map((at) => [indianDate(at), indianMonth(at), financialYear(at)])
  const answers = await Promise.all(
    ZONES.map((zone) => calendarIn(zone, EDGES) as Promise<{ offset: number; days: unknown }>),
  )
  assert.equal(
    new Set(answers.map(({ offset }) => offset)).size,
    ZONES.length,
    'the processes really were in different zones',
  )
  for (const { days } of answers) assert.deepEqual(days, expected)
  assert.deepEqual(expected.slice(0, 2), [
    ['2026-03-31', '2026-03-01', 2025],
    ['2026-04-01', '2026-04-01', 2026],
  ])
})

test("spec 8.5: India's date is what the time zone database says", () => {
  const kolkata = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'Asia/Kolkata',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const instants = fc.date({
    min: new Date('2000-01-01T00:00:00Z'),
    max: new Date('2100-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(instants, (at) => {
      assert.equal(indianDate(at), kolkata.format(at))
      assert.equal(indianMonth(at), `${kolkata.format(at).slice(0, 7)}-01`)
    }),
  )
})
