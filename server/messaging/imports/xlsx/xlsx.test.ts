// Parsing of spreadsheets: spec 6.34.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import type { FieldErrorCode } from '#kit/messages/field-errors.ts'
import type { AttachmentStore } from '#messaging/attachments/store/store.ts'
import { oneDeflated, type Parts, partsOf, strings, zipped } from '../../../../test/spreadsheets.ts'
import { type CsvRecord, ReadError } from '../csv-reader.ts'
import { RowReader } from '../rows.ts'
import { isXlsx, xlsxHead, xlsxRecords } from './read.ts'
import { SheetReader } from './sheet-reader.ts'
import { dateText, isDateFormat, numberText } from './values.ts'
import { openParts } from './zip-reader.ts'

const key = { organizationId: newUuid(), id: newUuid() }

/** A store that returns a file in chunks of this size. */
const storeOf = (bytes: Buffer, pieceBytes = 1000): AttachmentStore =>
  ({
    get: async () =>
      Readable.from(
        (function* () {
          for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes)
        })(),
        { objectMode: false },
      ),
  }) as unknown as AttachmentStore

async function read(bytes: Buffer, pieceBytes?: number) {
  const records = []
  let error: ReadError | null = null
  for await (const piece of xlsxRecords(storeOf(bytes, pieceBytes), key)) {
    records.push(...piece.records)
    error ??= piece.error
  }
  return { records, error }
}
const cellsOf = async (parts: Parts) => {
  const { records, error } = await read(await zipped(parts))
  assert.equal(error, null)
  return records.map(({ cells }) => cells)
}

test('spec 6.34: a phone number that a spreadsheet shows as 9.8123E+11 is read with all its digits, a date as a date', async () => {
  for (const [value, text] of [
    ['919812345678', '919812345678'],
    ['9.19812345678E+11', '919812345678'],
    ['9.812345678E9', '9812345678'],
    ['0.30000000000000004', '0.3'],
    ['1.0000000000000001E-7', '0.0000001'],
    ['-12.5', '-12.5'],
    ['560001', '560001'],
    ['', ''],
    ['x', 'x'],
  ] as const)
    assert.equal(numberText(value), text, value)
  assert.equal(dateText('46357', false), '2026-12-01')
  assert.equal(dateText('46357.5', false), '2026-12-01 12:00:00')
  assert.equal(dateText('1', false), '1900-01-01')
  assert.equal(dateText('59', false), '1900-02-28')
  assert.equal(dateText('61', false), '1900-03-01')
  assert.equal(dateText('0', true), '1904-01-01')
  assert.equal(dateText('0.75', false), '18:00:00')
  assert.equal(dateText('99999999', false), '99999999', 'no day at all')
  const formats: [number, string | undefined, boolean][] = [
    [14, undefined, true],
    [0, undefined, false],
    [164, 'dd/mm/yyyy', true],
    [165, '"day" 0', false],
    [166, '[$-4009]d mmmm, yyyy;@', true],
    [167, '[Red]#,##0.00', false],
    [168, '0\\d', false],
    [169, '[h]:mm', true],
    [170, 'General', false],
  ]
  for (const [id, code, is] of formats) assert.equal(isDateFormat(id, code), is, code ?? String(id))
})

test('spec 6.34: shared, rich, written and computed texts, numbers, dates and gaps become the cells that one sees', async () => {
  const rows = `
    <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" t="inlineStr"><is><t>Joined</t></is></c></row>
    <row r="2"><c r="A2" s="2"/><c r="XFD2" s="1"/></row>
    <row r="4"><c r="A4" t="s"><v>2</v></c><c r="B4"><v>9.19812345678E+11</v></c><c r="D4" s="1"><v>46357</v></c></row>
    <row><c t="str"><f>A1&amp;"x"</f><v>R &amp; D_x000D_</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c></row>`
  const more = {
    'xl/sharedStrings.xml':
      '<x:sst xmlns:x="m"><x:si><x:t>Name</x:t></x:si><x:si><x:r><x:t>Mob</x:t></x:r><x:r><x:t>ile</x:t></x:r><x:rPh><x:t>no</x:t></x:rPh></x:si><x:si><x:t xml:space="preserve">रवि</x:t></x:si></x:sst>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf/></cellXfs></styleSheet>',
  }
  const bytes = await zipped(partsOf(rows, more))
  const expected = [
    { number: 1, cells: ['Name', 'Mobile', '', 'Joined'] },
    { number: 4, cells: ['रवि', '919812345678', '', '2026-12-01'] },
    { number: 5, cells: ['R & D\r', 'TRUE', '#N/A'] },
  ]
  for (const pieceBytes of [7, 100_000]) assert.deepEqual((await read(bytes, pieceBytes)).records, expected)
  assert.deepEqual(await xlsxHead(storeOf(bytes), key, 2), expected.slice(0, 2))
})

