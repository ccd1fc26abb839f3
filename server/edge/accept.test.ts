import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preferred } from './accept.ts'

for (const [accept, wanted] of [
  ['', 'application/pdf'],
  ['*/*', 'application/pdf'],
  ['application/json', 'application/json'],
  ['Application/JSON; charset=utf-8', 'application/json'],
  ['application/json, text/plain, */*', 'application/json'],
  ['application/pdf, application/json', 'application/pdf'],
  ['application/json, application/pdf;q=0.5', 'application/json'],
  ['application/json;q=0.2, application/pdf;q=0.9', 'application/pdf'],
  ['application/json;q=0', 'application/pdf'],
  ['application/json;q=nonsense', 'application/pdf'],
  ['text/html,application/xhtml+xml,*/*;q=0.8', 'application/pdf'],
  ['text/html', 'application/pdf'],
  [',;,=', 'application/pdf'],
] as const) {
  test(`RFC 9110 §12.5.1: Accept "${accept}" of a PDF that is also JSON means ${wanted}`, () => {
    assert.equal(preferred(accept, ['application/pdf', 'application/json']), wanted)
  })
}
