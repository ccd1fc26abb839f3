// Workbooks, opened by other programs' readers.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asText } from '#kit/csv-cell.ts'
import { formatMicros } from '#kit/money.ts'
import fc, { anyText, SLOW_CASES } from '../../../test/cases.ts'
import { sheetsOf, shownTime, textsOf } from '../../../test/exports.ts'
import { type Cells, type Column, serialOf } from './cells.ts'
import { type Page, workbookOf } from './workbook.ts'

type CellValue = string | number | bigint | null

const columns: Column[] = [
  { title: 'Text', kind: 'text', width: 20 },
  { title: 'Time', kind: 'time', width: 20 },
  { title: 'Money', kind: 'money', width: 10 },
  { title: 'Count', kind: 'count', width: 10 },
]

function writeCell(cells: Cells, { kind }: Column, value: CellValue): void {
  if (value === null) cells.skip()
  else if (kind === 'text') cells.text(Buffer.from(String(value)))
  else if (kind === 'time') cells.time(value as number)
  else {
    const out = cells.open()
    if (kind === 'money') out.ascii(formatMicros(value as bigint))
    else out.integer(value as number)
    cells.close()
  }
}

function pageOf(rows: CellValue[][]): Page {
  const left = rows.values()
  return {
    count: rows.length,
    writeRow(cells) {
      const row = left.next().value as CellValue[]
      for (const [index, column] of columns.entries()) writeCell(cells, column, row[index] as CellValue)
    },
  }
}

async function written(pages: CellValue[][][], rowsOfSheetMax?: number): Promise<Buffer> {
  const table = {
    name: 'R&D "<log>"',
    columns,
    pages: (async function* () {
      yield* pages.map(pageOf)
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
    { numRuns: SLOW_CASES },
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
      yield pageOf(rows)
      throw new Error('the database is away')
    })(),
  }
  await assert.rejects(async () => {
    for await (const _ of workbookOf(broken)) assert.ok(_)
  }, /the database is away/)
})

/** A row in the standard's format, cell by cell. */
function plainRow(row: readonly CellValue[], number: number): string {
  const plain = (text: string) =>
    text
      .replace(/[\p{Cc}\ufffe\uffff]/gu, (one) => ('\t\n'.includes(one) ? one : ''))
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  const cells = row.map((value, index) => {
    const place = `${'ABCD'[index]}${number}`
    if (value === null) return ''
    if (index === 0)
      return `<c r="${place}" s="0" t="inlineStr"><is><t xml:space="preserve">${plain(asText(String(value)).slice(0, 32_767))}</t></is></c>`
    const shown = index === 1 ? serialOf(value as number) : index === 2 ? formatMicros(value as bigint) : value
    return `<c r="${place}" s="${index + 1}"><v>${shown}</v></c>`
  })
  return `<row r="${number}">${cells.join('')}</row>`
}

const orNull = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null })
const letters = fc.constantFrom(...'ab1-=,&<>"\n\t\u0085\uffff\ufffe\u200b＝ दि₹', '😀')
const anyRow: fc.Arbitrary<CellValue[]> = fc.tuple(
  orNull(
    fc.oneof(
      fc.string({ unit: letters }),
      anyText().map((text) => text.toWellFormed()),
    ),
  ),
  orNull(fc.oneof(fc.integer({ min: -(10 ** 9), max: 4 * 10 ** 9 }), fc.integer({ min: 0, max: 2 * 10 ** 11 }))),
  orNull(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })),
  orNull(fc.nat()),
)

test('spec 13.29: whatever the cells hold, a sheet says it as it is defined, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { maxLength: 60 }), async (rows) => {
      const sheet = textsOf(await written([rows])).get('xl/worksheets/sheet1.xml')
      const data = /<row r="1">.*?<\/row>(.*)<\/sheetData><autoFilter ref="A1:D(\d+)"/s.exec(sheet ?? '')
      assert.equal(data?.[1], rows.map((row, index) => plainRow(row, index + 2)).join(''))
      assert.equal(Number(data?.[2]), rows.length + 1)
    }),
    { numRuns: SLOW_CASES },
  )
})

test('spec 13.29: every second of a day has the digits that a spreadsheet rounds to', async () => {
  const midnight = Date.parse('2030-12-31T18:30:00Z') / 1000
  const rows = Array.from({ length: 86_400 }, (_, second): CellValue[] => [null, midnight + second, null, null])
  const sheet = textsOf(await written([rows])).get('xl/worksheets/sheet1.xml') as string
  const found = [...sheet.matchAll(/<v>([^<]*)<\/v>/g)].map(([, shown]) => shown)
  assert.deepEqual(
    found,
    rows.map(([, at]) => serialOf(at as number)),
  )
})

test('text longer than a cell takes is cut, and one that is longer than a piece comes whole', async () => {
  const long = 'x'.repeat(40_000)
  const sheets = sheetsOf(await written([Array.from({ length: 50 }, () => [long, null, null, null])]))
  const texts = sheets[0]?.rows.slice(1).map(({ A }) => A) ?? []
  assert.equal(texts.length, 50)
  for (const text of texts) assert.equal(text, long.slice(0, 32_767))
})

test('of a page however long only some is written before somebody reads it', async () => {
  const count = 100_000
  let rows = 0
  const page: Page = {
    count,
    writeRow(cells) {
      rows++
      cells.text(Buffer.from('x'.repeat(100)))
    },
  }
  const table = {
    name: 'Log',
    columns,
    pages: (async function* () {
      yield page
    })(),
  }
  const chunks = workbookOf(table)
  await chunks.next()
  // The first compressed chunk.
  await chunks.next()
  assert.ok(rows > 0 && rows < count / 2, String(rows))
  for await (const _ of chunks) assert.ok(_)
  assert.equal(rows, count)
})
