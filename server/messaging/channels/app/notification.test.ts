// Parsing of Meta's webhooks.

import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { detailsOf, englishOf } from '#kit/messages/details.ts'
import { publicId } from '#kit/wire.ts'
import fc, { casesOf } from '../../../../test/cases.ts'
import { someNumber } from '../../../../test/cloud-api/server.ts'
import { messagesOf, type Status, statuses, type Write, webhook, written } from '../../../../test/cloud-api/webhooks.ts'
import { NotUnderstood } from '../arrivals/arrival.ts'
import { nothingArrived } from '../arrivals/arrived.ts'
import { readNotification } from './notification.ts'

const organizationId = newUuid()
const at = new Date('2026-03-10T06:30:00Z')
const opened: string[] = []
const reading = {
  organizationId,
  account: {
    phoneNumberIds: new Set([someNumber.phoneNumberId]),
    businessAccountIds: new Set([someNumber.businessAccountId]),
  },
  openMedia: (id: string) => ({
    async open() {
      opened.push(id)
      return Readable.from([Buffer.from(id)])
    },
  }),
  receivedAt: at,
}
const read = (body: object | string) =>
  readNotification(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), reading)
const readOne = (fields: Partial<Write>) => {
  const { messages } = read(written({ id: 'wamid.1', at, ...fields }))
  assert.equal(messages.length, 1)
  return messages[0] as (typeof messages)[number]
}

test('spec 7.36: a message has the address, the name and the time that Meta says', () => {
  const message = readOne({})
  assert.deepEqual(message, {
    channel: 'app',
    from: '+919876543210',
    alsoFrom: [],
    name: 'Ravi',
    providerId: 'wamid.1',
    content: { subject: null, text: 'Is it ready?', html: null, attachments: [] },
    time: at,
  })
})

test('spec 7.36: who shows no number is known by the id within the business; who shows both, by both', () => {
  const userId = 'IN.13491208655302741918'
  assert.deepEqual([readOne({ from: null, userId }).from, readOne({ from: null, userId }).alsoFrom], [userId, []])
  const both = readOne({ userId })
  assert.deepEqual([both.from, both.alsoFrom], [userId, ['+919876543210']])
})

test('spec 7.36: each of several writers is called by their own name', () => {
  const { messages } = read(
    messagesOf(someNumber, {
      contacts: [
        { profile: { name: 'Ravi' }, wa_id: '919876543210' },
        { profile: { name: 'Meena' }, wa_id: '919876543211' },
      ],
      messages: ['919876543211', '919876543210', '919876543212'].map((from, i) => ({
        from,
        id: `wamid.${i}`,
        timestamp: '1749416383',
        type: 'text',
        text: { body: 'Hi' },
      })),
    }),
  )
  assert.deepEqual(
    messages.map(({ name }) => name),
    ['Meena', 'Ravi', null],
  )
})

test('spec 7.36: what is pressed, shared or cannot be shown is readable text', () => {
  const texts: [type: string, part: unknown, text: string][] = [
    ['button', { text: 'Yes', payload: 'YES' }, 'Yes'],
    ['interactive', { type: 'button_reply', button_reply: { id: '1', title: 'Later' } }, 'Later'],
    [
      'interactive',
      { type: 'list_reply', list_reply: { id: '1', title: 'Blue', description: 'Cotton' } },
      'Blue\nCotton',
    ],
    [
      'location',
      { latitude: 18.52, longitude: 73.85, name: 'Shop', address: 'Pune' },
      'Shop\nPune\nhttps://www.google.com/maps?q=18.52,73.85',
    ],
    [
      'contacts',
      [{ name: { formatted_name: 'Hari' }, phones: [{ phone: '+91 98765 43211' }] }],
      'Hari\n+91 98765 43211',
    ],
    ['order', { text: 'Please', product_items: [{ product_retailer_id: 'S-1', quantity: 2 }] }, 'Please\n2 × S-1'],
    ['unsupported', { type: 'unknown' }, '(a message that cannot be shown here: unsupported)'],
    ['constructor', {}, '(a message that cannot be shown here: constructor)'],
  ]
  for (const [type, part, text] of texts) {
    const { content } = readOne({ type, part })
    assert.deepEqual([content.text, content.attachments], [text, []], type)
  }
})

