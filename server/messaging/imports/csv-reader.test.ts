// CSV as programs write it, in chunks of any size.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validationError } from '#kit/messages/field-errors.ts'
import { COLUMNS_MAX, CsvReader, RECORD_CHARACTERS_MAX, type ReadError } from './csv-reader.ts'
import { delimiterOf, encodingOf } from './format.ts'
import { columnNames, HEADER_RECORDS_MAX, headerIn, looksLikeHeader, suggested } from './rules.ts'
import { readStoredError, storedError } from './stored-errors.ts'

function read(text: string, pieceLength = text.length, delimiter = ',') {
  const reader = new CsvReader(delimiter)
  const records = []
  for (let from = 0; from < text.length; from += Math.max(1, pieceLength))
    records.push(...reader.push(text.slice(from, from + pieceLength)))
  return [...records, ...reader.end()]
}
const cellsOf = (text: string, length?: number, delimiter?: string) =>
  read(text, length, delimiter).map(({ cells }) => cells)

const CASES: readonly [string, string[][]][] = [
  [
    'a,b\r\nc,d\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a,b\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a,b\rc,d\r',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    '"a,1","b ""x"""\r\n"line\r\nbreak",',
    [
      ['a,1', 'b "x"'],
      ['line\r\nbreak', ''],
    ],
  ],
  [
    'a,\n,b\n,\n , \n"",""\nc,\n',
    [
      ['a', ''],
      ['', 'b'],
      ['c', ''],
    ],
  ],
  ['a\n\n  \n""\nb', [['a'], ['b']]],
  [
    'sep=,\r\na,b\r\nsep=,\r\n',
    [
      ['a', 'b'],
      ['sep=', ''],
    ],
  ],
  ['"sep=;"\na,b', [['a', 'b']]],
  [
    'say "no",x\n"shut"behind,y',
    [
      ['say "no"', 'x'],
      ['shutbehind', 'y'],
    ],
  ],
  ['"""",""', [['"', '']]],
  ['', []],
]

test('spec 6.26: an import that began before rows of separators were skipped counts them as it did', () => {
  const reader = new CsvReader(';', { keepsBlank: true })
  const cells = [...reader.push('sep=;\na;b\n;\n'), ...reader.end()].map((one) => one.cells)
  assert.deepEqual(cells, [
    ['sep=', ''],
    ['a', 'b'],
    ['', ''],
  ])
})

test('spec 6.23: quotes, line ends and blank lines are read as programs write them, however the file is cut', () => {
  for (const [text, expected] of CASES)
    for (let length = 1; length <= text.length + 1; length++)
      assert.deepEqual(cellsOf(text, length), expected, `${JSON.stringify(text)} by ${length}`)
  assert.deepEqual(cellsOf('a;b\tc|d', 3, ';'), [['a', 'b\tc|d']])
})

test('spec 6.26: rows have the numbers that a spreadsheet shows', () => {
  assert.deepEqual(
    read('a\n\n"b\nb"\r\n\r\nc').map(({ number }) => number),
    [1, 3, 5],
  )
  // Excel neither shows nor counts the `sep=` line, but counts rows of separators.
  assert.deepEqual(
    read('sep=,\na,b\n,\nc,d').map(({ number }) => number),
    [1, 3],
  )
})

test('spec 6.27: what no row can be is refused while little of it is held', () => {
  const fails = (text: string, code: ReadError['code']) =>
    assert.throws(() => read(text, 64 * 1024), { code }, text.slice(0, 20))
  fails('x'.repeat(RECORD_CHARACTERS_MAX + 100_000), 'row_too_long')
  fails(`a\n"${'x\n'.repeat(RECORD_CHARACTERS_MAX)}`, 'quote_not_closed')
  fails('a,b\n"c,d\ne,f\n', 'quote_not_closed')
  fails(','.repeat(COLUMNS_MAX), 'too_many_columns')
  assert.equal(cellsOf(`x${','.repeat(COLUMNS_MAX - 1)}`)[0]?.length, COLUMNS_MAX)
})

test('spec 6.23: encoding and separator are told by what is in the file', () => {
  const text = 'नाम,ईमेल\nरवि,ravi@farm.example\n'
  const cases: [Buffer, string][] = [
    [Buffer.from(text), 'utf-8'],
    [Buffer.from(`\ufeff${text}`), 'utf-8'],
    [Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-16le'],
    [Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), 'utf-16be'],
    [Buffer.from('Name,Email\nRavi,ravi@farm.example', 'utf16le'), 'utf-16le'],
    [Buffer.from('Name,Caf\u00e9\n', 'latin1'), 'windows-1252'],
  ]
  for (const [bytes, encoding] of cases) assert.equal(encodingOf(bytes), encoding)
  assert.equal(delimiterOf('a;b;c\n1,5;2;3\n'), ';')
  assert.equal(delimiterOf('a\tb\n1,2\t3\n'), '\t')
  assert.equal(delimiterOf('a,"b;c;d;e"\n1,2\n'), ',')
  assert.equal(delimiterOf('only\none\n'), ',')
  assert.equal(delimiterOf('sep=;\r\na,b;c,d\r\n'), ';', 'as the file itself says')
  assert.equal(delimiterOf('sep=|\na,b,c|d\n'), '|')
  assert.equal(delimiterOf('Customers 2026\n\nName;Email\nRavi;r@x.example\n'), ';', 'a title has no separator')
  assert.equal(delimiterOf('Customers, Pune\nName;Email\nRavi;r@x.example\nMeera;m@x.example\n'), ';')
  assert.equal(delimiterOf('a;b\nx,y,z;1\n'), ';', 'the header decides, not a text with commas')
})

