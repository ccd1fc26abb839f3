// Files of imports over the API: spreadsheets, titles above the column names, and files that are not tables.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSamvad } from '../../../test/harness.ts'
import { errorsOf, IMPORTS, imported, uploaded } from '../../../test/imports.ts'
import { partsOf, strings, zipped } from '../../../test/spreadsheets.ts'
import { assertRefused, person } from '../../../test/story.ts'

const samvad = await startSamvad()
const asha = person(samvad)

test('spec 6.34: a spreadsheet is previewed and imported as it is, its numbers as phone numbers, its wrong rows by their numbers', async () => {
  const rows = `
    <row r="1"><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c></row>
    <row r="2"><c t="s"><v>3</v></c><c><v>9.19812345610E+11</v></c><c t="s"><v>4</v></c></row>
    <row r="3"><c s="0"/></row>
    <row r="4"><c t="str"><v>Meera</v></c><c t="str"><v>९८१२३ ४५६११</v></c></row>
    <row r="5"><c t="str"><v>Nobody</v></c><c t="str"><v>x</v></c></row>
    <row r="6"><c t="s"><v>99</v></c><c t="str"><v>9812345612</v></c></row>`
  const shared = strings('Full Name', 'Mobile No.', 'Mail', 'Ravi', 'ravi@sheet.example')
  const bytes = await zipped(partsOf(rows, shared))
  const attachment_id = await uploaded(samvad, bytes)
  const seen = await asha.post(`${IMPORTS}/preview`, { attachment_id })
  assert.equal(seen.status, 200, seen.text)
  assert.deepEqual([seen.body.encoding, seen.body.delimiter, seen.body.has_header], [null, null, true])
  assert.deepEqual(
    seen.body.columns.map(({ suggested }: any) => suggested),
    ['display_name', 'phone_number', 'email'],
  )
  assert.deepEqual(seen.body.rows[0], ['Ravi', '919812345610', 'ravi@sheet.example'])
  assertRefused(
    await asha.post(`${IMPORTS}/preview`, { attachment_id, delimiter: ';' }),
    422,
    'invalid_content',
    'delimiter',
  )
  const mapping = { 'Full Name': 'display_name', 'Mobile No.': 'phone_number', Mail: 'email' }
  const done = await imported(samvad, bytes, { mapping })
  assert.deepEqual([done.status, done.rows, done.created, done.failed], ['completed', 4, 2, 2])
  assert.match(await errorsOf(samvad, done), /^5,Mobile No\.,/m)
  assert.match(await errorsOf(samvad, done), /^6,Full Name,.*,cell_text_missing,/m)
  const found = await asha.get('/v1/contacts?phone_number=%2B919812345611')
  assert.equal(found.body.data[0].display_name, 'Meera')

  // The damage comes after the rows that the preview reads: the rows before it are imported.
  const many = '<row><c t="str"><v>Again</v></c></row>'.repeat(2000)
  const broken = await zipped(partsOf(`${rows}${many}<row><c t="str"><v>x</row>`, shared))
  const ended = await imported(samvad, broken, { mapping, existing: 'update' })
  assert.deepEqual([ended.status, ended.error], ['failed', 'spreadsheet_unreadable'])
  assert.ok(ended.updated === 2 && ended.created > 0, JSON.stringify(ended))
  const [damaged, upTo] = ended.error_details
  assert.deepEqual([damaged.code, upTo.code], ['spreadsheet_damaged', 'import_rows_done'])
  assert.equal(upTo.params.next, upTo.params.row + 1)
  assert.equal(ended.error_detail, `${damaged.message} ${upTo.message}`)
})

test('spec 6.34: an old .xls, and a web page or XML that is saved as .xls, is refused with what to do', async () => {
  const page = '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>Name</td></tr></table></html>'
  const files: [Buffer, string][] = [
    [Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'spreadsheet_old_format'],
    [Buffer.from(page), 'spreadsheet_is_html'],
    [Buffer.from(`\ufeff\r\n${page}`, 'utf16le'), 'spreadsheet_is_html'],
    [Buffer.from('<!-- report --><TABLE border=1><tr><td>Name'), 'spreadsheet_is_html'],
    [Buffer.from('<?xml version="1.0"?><Workbook/>'), 'spreadsheet_is_xml'],
  ]
  for (const [bytes, code] of files) {
    const attachment_id = await uploaded(samvad, bytes)
    for (const [path, fields] of [
      [`${IMPORTS}/preview`, {}],
      [IMPORTS, { mapping: { Name: 'display_name' } }],
    ] as const) {
      const refused = await asha.post(path, { attachment_id, ...fields })
      assertRefused(refused, 422, 'invalid_content', 'attachment_id')
      assert.equal(refused.body.errors[0].code, code)
      assert.match(refused.body.errors[0].message, /[Ss]ave .*\.xlsx.* CSV/)
    }
  }
})

test('spec 6.23: a title and blank lines above the column names are not imported, and the answer says where the names are', async () => {
  const company = await samvad.newCompany('Titled Lists')
  const who = person(samvad, company)
  const text = 'Sharma Traders, Pune\n\nCustomers 2026\nName;Email;Village\nRavi;r@titled.example;Pune\n;wrong;\n'
  const attachment_id = await uploaded(samvad, text, company)
  const seen = (await who.post(`${IMPORTS}/preview`, { attachment_id })).body
  assert.deepEqual([seen.delimiter, seen.has_header, seen.header_row], [';', true, 4])
  assert.deepEqual(
    seen.columns.map(({ name }: any) => name),
    ['Name', 'Email', 'Village'],
  )
  assert.deepEqual(seen.rows[0], ['Ravi', 'r@titled.example', 'Pune'])
  const all = (await who.post(`${IMPORTS}/preview`, { attachment_id, has_header: false })).body
  assert.deepEqual([all.header_row, all.rows.length], [null, 5])
  const mapping = { Name: 'display_name', Email: 'email' }
  const done = await imported(samvad, text, { mapping }, company)
  assert.deepEqual(
    [done.status, done.header_row, done.rows, done.created, done.failed],
    ['completed', 4, 2, 1, 1],
    done.error_detail,
  )
  assert.match(await errorsOf(samvad, done, company), /^6,Email,/m)

  const cell = (words: string) => `<c t="str"><v>${words}</v></c>`
  const sheet = `<row r="1">${cell('Customers')}</row><row r="3">${cell('नाम')}${cell('मोबाइल')}</row>
    <row r="4">${cell('Meera')}${cell('98123 45699')}</row>`
  const byPhone = { नाम: 'display_name', मोबाइल: 'phone_number' }
  const second = await imported(samvad, await zipped(partsOf(sheet)), { mapping: byPhone }, company)
  assert.deepEqual([second.header_row, second.rows, second.created], [3, 1, 1])
})
