// Which contacts a preview shows.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownOf } from './rules.ts'

const sampled = (text: string, ...fallbacks: string[]) => ({ content: { subject: null, text, html: null }, fallbacks })

test('spec 15.30: a preview shows the first contact, the longest content and who lacks the most values', () => {
  const ravi = sampled('Dear Ravi')
  const long = sampled('Dear Meenakshi', 'village')
  const nameless = sampled('Dear you', 'name', 'village')
  assert.deepEqual(
    shownOf([ravi, long, nameless]).map(({ kind, one }) => [kind, one]),
    [
      ['first', ravi],
      ['longest', long],
      ['missing', nameless],
    ],
  )
  assert.deepEqual(
    shownOf([ravi]).map(({ kind }) => kind),
    ['first', 'longest'],
    'nobody lacks a value',
  )
  assert.deepEqual(shownOf([]), [])
})