test('spec 7.36: media are attachments that are read when they are wanted, the caption is the text', async () => {
  for (const type of ['image', 'document', 'audio', 'video', 'sticker']) {
    const part = { id: `media-${type}`, mime_type: 'image/jpeg', sha256: 'x', caption: 'Look', filename: 'a.jpg' }
    const { content } = readOne({ type, part })
    assert.equal(content.text?.startsWith('Look'), true)
    const [attachment] = content.attachments
    assert.deepEqual([attachment?.filename, attachment?.contentType], ['a.jpg', 'image/jpeg'])
    const before = opened.length
    await attachment?.open()
    assert.deepEqual(opened.slice(before), [`media-${type}`])
  }
})

test('spec 7.37: a reaction names the message, and one without an emoji takes it back', () => {
  const react = (part: object) => read(written({ id: 'wamid.2', at, type: 'reaction', part }))
  const given = react({ message_id: 'wamid.ours', emoji: '👍' })
  assert.deepEqual(given.reactions, [{ from: '+919876543210', providerId: 'wamid.ours', emoji: '👍', time: at }])
  assert.deepEqual(given.messages, [])
  assert.equal(react({ message_id: 'wamid.ours', emoji: '' }).reactions[0]?.emoji, null)
  assert.equal(react({ message_id: 'wamid.ours' }).reactions[0]?.emoji, null)
})

test('spec 7.35: a status is of our delivery where it names it, else of the message by its name at Meta', () => {
  const id = newUuid()
  const one = (fields: Partial<Status>) =>
    read(statuses([{ id: 'wamid.1', status: 'delivered', at, ...fields }])).receipts
  assert.deepEqual(one({ ours: publicId('dlv', id) }), [
    { organizationId, channel: 'app', delivery: { id }, status: 'delivered', time: at, error: null },
  ])
  for (const fields of [{}, { ours: 'x' }, { ours: publicId('msg', id) }])
    assert.deepEqual(one(fields)[0]?.delivery, { providerId: 'wamid.1' })
  assert.equal(one({ status: 'read' })[0]?.status, 'read')
  assert.equal(one({ status: 'played' })[0]?.status, 'read')
  assert.deepEqual(one({ status: 'sent' }), [])
})

test('spec 7.10, 7.33: a message that WhatsApp never sent is given back, one that did not arrive stays paid for', () => {
  const one = (code?: number) =>
    read(statuses([{ id: 'wamid.1', status: 'failed', at, ...(code === undefined ? {} : { code }) }])).receipts[0]
  const outcomes: [code: number, status: string, ours: string][] = [
    [131047, 'failed', 'session_window_closed'],
    [131026, 'failed', 'recipient_unreachable'],
    [131049, 'failed', 'held_by_provider'],
    [131043, 'failed', 'expired_unsent'],
    [131042, 'failed', 'account_unavailable'],
    [131056, 'failed', 'throttled'],
    [131000, 'undelivered', 'undelivered'],
    [424242, 'undelivered', 'undelivered'],
  ]
  for (const [code, status, ours] of outcomes) {
    const receipt = one(code)
    assert.deepEqual([receipt?.status, receipt?.error?.code], [status, ours], String(code))
    assert.equal(englishOf(receipt?.error?.detail ?? ''), `Meta ${code}: It failed: as the test wants it`)
  }
  assert.equal(one()?.status, 'undelivered')
})

