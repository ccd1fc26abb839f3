// Figures computed from counts: quartiles, drop-off, names, devices.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DetailRow } from '#forms/submissions/detail-queries.ts'
import { countedValue, durationBar, VALUES_A_DAY_MAX } from '#forms/submissions/detail-rules.ts'
import fc from '../../../test/cases.ts'
import { definitionOf, fieldOf } from '../../../test/form-pages.ts'
import { devicesOf, dropOffOf, durationOf, NAMES_SHOWN_MAX, namesOf, quantileOf } from './figures.ts'
import { classOf, placesOf } from './rules.ts'

const row = (
  dimension: DetailRow['dimension'],
  value: string,
  counts: Partial<Record<'views' | 'starts' | 'submissions' | 'stops', number>>,
): DetailRow => ({
  version: 1,
  dimension,
  value,
  views: BigInt(counts.views ?? 0),
  starts: BigInt(counts.starts ?? 0),
  submissions: BigInt(counts.submissions ?? 0),
  stops: BigInt(counts.stops ?? 0),
})

const definition = definitionOf([
  fieldOf('ref', 'hidden'),
  fieldOf('name', 'short_text'),
  fieldOf('email', 'email'),
  fieldOf('more', 'page_break', { label: { en: 'More', hi: 'और' } }),
  fieldOf('intro', 'heading'),
  fieldOf('stars', 'rating'),
])

test('spec 23.61: a visitor counts as far as they came, by page and by the field that they answered last', () => {
  const rows = [
    row('field', 'name', { stops: 3 }),
    row('field', 'email', { stops: 2 }),
    row('field', 'ref', { stops: 9 }),
    row('page', '2', { stops: 1 }),
  ]
  const shown = dropOffOf(definition, rows, { views: 20, starts: 12, submissions: 5 })
  assert.deepEqual(shown.pages, [
    { page: 1, title: null, reached: 20, left: 14 },
    { page: 2, title: 'More', reached: 6, left: 1 },
  ])
  assert.deepEqual(
    shown.fields.map(({ key, page, reached, left }) => [key, page, reached, left]),
    [
      ['name', 1, 10, 3],
      ['email', 1, 7, 2],
      ['stars', 2, 5, 0],
    ],
  )
})

test('spec 23.61: whatever was lost with a process, nobody comes further than those before them', () => {
  const stops = fc.array(fc.integer({ min: -5, max: 20 }), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(stops, fc.nat(50), fc.nat(50), ([name, email, stars, page], views, submissions) => {
      const rows = [
        row('field', 'name', { stops: name as number }),
        row('field', 'email', { stops: email as number }),
        row('field', 'stars', { stops: stars as number }),
        row('page', '2', { stops: page as number }),
      ]
      const { pages, fields } = dropOffOf(definition, rows, { views, starts: 0, submissions })
      for (const places of [pages, fields]) {
        for (const { left } of places) assert.ok(left >= 0)
        assert.equal(
          places.reduce((sum, { left }) => sum + left, 0),
          (places[0]?.reached ?? 0) - submissions,
        )
      }
    }),
  )
})

test('spec 23.61: a move takes a visit from one place to another, and a submission leaves it nowhere', () => {
  const told = placesOf({ page: 0, field: 'name' }, { page: 1, field: 'email' })
  assert.deepEqual(
    told.map(([{ dimension, value }, change]) => `${dimension} ${value} ${change}`),
    ['page 2 1', 'field name -1', 'field email 1'],
  )
  assert.deepEqual(
    placesOf({ page: 1, field: 'email' }, { page: 0, field: '' }).map(([{ value }, change]) => [value, change]),
    [
      ['2', -1],
      ['email', -1],
    ],
  )
})

