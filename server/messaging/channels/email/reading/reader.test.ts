// What is understood of mail that comes in.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createSealer } from '#kit/crypto.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'
import { answer, answerWithFile, deliveryStatus, feedbackReport } from '../../../../../test/mails.ts'
import { type Arrival, NotUnderstood } from '../../arrivals/arrival.ts'
import { nothingArrived } from '../../arrivals/arrived.ts'
import { type AddressKind, createOwnAddresses } from '../addresses.ts'
import { pack } from '../receiver/kept-mail.ts'
import { mailReader } from './reader.ts'

const DOMAIN = 'in.samvad.example'
const RECEIVED = new Date('2026-03-10T06:30:00Z')
const own = createOwnAddresses(createSealer(randomBytes(32).toString('hex')), DOMAIN)
const organizationId = newUuid()
const [deliveryId, conversationId, contactId] = [newUuid(), newUuid(), newUuid()] as [Uuid, Uuid, Uuid]
const isAuthenticated = { value: true }
const reader = mailReader({
  own,
  deliveryOf: async (organization, id) =>
    organization === organizationId && id === deliveryId
      ? { address: 'ravi@shop.example', conversation_id: conversationId }
      : undefined,
  emailOf: async (organization, id) =>
    organization === organizationId && id === contactId ? 'ravi@shop.example' : null,
  emailOfConversation: async (organization, id) =>
    organization === organizationId && id === conversationId ? 'ravi@shop.example' : null,
  authenticityOf: async () => ({ spf: 'pass', dkim: 'pass', dmarc: 'pass', isAuthenticated: isAuthenticated.value }),
})
const ids: Record<AddressKind, Uuid> = { bounce: deliveryId, reply: conversationId, unsubscribe: contactId }

function arrivalOf(
  raw: string | Buffer,
  kind: AddressKind,
  changes: { from?: string; id?: Uuid; in?: Uuid } = {},
): Arrival {
  const { from = 'ravi@shop.example', id = ids[kind], in: organization = organizationId } = changes
  const envelope = { from, to: own.make({ kind, organizationId: organization, id }), client: null }
  return {
    id: newUuid(),
    organizationId: organization,
    channel: 'email',
    source: 'mail',
    fingerprint: 'x',
    body: pack({ envelope, raw: Buffer.from(raw) }),
    receivedAt: RECEIVED,
  }
}
const read = (...[raw, kind, changes]: Parameters<typeof arrivalOf>) => reader.read(arrivalOf(raw, kind, changes))

describe('reports of deliveries (RFC 3464)', () => {
  const report = { organizationId, channel: 'email', delivery: { id: deliveryId }, time: RECEIVED }

  for (const status of ['5.1.1', '5.1.2', '5.1.3', '5.1.10', '5.2.1'])
    test(`spec 7.55: ${status} says that nobody is there: it was not delivered, and the address is suppressed`, async () => {
      const arrived = await read(deliveryStatus({ status }), 'bounce', { from: '' })
      const detail = `${status}: 550 5.1.1 <ravi@shop.example>: no such user here and a second line of it`
      assert.deepEqual(arrived, {
        ...nothingArrived,
        receipts: [{ ...report, status: 'undelivered', error: { code: 'bounced', detail } }],
        suppressions: [{ address: 'ravi@shop.example', reason: 'bounced', detail, time: RECEIVED }],
      })
    })

  for (const status of ['5.7.1', '5.7.26', '5.2.2', '5.0.0', '4.4.7', '5.1.0', '5.1.11', 'nonsense', ''])
    test(`spec 7.55: ${status || 'no status'} says nothing of the address: it was not delivered, and may be written to again`, async () => {
      const { receipts, suppressions, messages } = await read(deliveryStatus({ status }), 'bounce', { from: '' })
      assert.deepEqual(
        receipts.map((one) => one.status),
        ['undelivered'],
      )
      assert.deepEqual([suppressions, messages], [[], []])
    })

  test('spec 7.55: that it waits changes nothing; that it arrived or was handed on is a delivery', async () => {
    for (const action of ['delayed', 'expanded', 'nonsense'])
      assert.deepEqual(await read(deliveryStatus({ action, status: '4.4.1' }), 'bounce', { from: '' }), nothingArrived)
    for (const action of ['delivered', 'relayed']) {
      const { receipts } = await read(deliveryStatus({ action, status: '2.0.0' }), 'bounce', { from: '' })
      assert.deepEqual(receipts, [{ ...report, status: 'delivered', error: null }])
    }
  })

  test('spec 7.55: a report of another address, behind a forwarding, suppresses nobody; one that is about no delivery changes nothing', async () => {
    const forwarded = await read(deliveryStatus({ to: 'old@elsewhere.example' }), 'bounce', { from: '' })
    assert.deepEqual([forwarded.receipts.length, forwarded.suppressions.length], [1, 0])
    assert.deepEqual(await read(deliveryStatus(), 'bounce', { from: '', id: newUuid() }), nothingArrived)
    assert.deepEqual(await read(deliveryStatus(), 'bounce', { from: '', in: newUuid() }), nothingArrived)
    for (const kind of ['reply', 'unsubscribe'] as const)
      assert.deepEqual(await read(deliveryStatus(), kind, { from: '' }), nothingArrived, 'not by its return path')
    const arrival = { ...arrivalOf(deliveryStatus(), 'bounce', { from: '' }), organizationId: newUuid() }
    assert.deepEqual(await reader.read(arrival), nothingArrived, 'the address of another organization')
  })

  test('spec 7.55: a report that only people can read is told by who writes it and a code for good, and suppresses nobody', async () => {
    const from = 'MAILER-DAEMON@shop.example'
    const said = (text: string) => read(answer({ from, text }), 'bounce', { from: '' })
    const { receipts, suppressions } = await said('Hi. This is the qmail-send program.\r\n550 5.1.1 No such user')
    assert.deepEqual([receipts[0]?.status, suppressions], ['undelivered', []])
    assert.deepEqual(await said('Your mail waits. I will try again.'), nothingArrived)
  })
})

