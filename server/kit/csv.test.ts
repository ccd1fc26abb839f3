import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvRecord } from './csv.ts'

test('quality.md Security: cells that a spreadsheet would run are defused, numbers are not', () => {
  for (const formula of ['=1+1', '+SUM(A1)', '-2+3', '@SUM', '\t=1', '\r=1', '+919845012345', '-', '=']) {
    assert.match(csvRecord([formula]), /^"?'/, JSON.stringify(formula))
  }
  assert.equal(csvRecord(['-0.15', '-12', 42, -7, '0.15', 'a=b', 'x-y', '1-2']), '-0.15,-12,42,-7,0.15,a=b,x-y,1-2\r\n')
})

test('RFC 4180: quotes, commas and line ends are quoted, null is empty', () => {
  assert.equal(csvRecord(['a,b', 'say "hi"', 'two\nlines', null, '']), '"a,b","say ""hi""","two\nlines",,\r\n')
})
