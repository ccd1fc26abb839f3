// spec 13.15: a summary is one page for every month.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/cases.ts'
import { summary } from '../examples.ts'
import type { Summary } from '../schema.ts'
import { stepOf } from './charts.ts'
import { renderSummary } from './render.ts'
import { drawable, rupees } from './words.ts'

const pagesOf = (pdf: Buffer) => [...pdf.toString('latin1').matchAll(/\/Type \/Page\b/g)].length
const nothing = { messages: 0, sent: 0, delivered: 0, failed: 0, amount: '0.00' }
const months: Record<string, Partial<Summary>> = {
  'with one channel': {},
  'without anything': {
    total: nothing,
    previous: { month: '2026-09', messages: 0, amount: '0.00' },
    change: { amount: '0.00', percent: null },
    by_channel: [],
    by_kind: [],
    by_day: summary.by_day.map(({ day }) => ({ day, messages: 0, amount: '0.00' })),
    tips: [],
  },
  'in which more came back than was spent': {
    total: { ...nothing, amount: '-3.123456' },
    change: { amount: '-29.123456', percent: -112 },
    by_channel: [{ channel: 'sms', ...nothing, amount: '-3.123456', previous_amount: '0.00' }],
    by_kind: [{ channel: 'sms', kind: 'unattributed', ...nothing, amount: '-3.123456' }],
    by_day: summary.by_day.map(({ day }) => ({ day, messages: 0, amount: '-0.10' })),
  },
  'of large numbers and many tips': {
    total: {
      messages: 123_456_789,
      sent: 123_456_700,
      delivered: 123_000_000,
      failed: 400_000,
      amount: '9876543210.12',
    },
    change: { amount: '9876543184.12', percent: 37986704.6 },
    by_day: summary.by_day.map(({ day }) => ({ day, messages: 1, amount: '318598168.07' })),
    tips: Array.from({ length: 12 }, () => summary.tips[0] as Summary['tips'][number]),
  },
}

for (const [which, changes] of Object.entries(months)) {
  test(`spec 13.15: the summary of a month ${which} is one page, and the same bytes each time`, async () => {
    const one = { ...summary, ...changes }
    const pdf = await renderSummary(one)
    assert.equal(pagesOf(pdf), 1)
    assert.deepEqual(await renderSummary(one), pdf)
    assert.doesNotMatch(pdf.toString('latin1'), /NaN|undefined|Infinity/)
  })
}

test('spec 13.15: a name in Hindi, a long one and one with letters that the fonts do not have are drawn all the same', async () => {
  const names = ['आशा टेक्सटाइल्स प्राइवेट लिमिटेड', 'Handloom Weavers and Spinners '.repeat(6), 'தமிழ் 😀 Traders']
  for (const organization_name of names)
    assert.equal(pagesOf(await renderSummary({ ...summary, organization_name })), 1)
  const fonts = {
    regular: { hasGlyphForCodePoint: (code: number) => code < 128 },
    strong: { hasGlyphForCodePoint: (code: number) => code !== 97 },
  }
  assert.equal(drawable('a😀bक', fonts as never), '··b·')
})

test('spec 13.15: amounts are rounded to the paisa, and the lines of a chart are few and round', () => {
  assert.equal(rupees(123_456_785_000n), '₹1,23,456.79')
  assert.equal(rupees(-4_000n), '₹0.00')
  assert.equal(rupees(-150_000n), '−₹0.15')
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 15n), (most) => {
      const step = stepOf(most)
      assert.ok(step * 4n >= most, 'at most four')
      assert.match(String(step), /^(1|2|25|5)0*$/)
    }),
  )
})