describe('complaints (RFC 5965)', () => {
  const bounce = own.make({ kind: 'bounce', organizationId, id: deliveryId })
  const complained = [
    {
      address: 'ravi@shop.example',
      reason: 'complained',
      detail: 'Complained to their mail provider (abuse).',
      time: RECEIVED,
    },
  ]

  test('spec 7.56: whoever complains gets nothing more, by the return path that the report quotes', async () => {
    const arrived = await read(feedbackReport(bounce.toUpperCase()), 'bounce')
    assert.deepEqual(arrived, { ...nothingArrived, suppressions: complained })
    assert.deepEqual((await read(feedbackReport(bounce), 'reply')).suppressions, complained)
  })

  test('spec 7.56: that something is no spam suppresses nobody, nor does a report that quotes no mail of ours, or a forged one', async () => {
    for (const type of ['not-spam', 'auth-failure', 'virus'])
      assert.deepEqual(await read(feedbackReport(bounce, type), 'bounce'), nothingArrived)
    const forged = `${bounce[0] === '0' ? '1' : '0'}${bounce.slice(1)}`
    assert.deepEqual(await read(feedbackReport(forged), 'reply'), nothingArrived)
    const theirs = own.make({ kind: 'bounce', organizationId: newUuid(), id: deliveryId })
    assert.deepEqual(await read(feedbackReport(theirs), 'reply'), nothingArrived)
  })
})

describe('unsubscribing by mail', () => {
  test('spec 7.57: a mail to the address of List-Unsubscribe unsubscribes its contact, whoever writes; reports do not', async () => {
    const { suppressions, messages } = await read(answer({ from: 'robot@mailprovider.example' }), 'unsubscribe')
    assert.deepEqual(
      suppressions.map(({ address, reason }) => ({ address, reason })),
      [{ address: 'ravi@shop.example', reason: 'unsubscribed' }],
    )
    assert.deepEqual(messages, [])
    assert.deepEqual(await read(answer(), 'unsubscribe', { id: newUuid() }), nothingArrived, 'the contact is gone')
  })
})

