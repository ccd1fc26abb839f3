// Buttons, lists and quotes as Meta documents them, and the other content that the app accepts with them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'
import type { Content } from '../channel.ts'
import type { Interactive } from '../interactive.ts'
import { payloadOf, type UploadedMedia } from './payload.ts'
import { appRules } from './rules.ts'

const deliveryId = newUuid()
const buttons: Interactive = {
  type: 'buttons',
  header: 'Order 17',
  footer: 'Asha Textiles',
  buttons: [
    { id: 'yes', title: 'Yes' },
    { id: 'no', title: 'No' },
  ],
}
const list: Interactive = {
  type: 'list',
  header: null,
  footer: null,
  button: 'Choose',
  sections: [
    { title: 'Sizes', rows: [{ id: 's', title: 'Small', description: null }] },
    { title: 'Others', rows: [{ id: 'x', title: 'Made to measure', description: 'A week longer' }] },
  ],
}

function sent(interactive: Interactive | null, media: UploadedMedia | null = null, quoted: string | null = null) {
  const content = { subject: null, text: 'Is it right?', html: null, template: null, interactive, attachments: [] }
  return payloadOf({ deliveryId, content, quoted }, { to: '919876543210' }, media)
}
const frame = {
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to: '919876543210',
  biz_opaque_callback_data: publicId('dlv', deliveryId),
}

test('spec 7.70: buttons are sent as reply buttons below header, body and footer', () => {
  assert.deepEqual(sent(buttons), {
    ...frame,
    type: 'interactive',
    interactive: {
      type: 'button',
      header: { type: 'text', text: 'Order 17' },
      body: { text: 'Is it right?' },
      footer: { text: 'Asha Textiles' },
      action: {
        buttons: [
          { type: 'reply', reply: { id: 'yes', title: 'Yes' } },
          { type: 'reply', reply: { id: 'no', title: 'No' } },
        ],
      },
    },
  })
})

test('spec 7.70: a list is sent with its button and sections, and nothing for what is null', () => {
  assert.deepEqual(sent(list), {
    ...frame,
    type: 'interactive',
    interactive: {
      type: 'list',
      body: { text: 'Is it right?' },
      action: {
        button: 'Choose',
        sections: [
          { title: 'Sizes', rows: [{ id: 's', title: 'Small' }] },
          { title: 'Others', rows: [{ id: 'x', title: 'Made to measure', description: 'A week longer' }] },
        ],
      },
    },
  })
})

test('spec 7.71: an attachment is the header of buttons', () => {
  const withFile = { ...buttons, header: null } as Interactive
  const headerOf = (media: UploadedMedia) => (sent(withFile, media) as any).interactive.header
  assert.deepEqual(headerOf({ type: 'image', id: '71', filename: 'sari.jpg' }), { type: 'image', image: { id: '71' } })
  assert.deepEqual(headerOf({ type: 'document', id: '72', filename: 'bill.pdf' }), {
    type: 'document',
    document: { id: '72', filename: 'bill.pdf' },
  })
})

test('spec 7.72: a quote goes as the context of any kind of message', () => {
  const context = { message_id: 'wamid.theirs' }
  assert.deepEqual((sent(list, null, 'wamid.theirs') as any).context, context)
  const text = sent(null, null, 'wamid.theirs')
  assert.deepEqual(text, { ...frame, context, type: 'text', text: { body: 'Is it right?', preview_url: false } })
})

test('spec 7.71: what a message with buttons or a list lacks, or cannot have, is told at its field', () => {
  const file = (content_type: string) => [{ content_type, size: 1000 }]
  const content: Content = { subject: null, text: 'Is it right?', html: null, template_id: null, interactive: buttons }
  const errorsIn = (change: Partial<Content>) =>
    appRules.errorsIn({ ...content, ...change }).map(({ field, code }) => `${field} ${code}`)
  const plain = { ...buttons, header: null } as Interactive
  assert.deepEqual(errorsIn({}), [])
  assert.deepEqual(errorsIn({ interactive: plain, attachments: file('image/png') }), [])
  assert.deepEqual(errorsIn({ attachments: file('image/png') }), ['interactive.header not_allowed_with'])
  assert.deepEqual(
    errorsIn({ interactive: plain, attachments: file('audio/ogg') })[0],
    'attachments[0] audio_with_buttons',
  )
  assert.deepEqual(errorsIn({ interactive: list, attachments: file('image/png') }), [
    'attachments list_with_attachment',
  ])
  assert.deepEqual(errorsIn({ text: '🙏'.repeat(1024) }), [])
  assert.deepEqual(errorsIn({ text: 'a'.repeat(1025) }), ['text too_long'])
  assert.equal(errorsIn({ text: null })[0], 'text required_with')
  assert.deepEqual(errorsIn({ html: '<p>Yes</p>' }), ['html not_on_channel'])
})
