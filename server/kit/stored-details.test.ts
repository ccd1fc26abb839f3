// Explanations as columns store them: codes next to the text, whichever version wrote either.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Details, detailsOf, detailsText } from './messages/details.ts'
import { detailsToStore, type StoredDetails, shownDetails, textToStore } from './stored-details.ts'

const store = (details: Details) => ({
  text: textToStore(details),
  column: JSON.parse(detailsToStore(details) ?? 'null') as StoredDetails,
})

test('spec 4.19: sentences keep their codes and parameters; their text comes from the catalogue', () => {
  const { text, column } = store([...detailsOf('gave_up', { tries: 13 }), ...detailsOf('no_account_now')])
  const shown = shownDetails(text, column)
  assert.equal(shown.text, 'Given up after 13 tries. There is no account at the moment.')
  assert.deepEqual(shown.details, [
    { code: 'gave_up', params: { tries: 13 }, message: 'Given up after 13 tries.' },
    { code: 'no_account_now', params: {}, message: 'There is no account at the moment.' },
  ])
  assert.equal(detailsText('hi', shown.details), '13 बार कोशिश के बाद भेजना बंद किया गया। अभी कोई खाता नहीं है।')
})

test('spec 4.19: the words of a provider are a quotation, with what PostgreSQL cannot store replaced', () => {
  const { text, column } = store('550 no such\0 mailbox')
  const said = '550 no such\ufffd mailbox'
  assert.equal(text, said)
  assert.deepEqual(shownDetails(text, column).details, [{ code: 'provider_said', params: { said }, message: said }])
})

test('spec 4.19: a text that an older process wrote later, or deleted, is shown without the codes of before', () => {
  const { column } = store(detailsOf('worker_ended'))
  assert.deepEqual(shownDetails('Written by an older version', column), {
    text: 'Written by an older version',
    details: [],
  })
  assert.deepEqual(shownDetails(null, column), { text: null, details: [] })
  assert.deepEqual(shownDetails('Of before', null), { text: 'Of before', details: [] })
})

test('spec 4.19: a code of a later version leaves the stored text', () => {
  const { text, column } = store(detailsOf('worker_ended'))
  const later = { ...column, details: [{ code: 'code_of_tomorrow', params: {} }] }
  assert.deepEqual(shownDetails(text, later), { text, details: [] })
})