test('spec 6.34: the first sheet that is shown is read, whatever its part is called', async () => {
  const parts = partsOf('', {
    'xl/workbook.xml':
      '<workbook><workbookPr date1904="1"/><sheets><sheet state="hidden" q:id="a" xmlns:q="m"/><sheet q:id="b"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/><Relationship Id="b" Target="/xl/other.xml"/></Relationships>',
    'xl/other.xml': '<worksheet><sheetData><row><c t="str"><v>Shown</v></c></row></sheetData></worksheet>',
  })
  assert.deepEqual(await cellsOf(parts), [['Shown']])
})

test('spec 6.34: what is no spreadsheet, is protected, damaged, cut short or of another kind says so and what to do', async () => {
  const isOf = (code: FieldErrorCode) => (error: unknown) => error instanceof ReadError && error.error.code === code
  const says = async (bytes: Buffer, code: FieldErrorCode) => {
    assert.ok(isOf(code)((await read(bytes)).error), code)
    await assert.rejects(xlsxHead(storeOf(bytes), key, 5), isOf(code))
  }
  const good = await zipped(partsOf('<row><c t="str"><v>x</v></c></row>'))
  await says(good.subarray(0, good.length - 30), 'spreadsheet_damaged')
  await says(await zipped({ 'a.txt': 'x' }), 'zip_without_spreadsheet')
  await says(await zipped({ 'content.xml': '<x/>' }), 'spreadsheet_open_document')
  await says(await zipped({ 'xl/workbook.bin': 'x' }), 'spreadsheet_binary_format')
  await says(await zipped(partsOf('<row><c t="str"><v>x</row>')), 'spreadsheet_damaged')
  const flipped = oneDeflated('a.xml', Buffer.from('9810000121'))
  const central = flipped.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'))
  flipped[central + 16] = (flipped[central + 16] ?? 0) ^ 1
  const parts = await openParts(storeOf(flipped), key)
  await assert.rejects(Array.fromAsync(parts.chunksOf('a.xml', 100)), { code: 'spreadsheet_unreadable' })
  const bomb =
    '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet><sheetData><row><c t="str"><v>&a;</v></c></row></sheetData></worksheet>'
  await says(await zipped(partsOf('', { 'xl/worksheets/sheet1.xml': bomb })), 'spreadsheet_damaged')
  const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  assert.throws(() => isXlsx(compound), isOf('spreadsheet_old_format'))
  const encrypted = Buffer.concat([compound, Buffer.alloc(600), Buffer.from('EncryptedPackage', 'utf16le')])
  assert.throws(() => isXlsx(encrypted), isOf('spreadsheet_with_password'))
  assert.ok(isXlsx(good))
  assert.ok(!isXlsx(Buffer.from('Name,Mail\n')))
})

test('spec 6.34: a cell whose shared text does not exist fails its own row, and the rows around it are read', async () => {
  const rows = `
    <row r="1"><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>
    <row r="2"><c t="s"><v>7</v></c><c t="str"><v>a@farm.example</v></c></row>
    <row r="3"><c t="s"><v>-1</v></c></row>
    <row r="4"><c t="s"><v>x</v></c><c t="str"><v>b@farm.example</v></c></row>
    <row r="5"><c t="str"><v>Ravi</v></c><c t="str"><v>c@farm.example</v></c></row>`
  const bytes = await zipped(partsOf(rows, strings('Name', 'Email')))
  const { records, error } = await read(bytes)
  assert.equal(error, null)
  assert.deepEqual(records, [
    { number: 1, cells: ['Name', 'Email'] },
    { number: 2, cells: ['', 'a@farm.example'], missing: [0] },
    { number: 3, cells: [''], missing: [0] },
    { number: 4, cells: ['', 'b@farm.example'], missing: [0] },
    { number: 5, cells: ['Ravi', 'c@farm.example'] },
  ])
  assert.deepEqual(await xlsxHead(storeOf(bytes), key, 5), records)
  const reader = new RowReader(
    [
      { name: 'Name', field: 'display_name' },
      { name: 'Email', field: 'email' },
    ],
    'IN',
  )
  const [, second] = records.map((record) => reader.read(record))
  assert.ok(second !== undefined && 'error' in second)
  assert.deepEqual([second.number, second.column, second.error.code], [2, 'Name', 'cell_text_missing'])
  const others = new RowReader(
    [
      { name: 'Name', field: null },
      { name: 'Email', field: 'email' },
    ],
    'IN',
  )
  assert.ok(!('error' in others.read(records[1] as CsvRecord)), 'a column that is not imported does no harm')
})