test('spec 23.62: quartiles are those of the times, to the width of a bar', () => {
  assert.deepEqual(
    ['0', '4999', '5000', '59000', '60000', '90000000', '-5'].map((ms) => durationBar(Number(ms))),
    ['0', '0', '5', '45', '60', '86400', '0'],
  )
  const times = fc.array(fc.integer({ min: 0, max: 200_000 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(times, (seconds) => {
      const rows = seconds.map((one) => row('duration', durationBar(one * 1000), { submissions: 1 }))
      const { histogram, submissions } = durationOf(rows)
      assert.equal(submissions, seconds.length)
      const sorted = seconds.toSorted((a, b) => a - b)
      for (const share of [0.25, 0.5, 0.75]) {
        const exact = sorted[Math.ceil(share * sorted.length) - 1] as number
        const bar = histogram.find(
          ({ from_seconds, to_seconds }) => from_seconds <= exact && (to_seconds === null || exact < to_seconds),
        )
        const found = quantileOf(histogram, share) as number
        assert.ok(
          bar && found >= bar.from_seconds && found <= (bar.to_seconds ?? bar.from_seconds),
          `${share}: ${found}`,
        )
      }
    }),
  )
  assert.equal(quantileOf([], 0.5), null)
  assert.deepEqual(durationOf([row('duration', '5', { submissions: -1 })]).median, null)
})

test('spec 23.63: names stand by frequency, the rest together, and who named none by themselves', () => {
  const many = Array.from({ length: NAMES_SHOWN_MAX + 5 }, (_, index) => row('utm_medium', `m${index}`, { views: 2 }))
  const rows = [
    row('device', 'phone', { views: 300, submissions: 4 }),
    row('device', 'bot', { views: 1000 }),
    row('utm_medium', 'email', { views: 50, submissions: 3 }),
    row('utm_medium', 'other', { views: 7 }),
    ...many,
  ]
  const shown = namesOf(rows, 'utm_medium')
  assert.equal(shown.length, NAMES_SHOWN_MAX + 2)
  assert.deepEqual(shown[0], { value: 'email', views: 50, starts: 0, submissions: 3, completion: 0.06 })
  assert.deepEqual(
    shown.slice(-2).map(({ value, views }) => [value, views]),
    [
      ['other', 7 + 6 * 2],
      ['', 300 - 50 - 7 - many.length * 2],
    ],
  )
  const known = new Set(Array.from({ length: VALUES_A_DAY_MAX }, (_, index) => `v${index}`))
  assert.deepEqual([countedValue(known, 'v3'), countedValue(known, 'new')], ['v3', 'other'])
})

test('spec 23.64: a device is of the class that its browser names, and a program is none', () => {
  const mozilla = (of: string) => `Mozilla/5.0 (${of})`
  const named: [string, string][] = [
    [`${mozilla('iPhone; CPU iPhone OS 18_0 like Mac OS X')} Version/18.0 Mobile/15E148 Safari/604.1`, 'phone'],
    [`${mozilla('Linux; Android 15; Pixel 9')} Chrome/140 Mobile Safari/537.36`, 'phone'],
    ['Opera/9.80 (Android; Opera Mini/36.2/119; U; hi) Presto/2.12', 'phone'],
    ['Nokia6300_4G/2.0 (KAIOS/2.5.4) Mobile', 'phone'],
    [`${mozilla('Linux; Android 14; SM-X910')} Chrome/140 Safari/537.36`, 'tablet'],
    [`${mozilla('iPad; CPU OS 17_0 like Mac OS X')} Version/17.0 Mobile/15E148 Safari/604.1`, 'tablet'],
    [`${mozilla('Windows NT 10.0; Win64; x64')} Chrome/140 Safari/537.36`, 'desktop'],
    [`${mozilla('X11; Linux x86_64; rv:140.0')} Gecko/20100101 Firefox/140.0`, 'desktop'],
    [`${mozilla('SMART-TV; Linux; Tizen 8.0')} Version/8.0 TV Safari/537.36`, 'other'],
    ['Something else', 'other'],
    ['Googlebot/2.1 (+http://www.google.com/bot.html)', 'bot'],
    ['', 'bot'],
  ]
  for (const [name, device] of named) assert.equal(classOf(name), device, name)
  assert.deepEqual(
    devicesOf([row('device', 'phone', { views: 4, submissions: 1 }), row('device', 'bot', { views: 9 })]).map(
      ({ device, views, completion }) => [device, views, completion],
    ),
    [
      ['phone', 4, 0.25],
      ['tablet', 0, null],
      ['desktop', 0, null],
      ['other', 0, null],
    ],
  )
})
