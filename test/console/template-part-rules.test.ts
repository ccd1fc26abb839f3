// Pure rules of a template's header, footer and buttons, in its form and its previews.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Template } from '@samvad/sdk'
import { shownHeader } from '../../console/src/app/chat-parts.ts'
import { contentOf, draftOf, isBlank, shownOf, variablesOf } from '../../console/src/templates/draft.ts'
import {
  addButton,
  changeButton,
  type DraftButton,
  mayAdd,
  moveButton,
  removeButton,
} from '../../console/src/templates/parts.ts'

const file = { filename: 'sale.png', content_type: 'image/png', size: 1000, url: 'https://samvad.example/f/1' }
const template: Pick<Template, 'channel' | 'category' | 'text' | 'header' | 'footer' | 'buttons'> = {
  channel: 'app',
  category: 'marketing',
  text: 'Hello {{name}}',
  header: { type: 'image', attachment_id: 'att_1', ...file },
  footer: 'Reply STOP to unsubscribe',
  buttons: [
    { type: 'quick_reply', text: 'Show me' },
    { type: 'url', text: 'Track', url: 'https://shop.example/t/{{number}}' },
    { type: 'copy_code', code: '{{code}}' },
  ],
}
const draft = draftOf(template as Template)

test('spec 21.80: a template that is opened and saved unchanged stays as it is, part by part', () => {
  assert.deepEqual(contentOf(draft), {
    category: 'marketing',
    text: 'Hello {{name}}',
    header: { type: 'image', attachment_id: 'att_1' },
    footer: 'Reply STOP to unsubscribe',
    buttons: template.buttons,
  })
  assert.deepEqual(variablesOf(draft), ['name', 'number', 'code'])
  const none = draftOf({ ...template, header: null, footer: null, buttons: [] } as unknown as Template)
  assert.deepEqual(contentOf(none), {
    category: 'marketing',
    text: 'Hello {{name}}',
    header: null,
    footer: null,
    buttons: [],
  })
})

test('spec 15.60, 21.80, 21.81: a location is written with its variables, kept as it is, and shown with values', () => {
  const place = { latitude: '{{lat}}', longitude: '73.8', name: 'Depot {{number}}', address: '{{city}}' }
  const located = draftOf({ ...template, header: { type: 'location', ...place } } as Template)
  assert.deepEqual(contentOf(located).header, { type: 'location', ...place })
  assert.deepEqual(variablesOf(located), ['lat', 'number', 'city', 'name', 'code'])
  const filled = { type: 'location', latitude: '18.5', longitude: '73.8', name: 'Depot 7', address: '{{city}}' }
  assert.deepEqual(shownHeader(shownOf(located, { lat: '18.5', number: '7' }).header), filled)
  const parts = { ...draft.parts, headerType: 'location' as const }
  const { header } = contentOf({ ...draft, parts: { ...parts, location: { ...parts.location, address: ' ' } } })
  assert.deepEqual(header, {
    type: 'location',
    latitude: '{{latitude}}',
    longitude: '{{longitude}}',
    name: '{{location_name}}',
    address: null,
  })
})

test('spec 21.80: other channels send no such part; the header of an SMS is its sender', () => {
  const sms = { ...draft, channel: 'sms', header: 'SAMVAD', registered_id: '11' }
  assert.deepEqual(contentOf(sms), {
    category: 'marketing',
    text: 'Hello {{name}}',
    registered_id: '11',
    header: 'SAMVAD',
  })
  assert.deepEqual(variablesOf(sms), ['name'])
  assert.deepEqual(contentOf({ ...draft, channel: 'email', subject: 'Sale' }), {
    category: 'marketing',
    text: 'Hello {{name}}',
    subject: 'Sale',
    html: null,
  })
})

test('spec 21.80: a header whose file is missing is sent as such, for the service to say so at its control', () => {
  const parts = { ...draft.parts, headerType: 'video' as const }
  const { header } = contentOf({ ...draft, parts })
  assert.deepEqual(header, { type: 'video', attachment_id: null })
})

test('spec 21.81: the preview has the values of all parts in their places, and stays empty until something is there', () => {
  const shown = shownOf(draft, { name: 'Ravi', number: '4711' })
  assert.equal(shown.text, 'Hello Ravi')
  assert.deepEqual(shownHeader(shown.header), { type: 'image', file })
  assert.deepEqual(
    shown.buttons?.map(({ url, code }) => url ?? code ?? null),
    [null, 'https://shop.example/t/4711', '{{code}}'],
  )
  assert.equal(isBlank(shown), false)
  const blank = draftOf({ ...template, text: null, header: null, footer: null, buttons: [] } as unknown as Template)
  assert.equal(isBlank(shownOf(blank, {})), true)
})

test('spec 21.81: a header is shown with the file of its message; a text of another channel and an unknown type are none', () => {
  const files = [{ id: 'att_1', ...file }]
  assert.deepEqual(shownHeader({ type: 'image', attachment_id: 'att_1' }, files), { type: 'image', file: files[0] })
  assert.deepEqual(shownHeader({ type: 'document', attachment_id: null }), { type: 'document', file: null })
  for (const header of ['SAMVAD', null, undefined, { type: 'hologram' }]) assert.equal(shownHeader(header), null)
})

const types = (buttons: readonly DraftButton[]) => buttons.map(({ type, text }) => text || type)

test('spec 21.80: quick replies stand together however buttons are added and moved', () => {
  let buttons: readonly DraftButton[] = []
  for (const type of ['quick_reply', 'url', 'quick_reply', 'phone_number'] as const) buttons = addButton(buttons, type)
  const [yes, no, link, call] = buttons as [DraftButton, DraftButton, DraftButton, DraftButton]
  assert.deepEqual(types(buttons), ['quick_reply', 'quick_reply', 'url', 'phone_number'])
  buttons = changeButton(changeButton(buttons, yes.key, { text: 'Yes' }), no.key, { text: 'No' })
  assert.deepEqual(types(moveButton(buttons, yes.key, 1)), ['No', 'Yes', 'url', 'phone_number'])
  assert.deepEqual(types(moveButton(buttons, no.key, 1)), ['url', 'phone_number', 'Yes', 'No'])
  assert.deepEqual(types(moveButton(buttons, link.key, -1)), ['url', 'phone_number', 'Yes', 'No'])
  assert.equal(moveButton(buttons, yes.key, -1), buttons, 'the first stays')
  assert.equal(moveButton(buttons, call.key, 1), buttons, 'the last stays')
  assert.deepEqual(types(removeButton(buttons, yes.key)), ['No', 'url', 'phone_number'])
})

test('spec 21.80: no more buttons can be added than the app takes, in all and of each type', () => {
  let buttons: readonly DraftButton[] = []
  for (const type of ['url', 'url', 'phone_number', 'copy_code'] as const) {
    assert.ok(mayAdd(buttons, type), type)
    buttons = addButton(buttons, type)
  }
  for (const type of ['url', 'phone_number', 'copy_code'] as const) assert.equal(mayAdd(buttons, type), false, type)
  while (mayAdd(buttons, 'quick_reply')) buttons = addButton(buttons, 'quick_reply')
  assert.equal(buttons.length, 10)
})