test('spec 6.23: the header is the first row with a known column name, under a title or none', () => {
  const rowOf = (text: string, hasHeader?: boolean) => headerIn(read(text), hasHeader)?.number ?? null
  assert.equal(rowOf('Name,Email\nRavi,r@x.example\n'), 1)
  assert.equal(
    rowOf(
      'Customers of Sharma Traders,,\n\nPrinted on 1 June,info@sharma.example,\nसंख्या,नाम,मोबाइल\n1,रवि,९८१२३४५६७८\n',
    ),
    4,
  )
  assert.equal(rowOf('\n\n,,\nName,Email\nRavi,r@x.example\n'), 4, 'blank rows above')
  assert.equal(rowOf('Farmer,Village\nRavi,Pune\n'), 1, 'no known name: the first row')
  assert.equal(rowOf('Farmer,Device\nRavi,Mobile\nMeera,Phone\n'), 1, 'a word in a row of data is no column name')
  assert.equal(rowOf('Id,Device,\n1,Mobile,Pune\n2,Laptop,Goa\n'), 1, 'nor where its row is longer than the header')
  assert.equal(rowOf('Ravi,r@x.example\nMeera,m@x.example\n'), null)
  assert.equal(rowOf('Ravi,r@x.example\n', true), 1, 'as the caller says')
  assert.equal(rowOf('List\nName,Email\n', true), 2)
  assert.equal(rowOf('Name,Email\n', false), null)
  const deep = `${'List\n'.repeat(HEADER_RECORDS_MAX)}Name,Email\n`
  assert.equal(rowOf(deep), 1, 'not further down than that')
})

test('spec 6.23: columns have names of their own, and a suggestion where they are called as such', () => {
  assert.deepEqual(columnNames(['Name', ' Name ', '', 'Name'], true), ['Name', 'Name (2)', 'Column 3', 'Name (3)'])
  assert.deepEqual(columnNames(['Ravi', 'x'], false), ['Column 1', 'Column 2'])
  assert.deepEqual(suggested(['Full Name', 'E-mail', 'Mobile No', 'WhatsApp Number', 'City', 'ईमेल']), [
    'display_name',
    'email',
    'phone_number',
    null,
    null,
    null,
  ])
  const called: Record<string, string[]> = {
    display_name: [
      'Name',
      'Full Name',
      'customer_name',
      'Party Name',
      'Contact Person Name',
      'नाम',
      'पूरा नाम',
      'ग्राहक का नाम',
    ],
    email: [
      'Mail',
      'E-mail',
      'Email ID',
      'E-Mail Address *',
      'MAIL ID',
      'E-mail 1 - Value',
      'ईमेल',
      'ई-मेल',
      'मेल',
      'ईमेल आईडी',
    ],
    phone_number: [
      'Mobile',
      'Mobile No.',
      'Phone Number',
      'Mobile Number (10 digits)',
      'WhatsApp',
      'Whats App No',
      'Contact No.',
      'Ph. No.',
      'Phone 1 - Value',
      'मोबाइल',
      'मोबाइल नंबर',
      'फ़ोन नंबर',
      'फोन',
      'व्हाट्सएप नंबर',
      'नंबर',
    ],
  }
  for (const [field, names] of Object.entries(called))
    for (const name of names) assert.deepEqual(suggested([name]), [field], name)
  for (const name of ['Company', 'Mailing city', 'Contact', 'Phone model', 'नाम का अर्थ', 'Mail sent'])
    assert.deepEqual(suggested([name]), name === 'Contact' ? ['phone_number'] : [null], name)
  assert.ok(!looksLikeHeader(['रवि', '९८१२३ ४५६७८']))
  assert.ok(looksLikeHeader(['Name', 'E-mail']))
  assert.ok(!looksLikeHeader(['Ravi', 'ravi@farm.example']))
  assert.ok(!looksLikeHeader(['Ravi', '98765 43210']))
})

test('spec 6.26: the reason of a row has a code and a text; the sentence that an older version stored stays as it is', () => {
  const error = validationError('row_group_full', { group: 'Weavers' })
  assert.deepEqual(readStoredError(storedError(error)), { ...error })
  const old = 'has an extension: write the phone number alone'
  assert.deepEqual(readStoredError(old), { code: null, params: {}, message: old })
})