test('spec 6.34: rows whose numbers are missing, repeated, backwards or no numbers are counted on', async () => {
  const row = (number: string, text: string) => `<row ${number}><c t="str"><v>${text}</v></c></row>`
  const rows = [
    row('r="x"', 'a'),
    row('r="5"', 'b'),
    row('r="5"', 'c'),
    row('r="2"', 'd'),
    row('r="9999999999"', 'e'),
    row('', 'f'),
  ]
  const { records } = await read(await zipped(partsOf(rows.join(''))))
  assert.deepEqual(
    records.map(({ number, cells }) => [number, cells[0]]),
    [
      [1, 'a'],
      [5, 'b'],
      [6, 'c'],
      [7, 'd'],
      [8, 'e'],
      [9, 'f'],
    ],
  )
})

test('spec 6.34: folders, files of macOS, odd names, a DOCTYPE and parts with other names do not stop an import', async () => {
  const rows = '<row><c t="s"><v>0</v></c></row>'
  const sheet = `<!DOCTYPE worksheet SYSTEM "x.dtd" [<!ELEMENT row ANY>]><worksheet><sheetData>${rows}</sheetData></worksheet>`
  const parts = {
    'xl/': '',
    'xl/worksheets/': '',
    '__MACOSX/xl/._workbook.xml': randomBytes(20),
    '.DS_Store': randomBytes(20),
    '../up.txt': 'x',
    'C:\\temp\\a.txt': 'x',
    ...partsOf('', { 'xl/worksheets/sheet1.xml': sheet }),
    'xl/texts.xml': '<sst><si><t>Name</t></si></sst>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="./worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="/xl/texts.xml"/></Relationships>',
  }
  // `zipped` writes sizes after each part, in data descriptors.
  assert.deepEqual(await cellsOf(parts), [['Name']])
  const small = oneDeflated('a.xml', Buffer.from('text'), 4, { isZip64: true })
  const opened = await openParts(storeOf(small), key)
  assert.equal(Buffer.concat(await Array.fromAsync(opened.chunksOf('a.xml', 100))).toString(), 'text')
})

test('spec 6.34: what a file unpacks to is bounded: by what its parts say, by what they are, by row, column and text', async () => {
  const zeros = Buffer.alloc(4 * 1024 * 1024)
  const chunks = async (bytes: Buffer, max: number) => {
    const parts = await openParts(storeOf(bytes, 64 * 1024), key)
    let size = 0
    for await (const chunk of parts.chunksOf('a.xml', max)) size += chunk.length
    return size
  }
  const honest = oneDeflated('a.xml', zeros)
  assert.ok(honest.length < 10_000, 'small as it comes')
  assert.equal(await chunks(honest, zeros.length), zeros.length)
  await assert.rejects(chunks(honest, zeros.length - 1), { code: 'spreadsheet_too_large' })
  // Its declared size is small.
  await assert.rejects(chunks(oneDeflated('a.xml', zeros, 100), 1000), { code: 'spreadsheet_unreadable' })

  const fails = async (rows: string, code: ReadError['code']) => {
    const reader = new SheetReader({ is1904: false, isDate: [] })
    assert.throws(
      () => {
        reader.push(Buffer.from('<worksheet><sheetData>'))
        for (let from = 0; from < rows.length; from += 64 * 1024)
          reader.push(Buffer.from(rows.slice(from, from + 64 * 1024)))
      },
      { code },
    )
  }
  await fails(`<row><c r="A1" t="str"><v>${'x'.repeat(1_000_000)}`, 'row_too_long')
  await fails(`<row><c r="${'A'.repeat(1_000_000)}`, 'row_too_long')
  await fails(`<row>${'<c t="str"><v>xxxxxxxxxx</v></c>'.repeat(201)}</row>`, 'too_many_columns')
  await fails(`<row>${'<c r="A1" t="str"><v>xxxxxxxxxx</v></c>'.repeat(20_000)}</row>`, 'row_too_long')
})

test('spec 6.34: a failure of the store is no error of the file', async () => {
  const store = {
    get: async () => {
      throw new Error('the disk is away')
    },
  } as unknown as AttachmentStore
  await assert.rejects(xlsxHead(store, key, 5), /the disk is away/)
  // An image so large that the sheet is not at the end of the file.
  const picture = { 'xl/media/a.png': randomBytes(3 * 1024 * 1024) }
  const good = await zipped(partsOf('<row><c t="str"><v>x</v></c></row>', picture))
  assert.deepEqual((await read(good, 64 * 1024)).records, [{ number: 1, cells: ['x'] }])
  let opened = 0
  const failing = {
    get: async (asked: typeof key) => {
      if (++opened > 1) throw new Error('the disk is away')
      return storeOf(good, 64 * 1024).get(asked)
    },
  } as unknown as AttachmentStore
  await assert.rejects(async () => {
    for await (const _ of xlsxRecords(failing, key));
  }, /the disk is away/)
})