test('spec 7.35: what is of another number, or of another business account, is nobody’s', () => {
  const other = { ...someNumber, phoneNumberId: '7', businessAccountId: '8' }
  const messages = read(written({ id: 'wamid.1', at }, other))
  const receipts = read(statuses([{ id: 'wamid.1', status: 'read', at, ours: publicId('dlv', newUuid()) }], other))
  for (const { leftOut, notices, ...arrived } of [messages, receipts]) {
    assert.deepEqual({ ...arrived, notices: [] }, nothingArrived)
    assert.deepEqual(notices[0]?.content, { phone_number_id: '7' })
    assert.match(leftOut.join(), /7, which is not this account's/)
  }
  const review = { event: 'APPROVED', message_template_name: 'a', message_template_language: 'en' }
  assert.deepEqual(read(webhook('8', 'message_template_status_update', review)).templates, [])
})

test('spec 7.38: what Meta decides of a template is told, with its reason', () => {
  const review = (event: string, more: object = {}) =>
    read(
      webhook(someNumber.businessAccountId, 'message_template_status_update', {
        event,
        message_template_id: 12,
        message_template_name: 'order_ready',
        message_template_language: 'en_US',
        reason: 'NONE',
        ...more,
      }),
    ).templates[0]
  const time = new Date(1749416383_000)
  assert.deepEqual(review('APPROVED'), {
    name: 'order_ready',
    language: 'en_US',
    providerId: '12',
    status: 'approved',
    reason: null,
    category: null,
    time,
  })
  const rejected = review('REJECTED', { reason: 'PROMOTIONAL', rejection_info: { recommendation: 'Say less.' } })
  assert.deepEqual([rejected?.status, rejected?.reason], ['rejected', 'PROMOTIONAL: Say less.'])
  assert.deepEqual([review('PAUSED')?.status, review('DISABLED')?.reason], ['paused', detailsOf('disabled_by_meta')])
  assert.equal(review('IN_APPEAL')?.status, null)
  assert.equal(review('constructor')?.status, null)
})

test('spec 7.36: of several the good ones are taken though others have no shape', () => {
  const body = messagesOf(someNumber, {
    contacts: 'nobody',
    messages: [
      null,
      7,
      {},
      { id: 'wamid.1' },
      { from: '919876543210', id: 'wamid.2', timestamp: '1749416383', type: 'text', text: { body: 'Hi' } },
    ],
    statuses: [{ id: 'wamid.3', status: 'nonsense', timestamp: '1' }, { status: 'read' }],
  })
  const { messages, leftOut } = read(body)
  assert.deepEqual(
    messages.map(({ providerId }) => providerId),
    ['wamid.2'],
  )
  assert.deepEqual(leftOut, ['6 parts of no shape that is known'])
})

test('what no webhook of Meta is, is not understood', () => {
  for (const body of [
    '',
    '{',
    'null',
    '[]',
    '7',
    '{"object":"page"}',
    JSON.stringify(messagesOf(someNumber, { messages: [{}] })),
  ])
    assert.throws(() => read(body), NotUnderstood, body)
})

test('spec 7.36: whatever is sent is read, or not understood, and never anything else', () => {
  const good = [
    written({ id: 'wamid.1', at, userId: 'IN.1' }),
    written({ id: 'wamid.1', at, type: 'contacts', part: [{ name: { formatted_name: 'Hari' } }] }),
    written({ id: 'wamid.1', at, type: 'image', part: { id: '1' } }),
    written({ id: 'wamid.1', at, type: 'interactive', part: { button_reply: { title: 'x' } } }),
    written({ id: 'wamid.1', at, type: 'reaction', part: { message_id: 'x', emoji: 'y' } }),
    statuses([{ id: 'wamid.1', status: 'failed', at, code: 131047 }]),
    webhook(someNumber.businessAccountId, 'message_template_status_update', {
      event: 'REJECTED',
      message_template_name: 'a',
      message_template_language: 'en',
      rejection_info: { reason: 'x' },
    }),
  ]
  const strange = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('__proto__', 'constructor', '\0', '\ud800', '9'.repeat(30), -1, 1e300),
  )
  /** A value somewhere inside, replaced. */
  const broken = fc.tuple(fc.constantFrom(...good), fc.nat(), strange).map(([body, where, value]) => {
    const places: [any, string | number][] = []
    const walk = (node: any) => {
      for (const key of Object.keys(node ?? {})) {
        places.push([node, key])
        if (typeof node[key] === 'object') walk(node[key])
      }
    }
    const copy = structuredClone(body)
    walk(copy)
    const [node, key] = places[where % places.length] as [any, string]
    node[key] = value
    return copy
  })
  let understood = 0
  fc.assert(
    fc.property(fc.oneof({ weight: 4, arbitrary: broken }, { weight: 1, arbitrary: fc.jsonValue() }), (body) => {
      try {
        const { messages, receipts } = read(JSON.stringify(body) ?? '')
        understood++
        for (const { from, time } of messages) assert.ok(from !== '' && !Number.isNaN(time.getTime()))
        for (const { time } of receipts) assert.ok(!Number.isNaN(time.getTime()))
        assert.ok(!JSON.stringify({ messages, receipts }).includes('\\u0000'), 'PostgreSQL stores it')
      } catch (error) {
        if (!(error instanceof NotUnderstood)) throw error
      }
    }),
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      assert.throws(() => readNotification(Buffer.from(bytes), reading), NotUnderstood)
    }),
  )
  assert.ok(understood > casesOf(20), `only ${understood} of them`)
})
