// Workbooks, opened by readers that are not ours.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sheetsOf, shownTime } from '../../../test/exports.ts'
import { type CellValue, type Column, workbookOf } from './workbook.ts'

const columns: Column[] = [
  { title: 'Text', kind: 'text', width: 20 },
  { title: 'Time', kind: 'time', width: 20 },
  { title: 'Money', kind: 'money', width: 10 },
  { title: 'Count', kind: 'count', width: 10 },
]

async function written(pages: CellValue[][][], rowsOfSheetMax?: number): Promise<Buffer> {
  const table = {
    name: 'R&D "<log>"',
    columns,
    pages: (async function* () {
      yield* pages
    })(),
  }
  const chunks: Buffer[] = []
  for await (const chunk of workbookOf(table, rowsOfSheetMax)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

test('spec 13.29: as many sheets as the rows need, each with the header, none of them empty', async () => {
  const rows = (count: number): CellValue[][] => Array.from({ length: count }, (_, n) => [`row ${n}`, null, null, n])
  for (const [pages, sizes] of [
    [[], [0]],
    [[[]], [0]],
    [[rows(4)], [4]],
    [[rows(5)], [5]],
    [[rows(6)], [5, 1]],
    [
      [rows(3), [], rows(8), rows(4)],
      [5, 5, 5],
    ],
  ] as [CellValue[][][], number[]][]) {
    const sheets = sheetsOf(await written(pages, 5))
    assert.deepEqual(
      sheets.map((sheet) => sheet.rows.length - 1),
      sizes,
    )
    for (const sheet of sheets) {
      assert.deepEqual(sheet.rows[0], { A: 'Text', B: 'Time', C: 'Money', D: 'Count' })
      assert.ok(sheet.isFrozen)
    }
    assert.deepEqual(
      sheets.map(({ name }) => name),
      sizes.map((_, n) => (n === 0 ? 'R&D "<log>"' : `R&D "<log>" ${n + 1}`)),
    )
    const all = sheets.flatMap((sheet) => sheet.rows.slice(1).map(({ A }) => A))
    assert.deepEqual(
      all,
      pages.flat().map(([text]) => text),
    )
  }
})

test('spec 13.28: text comes back as it was, whatever it is, but for what runs as a formula and what XML cannot say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 20 }), async (texts) => {
      const [sheet] = sheetsOf(await written([texts.map((text) => [text, null, null, null])]))
      const found = sheet?.rows.slice(1).map(({ A }) => A)
      for (const [index, text] of texts.entries()) {
        const cell = found?.[index] as string
        assert.ok(!/^[=+\-@\t\r]/.test(cell) || /^-?\d+(\.\d+)?$/.test(cell), JSON.stringify(cell))
        if (!/[\p{Cc}\p{Cf}]/u.test(text)) assert.equal(cell.replace(/^'/, ''), text.replace(/^'/, ''))
      }
    }),
    { numRuns: 50 },
  )
  const [sheet] = sheetsOf(
    await written([
      [
        ['=1+1', null, null, null],
        ['नमस्ते & <b>"\u0001', null, null, null],
      ],
    ]),
  )
  assert.deepEqual(sheet?.rows.slice(1), [{ A: "'=1+1" }, { A: 'नमस्ते & <b>"' }])
})

test('spec 13.29: times are days by the clock of India, money and counts are numbers to the last digit', async () => {
  const at = Date.parse('2026-03-31T18:30:00Z') / 1000
  const rows: CellValue[][] = [
    ['x', at, 150_001n, 1_234_567],
    ['y', at + 1, -999_999_999_999_999n, 0],
  ]
  const [sheet] = sheetsOf(await written([rows]))
  const shown = sheet?.rows.slice(1) ?? []
  assert.deepEqual(
    shown.map(({ B }) => shownTime(B as number)),
    ['2026-04-01 00:00:00', '2026-04-01 00:00:01'],
  )
  assert.deepEqual(
    shown.map(({ C }) => C),
    [0.150001, -999_999_999.999999],
  )
  assert.deepEqual(
    shown.map(({ D }) => D),
    [1_234_567, 0],
  )
  assert.deepEqual(sheet?.formats, { A: '0', B: 'yyyy\\-mm\\-dd hh:mm:ss', C: '#,##0.00####', D: '3' })
})

test('the same rows make the same bytes, and what is wrong with a page is wrong with the whole', async () => {
  const rows: CellValue[][] = [['x', 1, 2n, 3]]
  assert.ok((await written([rows])).equals(await written([rows])))
  const broken = {
    name: 'Log',
    columns,
    pages: (async function* () {
      yield rows
      throw new Error('the database is away')
    })(),
  }
  await assert.rejects(async () => {
    for await (const _ of workbookOf(broken)) assert.ok(_)
  }, /the database is away/)
})
