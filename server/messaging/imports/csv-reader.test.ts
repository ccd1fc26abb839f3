// CSV as programs write it, in pieces of any size.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COLUMNS_MAX, CsvReader, RECORD_CHARACTERS_MAX, type ReadFault } from './csv-reader.ts'
import { delimiterOf, encodingOf } from './format.ts'
import { columnNames, looksLikeHeader, suggested } from './rules.ts'

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
    'a,\n,b\n,\n',
    [
      ['a', ''],
      ['', 'b'],
      ['', ''],
    ],
  ],
  ['a\n\n  \n""\nb', [['a'], [''], ['b']]],
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
})

test('spec 6.27: what no row can be is refused while little of it is held', () => {
  const fails = (text: string, code: ReadFault['code']) =>
    assert.throws(() => read(text, 64 * 1024), { code }, text.slice(0, 20))
  fails('x'.repeat(RECORD_CHARACTERS_MAX + 100_000), 'row_too_long')
  fails(`a\n"${'x\n'.repeat(RECORD_CHARACTERS_MAX)}`, 'quote_not_closed')
  fails('a,b\n"c,d\ne,f\n', 'quote_not_closed')
  fails(','.repeat(COLUMNS_MAX), 'too_many_columns')
  assert.equal(cellsOf(','.repeat(COLUMNS_MAX - 1))[0]?.length, COLUMNS_MAX)
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
  assert.ok(looksLikeHeader(['Name', 'E-mail']))
  assert.ok(!looksLikeHeader(['Ravi', 'ravi@farm.example']))
  assert.ok(!looksLikeHeader(['Ravi', '98765 43210']))
})
