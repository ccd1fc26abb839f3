// Pure rules of chat messages in the inbox: interactive messages, quotes, orders, and text formatting.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '@samvad/sdk'
import { markedText, plainText } from '#kit/chat-text.ts'
import { shownList, shownReplies } from '../../console/src/app/chat-parts.ts'
import { faultyFields } from '../../console/src/inbox/completeness.ts'
import { bodyOf } from '../../console/src/inbox/compose.ts'
import {
  addRow,
  addSection,
  changeRow,
  changeSection,
  type DraftInteractive,
  draftOfInteractive,
  faultsIn,
  interactiveOf,
  isWritten,
  mayAddRow,
  NEW_BUTTONS,
  removeRow,
} from '../../console/src/inbox/interactive.ts'
import { lineTotal, noteOf, type Order, orderTotal } from '../../console/src/inbox/order.ts'
import { canBeQuoted } from '../../console/src/inbox/quoting.ts'
import { draftOfAgain } from '../../console/src/inbox/write-again.ts'

test('spec 21.81: the marks of a chat text are those of its app, and signs within words are none', () => {
  const shown = (text: string) => markedText(text).map((one) => [one.text, ...one.marks].join('/'))
  assert.deepEqual(shown('A *bold* and _soft ~old~_ word'), [
    'A ',
    'bold/bold',
    ' and ',
    'soft /italic',
    'old/italic/struck',
    ' word',
  ])
  assert.deepEqual(shown('```let *a*\nb```'), ['let *a*\nb/mono'])
  for (const plain of ['2 * 3 * 4', 'order_number_17', 'a*b*c', '*', '**', '* no*', '*over\nlines*', '```'])
    assert.deepEqual(markedText(plain), [{ text: plain, marks: [] }], plain)
  assert.equal(plainText('*Diwali* sale'), 'Diwali sale')
  for (const plain of ['*'.repeat(3000), `*${'long '.repeat(300)}end*`]) assert.equal(plainText(plain), plain)
})

const list: DraftInteractive = {
  ...NEW_BUTTONS,
  type: 'list',
  header: ' Sizes ',
  button: 'Choose',
  sections: [
    { title: 'Cotton', rows: [{ title: 'Small', description: ' light ' }] },
    { title: 'Silk', rows: [{ title: 'Large', description: '' }] },
  ],
}

test('spec 21.82: buttons and lists are sent without spaces around them, and come back as they were written', () => {
  assert.deepEqual(interactiveOf(list, false), {
    type: 'list',
    header: 'Sizes',
    footer: null,
    button: 'Choose',
    sections: [
      { title: 'Cotton', rows: [{ title: 'Small', description: 'light' }] },
      { title: 'Silk', rows: [{ title: 'Large', description: null }] },
    ],
  })
  const buttons: DraftInteractive = { ...NEW_BUTTONS, header: 'Gift?', footer: 'Thanks', buttons: ['Yes', 'No'] }
  const sent = interactiveOf(buttons, false)
  assert.deepEqual(draftOfInteractive(sent), buttons)
  assert.equal(interactiveOf(buttons, true).header, null, 'a file takes the place of the header')
  assert.deepEqual(shownReplies(sent), [
    { type: 'quick_reply', text: 'Yes' },
    { type: 'quick_reply', text: 'No' },
  ])
  assert.equal(shownList(sent), null)
  assert.equal(shownList(interactiveOf(list, false))?.button, 'Choose')
})

test('spec 21.82: what is missing or said twice is named by its field, in the order in which the fields stand', () => {
  const faults = (draft: DraftInteractive, hasFile = false) => Object.fromEntries(faultsIn(draft, hasFile))
  assert.deepEqual(faults({ ...NEW_BUTTONS, buttons: ['Yes', ' ', 'Yes '] }), {
    'button-1': 'missing',
    'button-2': 'twice',
  })
  assert.deepEqual(faults(list), {})
  assert.deepEqual(faults(list, true), { file: 'noFileWithList' })
  const empty = { ...list, button: '', sections: addSection(changeSection(list.sections, 0, { title: '' })) }
  assert.deepEqual(Object.keys(faults(empty)), ['list-button', 'section-0', 'section-2', 'row-2-0'])
  assert.deepEqual(faults({ ...list, sections: [{ title: '', rows: [{ title: 'One', description: '' }] }] }), {})
})

test('spec 21.82: a list has ten rows in all; a section goes with its last row, but for the last section', () => {
  let { sections } = list
  while (mayAddRow({ ...list, sections })) sections = addRow(sections, 1)
  assert.deepEqual(
    sections.map(({ rows }) => rows.length),
    [1, 9],
  )
  assert.equal(changeRow(sections, 0, 0, { title: 'Tiny' })[0]?.rows[0]?.title, 'Tiny')
  assert.deepEqual(
    removeRow(sections, 0, 0).map(({ title }) => title),
    ['Silk'],
  )
  assert.deepEqual(
    removeRow([{ title: 'Only', rows: [{ title: 'One', description: '' }] }], 0, 0),
    NEW_BUTTONS.sections,
  )
  assert.equal(isWritten(NEW_BUTTONS), false)
  assert.equal(
    isWritten({ ...NEW_BUTTONS, sections: changeRow(NEW_BUTTONS.sections, 0, 0, { description: 'x' }) }),
    true,
  )
})

