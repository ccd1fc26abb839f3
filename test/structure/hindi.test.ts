// Whatever the service writes in English and the console shows is said in Hindi too: who writes a new sentence there is
// told here which file of the console wants it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldTextIn } from '#kit/field-texts.ts'
import { holds, readSources } from './sources.ts'

const TEXT = String.raw`('(?:\\.|[^'\\\n])*'|"[^"\n]*"|${'`[^`]*`'})`
/** Where the service says what is wrong with a field. */
const FAULTS = [
  new RegExp(String.raw`\binvalid\(\s*[^,]+?,\s*${TEXT}`, 'g'),
  new RegExp(String.raw`\bmessage:\s*${TEXT}`, 'g'),
]
/** A text as it comes out, with something in its places. */
const filled = (text = ''): string =>
  text
    .slice(1, -1)
    .replace(/\$\{[^}]*\}/g, '7')
    .replace(/\\(.)/g, '$1')

test('everything that the service says of a field is said in Hindi too', () => {
  // Examples and explanations are of the API's pages; those of webhooks and of the providers' sandbox nobody sees here.
  const sources = readSources('server/**/*.ts').filter(
    ({ path, isTest }) => !isTest && !/examples|explanations|openapi|^server\/sandbox\//.test(path),
  )
  const messages = sources.flatMap(({ path, uncommented }) =>
    FAULTS.flatMap((pattern) => [...uncommented.matchAll(pattern)].map(([, text]) => ({ path, said: filled(text) }))),
  )
  assert.ok(messages.length > 150, `${messages.length} were found`)
  holds(
    'A line in server/kit/field-texts.ts says it in Hindi.',
    messages
      // Two sentences of others put together.
      .filter(({ said }) => !/^7(;|:)? \W*\S+$|^7$|^7 \(/.test(said))
      .filter(({ said }) => fieldTextIn('hi', said) === said)
      .map(({ path, said }) => `${path}: ${said}`),
  )
})
