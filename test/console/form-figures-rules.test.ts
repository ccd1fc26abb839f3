// Pure rules of the console's form pages outside the builder: sharing, submissions and analytics.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chartOf, percent, periodOf } from '../../console/src/forms/analytics/figures.ts'
import { readFormFilter, readSubmissionSearch } from '../../console/src/forms/known.ts'
import type { Field, Settings } from '../../console/src/forms/shape.ts'
import { originOf, snippetOf } from '../../console/src/forms/share/snippet.ts'
import { answerText, columnsOf } from '../../console/src/forms/submissions/answers.ts'

const both: Settings = { languages: ['en', 'hi'], default_language: 'en' }

test('spec 22.79: sites are origins, whatever is pasted; the snippet is the page’s own script', () => {
  assert.deepEqual(
    ['www.shop.example', 'https://shop.example/contact?x=1', ' https://shop.example:8443 '].map(originOf),
    ['https://www.shop.example', 'https://shop.example', 'https://shop.example:8443'],
  )
  for (const wrong of [
    '',
    'http://shop.example',
    'https://*.shop.example',
    'javascript:alert(1)',
    'shop',
    'https://a@b.example',
  ])
    assert.equal(originOf(wrong), null, wrong)
  assert.equal(snippetOf('https://s.example/f/x'), '<script src="https://s.example/f/x/embed.js" async></script>')
})

test('spec 22.80: answers are shown by the labels of their version, and keys of other versions by themselves', () => {
  const definition = {
    settings: both,
    fields: [
      {
        key: 'food',
        type: 'multiple_choice',
        label: { en: 'Food', hi: 'भोजन' },
        options: [{ value: 'j', label: { en: 'Jain', hi: 'जैन' } }, { value: 'Veg' }],
      },
      { key: 'stars', type: 'rating', label: 'Stars', max: 5 },
      { key: 'part', type: 'heading', label: 'Part' },
      { key: 'photo', type: 'file', label: 'Photo' },
    ] as Field[],
  }
  const shown = { language: 'hi', yes: 'हाँ', no: 'नहीं' }
  const [food, stars] = definition.fields
  assert.equal(answerText(food, ['j', 'Veg'], definition, shown), 'जैन, Veg')
  assert.equal(answerText(stars, 4, definition, shown), '4/5')
  assert.equal(answerText(undefined, true, definition, shown), 'हाँ')
  assert.equal(answerText(undefined, undefined, definition, shown), '')
  assert.deepEqual(
    columnsOf(definition, [{ food: ['j'], old: 'x', photo: [] }], 'hi').map(({ name }) => name),
    ['भोजन', 'Stars', 'old'],
  )
})

test('spec 22.82: analytics have every day of the period, by the month where it is long; addresses say only what is valid', () => {
  const names = { measure: (one: string) => one, column: (key: string) => key }
  const row = { day: '2026-11-02', views: 8, starts: 4, submissions: 3 }
  const { data, unit } = chartOf([row], { from: '2026-11-01', to: '2026-11-03' }, names)
  assert.deepEqual(
    [unit, data.columns.map(({ key, values }) => [key, ...values])],
    [
      'day',
      [
        ['2026-11-01', 0n, 0n, 0n],
        ['2026-11-02', 8n, 4n, 3n],
        ['2026-11-03', 0n, 0n, 0n],
      ],
    ],
  )
  const year = chartOf([row, { ...row, day: '2026-11-30' }], { from: '2026-01-01', to: '2026-12-31' }, names)
  assert.deepEqual([year.unit, year.data.columns.length, year.data.columns[10]?.values], ['month', 12, [16n, 8n, 6n]])
  assert.deepEqual([percent(0, 0), percent(1, 1000), percent(999, 1000), percent(5, 5)], ['–', '1%', '99%', '100%'])
  assert.deepEqual(periodOf({}, '2026-11-30'), { from: '2026-11-01', to: '2026-11-30' })
  assert.deepEqual(periodOf({ to: '2026-10-31' }, '2026-11-30'), { from: '2026-10-02', to: '2026-10-31' })
  assert.deepEqual(readFormFilter({ status: 'gone', name: 7 }), { name: '7' })
  assert.deepEqual(readSubmissionSearch({ state: 'spam', q: '  ', from: '2026-13-01', open: 'camp_1' }), {
    state: 'spam',
  })
})