describe('answers', () => {
  test('spec 7.58: an answer belongs to the conversation that its address names, without the mail that it quotes', async () => {
    const text =
      'Is it ready?\r\n\r\nOn Tue, 10 Mar 2026 at 11:50, Asha <hello@asha.example> wrote:\r\n> It leaves today.'
    const { messages, ...rest } = await read(answer({ text }), 'reply')
    const written = messages.map(({ contentHash: _, original, ...one }) => ({ ...one, original: original?.toString() }))
    assert.deepEqual(written, [
      {
        channel: 'email',
        from: 'ravi@shop.example',
        name: 'Ravi',
        providerId: '<answer-1@shop.example>',
        content: {
          subject: 'Re: Your order',
          text: 'Is it ready?',
          quotedText: 'On Tue, 10 Mar 2026 at 11:50, Asha <hello@asha.example> wrote:\n> It leaves today.',
          html: null,
          attachments: [],
        },
        original: answer({ text }),
        conversationId,
        isAutomatic: false,
        isAuthenticated: true,
        time: new Date('2026-03-10T06:25:00Z'),
      },
    ])
    assert.deepEqual({ messages: [], ...rest }, nothingArrived)
  })

  test('spec 7.58: written from another address it is of that conversation and its contact all the same, and says so', async () => {
    const [message] = (await read(answer({ from: 'ravi@home.example' }), 'reply')).messages
    assert.deepEqual(
      [message?.from, message?.conversationId, message?.content.text],
      ['ravi@shop.example', conversationId, '[ravi@home.example]\nIs it ready?'],
    )
    const other = newUuid()
    const [unknown] = (await read(answer({ from: 'ravi@home.example' }), 'reply', { id: other })).messages
    assert.deepEqual([unknown?.from, unknown?.conversationId], ['ravi@home.example', other])
  })

  test('spec 7.58: HTML stays as it came, its words without the quotation are the text, files come along', async () => {
    const [message] = (await read(answerWithFile(), 'reply')).messages
    assert.match(message?.content.text ?? '', /^Here is the photo\.\s*$/)
    assert.match(message?.content.html ?? '', /gmail_quote[\s\S]*<script>/)
    const [file] = message?.content.attachments ?? []
    assert.deepEqual([file?.filename, file?.contentType], ['photo.png', 'image/png'])
    assert.deepEqual(await buffer((await file?.open()) as never), Buffer.from('iVBORw0KGgo=', 'base64'))
  })

  test('spec 7.58: one to the return path, as programs write, belongs to the conversation too; a program is told', async () => {
    const headers = ['Auto-Submitted: auto-replied (vacation)']
    const [message] = (await read(answer({ headers }), 'bounce', { from: '' })).messages
    assert.deepEqual([message?.conversationId, message?.isAutomatic], [conversationId, true])
    for (const header of ['Precedence: bulk', 'X-Auto-Response-Suppress: All', 'List-Id: <dealers.shop.example>'])
      assert.equal((await read(answer({ headers: [header] }), 'reply')).messages[0]?.isAutomatic, true, header)
    assert.equal((await read(answer({ headers: ['Auto-Submitted: no'] }), 'reply')).messages[0]?.isAutomatic, false)
  })

  test('spec 7.58: a mail of our own that comes back is no message; one whose name is made up is', async () => {
    const id = (uuid: Uuid) => `<${publicId('dlv', uuid)}@asha.example>`
    assert.deepEqual(await read(answer({ id: id(deliveryId), from: 'hello@asha.example' }), 'reply'), nothingArrived)
    assert.equal((await read(answer({ id: id(deliveryId) }), 'reply')).messages.length, 1, 'its recipient wrote it')
    assert.equal((await read(answer({ id: id(newUuid()) }), 'reply')).messages.length, 1)
    const from = own.make({ kind: 'reply', organizationId, id: conversationId })
    assert.deepEqual(await read(answer({ from }), 'reply'), nothingArrived)
  })

  test('spec 7.58: what proved nothing is a message, and marked; times and names that cannot be are left out', async () => {
    isAuthenticated.value = false
    try {
      const raw = answer({ id: 'no id', headers: [] }).replace('10 Mar 2026', '10 Mar 2031')
      const [message] = (await read(raw, 'reply')).messages
      assert.deepEqual([message?.isAuthenticated, message?.providerId, message?.time], [false, null, RECEIVED])
    } finally {
      isAuthenticated.value = true
    }
    await assert.rejects(read(answer({ from: 'nobody' }), 'reply', { from: '' }), NotUnderstood)
  })
})

test('spec 7.59: 2,000 damaged mails: each is understood or said not to be, and none suppresses anybody but who was written to', async () => {
  const bounce = own.make({ kind: 'bounce', organizationId, id: deliveryId })
  const whole = [deliveryStatus(), feedbackReport(bounce), answer(), answerWithFile()].map((one) => Buffer.from(one))
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat(40),
    put: fc.oneof(
      fc.uint8Array({ maxLength: 12 }),
      fc
        .constantFrom('\r\n', '\n\n', '--', ';', ':', '=?utf-8?B?', '\0', 'boundary="', '"', '<', '\r\n ')
        .map((one) => Buffer.from(one)),
    ),
  })
  const damaged = fc.tuple(fc.constantFrom(...whole), fc.array(change, { maxLength: 12 })).map(([mail, changes]) =>
    changes.reduce<Buffer>((bytes, { at, cut, put }) => {
      const place = Math.floor(at * bytes.length)
      return Buffer.concat([bytes.subarray(0, place), put, bytes.subarray(place + cut)])
    }, mail),
  )
  await fc.assert(
    fc.asyncProperty(damaged, fc.constantFrom<AddressKind>('bounce', 'reply', 'unsubscribe'), async (raw, kind) => {
      const arrived = await read(raw, kind, { from: '' }).catch((error: unknown) => {
        assert.ok(error instanceof NotUnderstood, String(error))
        return nothingArrived
      })
      for (const { address } of arrived.suppressions) assert.equal(address, 'ravi@shop.example')
      for (const { delivery } of arrived.receipts) assert.deepEqual(delivery, { id: deliveryId })
      for (const { content } of arrived.messages)
        assert.ok([content.text, content.html, content.subject].every((one) => one === null || !/\0/.test(one)))
    }),
    { numRuns: 2000 },
  )
})
