// The sandbox's Cloud API refuses the same locations as Meta, in new templates and in messages.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WordsRow } from '#messaging/templates/component-queries.ts'
import type { TemplateHeader } from '#messaging/templates/components.ts'
import { locationFault } from './cloud-api-location.ts'
import { formError } from './cloud-api-review.ts'
import { readByContact } from './template-words.ts'

const body = { type: 'BODY', text: 'It is here.' }
const made = { type: 'location', latitude: '{{a}}', longitude: '{{b}}', name: '{{c}}', address: '{{d}}' } as const
const wordsWith = (header: TemplateHeader | null): WordsRow => ({
  text: body.text,
  components: { header, footer: null, buttons: [] },
  provider_parameters: null,
})
const location = { latitude: '18.5204', longitude: '73.8567', name: 'Depot', address: 'Pune' }
const sent = (given: object) => ({
  name: 'depot',
  components: [{ type: 'header', parameters: [{ type: 'location', location: given }] }],
})

test('spec 15.64: a location is taken at creation by its format alone', () => {
  assert.equal(formError([{ type: 'HEADER', format: 'LOCATION' }, body]), null)
  for (const more of [{ example: { header_handle: ['x'] } }, { text: 'Pune' }])
    assert.equal(formError([{ type: 'HEADER', format: 'LOCATION', ...more }, body])?.subcode, 2388047)
})

test('spec 15.64: a message says a whole place where its template has one, and none where it has not, else Meta refuses it', () => {
  const words = wordsWith(made)
  assert.equal(locationFault(sent(location), words), null)
  assert.equal(locationFault(sent(location), undefined), null, 'of a template whose words are unknown')
  for (const field of ['latitude', 'longitude', 'name', 'address'] as const) {
    const { [field]: _, ...rest } = location
    assert.deepEqual(locationFault(sent(rest), words), { code: 131008, details: `location.${field} is missing` })
  }
  for (const more of [{ latitude: '91' }, { longitude: '-181' }])
    assert.equal(locationFault(sent({ ...location, ...more }), words)?.code, 131009)
  assert.deepEqual(locationFault({ name: 'depot' }, words), {
    code: 132012,
    details: 'header: Format mismatch, expected LOCATION, received UNKNOWN',
  })
  const other = locationFault(sent(location), wordsWith({ type: 'text', text: 'Depot' }))
  assert.match(other?.details ?? '', /expected TEXT, received LOCATION/)
  assert.equal(locationFault({ name: 'depot' }, wordsWith(null)), null)
  assert.deepEqual(readByContact(sent(location), words).components?.header, { type: 'location', ...location })
})
