import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preferredLanguage } from './language.ts'

test('RFC 9110 §12.5.4: the language that the browser would rather have, of those that there are', () => {
  const table: [string | undefined, string][] = [
    [undefined, 'en'],
    ['', 'en'],
    ['hi', 'hi'],
    ['hi-IN', 'hi'],
    ['en-IN,hi;q=0.9', 'en'],
    ['en;q=0.4, hi;q=0.5', 'hi'],
    ['ta-IN,hi;q=0.3,*;q=0.1', 'hi'],
    ['hi;q=0', 'en'],
    ['hindi', 'en'],
    [`${'x,'.repeat(1000)}hi`, 'en'],
  ]
  for (const [header, language] of table) assert.equal(preferredLanguage(header), language, header ?? 'none')
})
