import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc, { anyText } from '../../test/cases.ts'
import { ByteWriter } from './byte-writer.ts'
import { writeCsvCell } from './csv.ts'
import { csvCell, csvRecord } from './csv-cell.ts'

test('spec 18.4: cells that a spreadsheet would run are defused, numbers are not', () => {
  for (const formula of ['=1+1', '+SUM(A1)', '-2+3', '@SUM', '\t=1', '\r=1', '+919845012345', '-', '=']) {
    assert.match(csvRecord([formula]), /^"?'/, JSON.stringify(formula))
  }
  assert.equal(csvRecord(['-0.15', '-12', 42, -7, '0.15', 'a=b', 'x-y', '1-2']), '-0.15,-12,42,-7,0.15,a=b,x-y,1-2\r\n')
})

test('spec 18.4: also behind a line break, a blank, a tab or what has no width, and written in full width', () => {
  const hidden = [
    '\n=1',
    '\r\n=1',
    ' =1',
    '\u00a0=1',
    '\u3000=1',
    '\ufeff=1',
    '\u200b=1',
    '\u0000=1',
    '\t@SUM',
    '\v-2+3',
    ' x',
  ]
  for (const cell of [...hidden, '＝1+1', '＋1', '－1', '＠SUM', '−1', '﹦1'])
    assert.match(csvRecord([cell]), /^"?'/, JSON.stringify(cell))
})

test('spec 18.4: also where the spreadsheet parts cells by another sign than the comma, or lines by one within a cell', () => {
  assert.equal(csvRecord(['shop;=1+1']), `"shop;'=1+1"\r\n`)
  assert.equal(csvRecord(['shop\t "=1+1']), `"shop\t ""'=1+1"\r\n`)
  assert.equal(csvRecord(['one\n=1\n-2']), `"one\n'=1\n'-2"\r\n`)
  assert.equal(csvRecord(['shop; nothing = here']), `"shop; nothing = here"\r\n`)
})

test('RFC 4180: quotes, commas and line ends are quoted, null is empty', () => {
  assert.equal(csvRecord(['a,b', 'say "hi"', 'two\nlines', null, '']), '"a,b","say ""hi""","two\nlines",,\r\n')
})

/** An RFC 4180 parser that is independent of the writer. */
function parse(text: string): string[][] {
  const records: string[][] = [[]]
  let rest = text
  while (rest !== '') {
    const match = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest)
    assert.ok(match, `not a record: ${JSON.stringify(rest)}`)
    records.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    rest = rest.slice(match[0].length)
    if (match[3] !== ',') records.push([])
  }
  return records.slice(0, -1)
}

const nasty = fc.string({
  unit: fc.constantFrom(...'=+-@＝－;|,"\'\t\r\n \u00a0\ufeff1a.0'),
  maxLength: 12,
})

test('spec 18.4: whatever cells hold, they are read back as they were but for the marks, and none begins as a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(nasty, fc.string()), { minLength: 1, maxLength: 5 }), (cells) => {
      const record = csvRecord(cells)
      const [read, ...more] = parse(record)
      assert.deepEqual(more, [])
      const unmarked = (text: string) => text.replaceAll("'", '')
      assert.deepEqual(read?.map(unmarked), cells.map(unmarked))
      const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text)
      for (const cell of read ?? []) assert.ok(isNumber(cell) || !/^[\s\p{Cc}\p{Cf}=+\-@＝＋－＠]/u.test(cell), cell)
      // Parsed with another separator and with quotes.
      for (const separator of [';', '|', '\t', '\n']) {
        const [, ...pieces] = record.trimEnd().split(separator)
        for (const piece of pieces)
          assert.ok(!/^[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠]/u.test(piece), JSON.stringify(record))
      }
    }),
  )
})

test('spec 18.4: written as bytes a cell is the same', () => {
  const out = new ByteWriter(1)
  const mixed = fc.string({
    unit: fc.constantFrom(...'ab1-=,;"\n\t \u2028\u00ad\u0085₹é＝दि', '😀', '\ufeff'),
    maxLength: 40,
  })
  fc.assert(
    fc.property(fc.oneof(nasty, mixed, fc.string({ unit: 'grapheme' }), anyText()), (text) => {
      // Surrounded by other bytes, as in a row from the database.
      const bytes = Buffer.from(`=${text}=`)
      writeCsvCell(out, bytes, 1, bytes.length - 1)
      assert.equal(out.take().toString(), csvCell(text.toWellFormed()))
    }),
  )
})