const written = {
  channel: 'app',
  subject: null,
  text: 'Shall we deliver it?',
  templateId: null,
  variables: {},
  files: [],
  interactive: { ...NEW_BUTTONS, buttons: ['Yes'] },
  replyTo: 'msg_1',
}

test('spec 21.82, 21.83: a message has its buttons and its quote on a chat channel alone, within a session alone the buttons', () => {
  const body = bodyOf('conv_1', 'app', written, false)
  assert.deepEqual(body, {
    conversation_id: 'conv_1',
    channel: 'app',
    reply_to_message_id: 'msg_1',
    text: 'Shall we deliver it?',
    interactive: { type: 'buttons', header: null, footer: null, buttons: [{ title: 'Yes' }] },
  })
  assert.deepEqual(bodyOf('conv_1', 'sms', written, false), {
    conversation_id: 'conv_1',
    channel: 'sms',
    text: 'Shall we deliver it?',
  })
  const withTemplate = { ...written, templateId: 'tmpl_1' }
  assert.deepEqual(bodyOf('conv_1', 'app', withTemplate, true), {
    conversation_id: 'conv_1',
    channel: 'app',
    reply_to_message_id: 'msg_1',
    template_id: 'tmpl_1',
    variables: {},
  })
  // A draft of an earlier version has neither.
  const { interactive: _, replyTo: __, ...earlier } = written
  assert.deepEqual(bodyOf('conv_1', 'app', earlier, false), {
    conversation_id: 'conv_1',
    channel: 'app',
    text: 'Shall we deliver it?',
  })
  assert.deepEqual(body && faultyFields(written, undefined, body), [])
  const long = { ...written, text: 'x'.repeat(1025), interactive: NEW_BUTTONS }
  const longBody = bodyOf('conv_1', 'app', long, false)
  assert.deepEqual(longBody && faultyFields(long, undefined, longBody), ['button-0', 'text'])
})

test('spec 21.82, 21.83: what is taken back has its buttons and its quote again', () => {
  const waiting = bodyOf('conv_1', 'app', written, false)
  const again = draftOfAgain({ ...waiting, files: [] })
  assert.deepEqual([again.text, again.interactive, again.replyTo], [written.text, written.interactive, 'msg_1'])
  const stored = draftOfAgain({ text: 'Hello', in_reply_to: { message_id: 'msg_2' }, interactive: null })
  assert.deepEqual([stored.replyTo, stored.interactive], ['msg_2', null])
})

test('spec 21.83: what the app does not know cannot be quoted', () => {
  const received = { channel: 'app', direction: 'inbound', status: null, withdrawn_at: null, call: null } as const
  assert.equal(canBeQuoted(received), true)
  for (const status of ['sent', 'delivered', 'read'])
    assert.equal(canBeQuoted({ ...received, direction: 'outbound', status }), true, status)
  for (const status of ['queued', 'sending', 'failed', 'undelivered', 'cancelled'])
    assert.equal(canBeQuoted({ ...received, direction: 'outbound', status }), false, status)
  assert.equal(canBeQuoted({ ...received, channel: 'sms' }), false)
  assert.equal(canBeQuoted({ ...received, withdrawn_at: 1 }), false)
  const call: Message['call'] = { direction: 'inbound', status: 'missed', duration_seconds: null }
  assert.equal(canBeQuoted({ ...received, call }), false)
})

test('spec 21.84: an order shows its own note, what each line costs and its sum, exactly', () => {
  const item = { product_retailer_id: 'LAMP', quantity: 3, price: '0.085', currency: 'INR' }
  const order: Order = {
    catalog_id: null,
    items: [item, { product_retailer_id: 'SAREE', quantity: 1, price: '2499', currency: 'INR' }],
  }
  const summary = '3 × LAMP · INR 0.085\n1 × SAREE · INR 2499\nTotal: INR 2499.255'
  assert.equal(noteOf(order, `Gift wrap\nplease\n${summary}`), 'Gift wrap\nplease')
  assert.equal(noteOf(order, summary), null)
  assert.equal(noteOf(order, 'Something else'), 'Something else')
  assert.equal(lineTotal(item), '0.255000')
  assert.deepEqual(orderTotal(order), { amount: '2499.255000', currency: 'INR' })
  for (const other of [{ quantity: null }, { price: null }, { currency: 'USD' }, { currency: null }])
    assert.equal(orderTotal({ ...order, items: [item, { ...item, ...other }] }), null, JSON.stringify(other))
})
