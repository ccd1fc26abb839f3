// Interpretation of inbound mail.

import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { createSealer } from '#kit/crypto.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { detailsOf } from '#kit/messages/details.ts'
import { publicId } from '#kit/wire.ts'
import fc from '../../../../../test/cases.ts'
import {
  arrivalOf,
  conversationId,
  deliveryId,
  isAuthenticated,
  organizationId,
  own,
  RECEIVED,
  read,
  reader,
} from '../../../../../test/mail-reading.ts'
import { answer, answerWithFile, deliveryStatus, feedbackReport } from '../../../../../test/mails.ts'
import { NotUnderstood } from '../../arrivals/arrival.ts'
import { nothingArrived } from '../../arrivals/arrived.ts'
import { type AddressKind, createOwnAddresses } from '../addresses.ts'
import { pack, unpack } from '../receiver/kept-mail.ts'

describe('complaints (RFC 5965)', () => {
  const bounce = own.make({ kind: 'bounce', organizationId, id: deliveryId })
  const complained = [
    {
      address: 'ravi@shop.example',
      reason: 'complained',
      detail: detailsOf('complained_to_mail_provider', { type: 'abuse' }),
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
        isAutomaticReply: false,
        replyTo: null,
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

  test('spec 5.33: a mail to an address whose key was forgotten meanwhile waits for a person', async () => {
    const { body, ...arrival } = arrivalOf(answer(), 'reply')
    const { envelope, raw } = unpack(body)
    const forgotten = createOwnAddresses(createSealer('0'.repeat(64)), 'in.samvad.example')
    const to = forgotten.make({ kind: 'reply', organizationId, id: conversationId })
    const late = { ...arrival, body: pack({ envelope: { ...envelope, to }, raw }) }
    await assert.rejects(reader.read(late), NotUnderstood)
  })

  test('spec 7.162: a Reply-To is kept unless it is the writer or an address of ours', async () => {
    const ours = own.make({ kind: 'reply', organizationId, id: conversationId })
    const replies: [header: string, replyTo: string | null][] = [
      ['Orders <orders@shop.example>', 'orders@shop.example'],
      ['Ravi <RAVI@shop.example>', null],
      [ours, null],
      ['nobody', null],
      ['nobody, orders@shop.example', 'orders@shop.example'],
    ]
    for (const [header, replyTo] of replies) {
      const [message] = (await read(answer({ headers: [`Reply-To: ${header}`] }), 'reply')).messages
      assert.equal(message?.replyTo, replyTo, header)
    }
  })

  test('spec 7.58: HTML stays as it came, its words without the quotation are the text, files come along', async () => {
    const [message] = (await read(answerWithFile(), 'reply')).messages
    assert.match(message?.content.text ?? '', /^Here is the photo\.\s*$/)
    assert.match(message?.content.html ?? '', /gmail_quote[\s\S]*<script>/)
    const [file] = message?.content.attachments ?? []
    assert.deepEqual([file?.filename, file?.contentType], ['photo.png', 'image/png'])
    assert.deepEqual(await buffer((await file?.open()) as never), Buffer.from('iVBORw0KGgo=', 'base64'))
  })

  test('spec 7.164: somebody whose address is in Hindi is understood', async () => {
    const from = 'नीला <नीला@डाकघर.भारत>'
    const [message] = (await read(answer({ from }), 'reply', { id: newUuid(), from: 'नीला@डाकघर.भारत' })).messages
    assert.deepEqual([message?.from, message?.name], ['नीला@xn--11bgz6d5c.xn--h2brj9c', 'नीला'])
  })

  test('spec 7.163: a picture keeps the name by which the HTML shows it', async () => {
    const raw = answerWithFile().replace('Content-Disposition: attachment;', 'Content-ID: <red@shop>\r\n$&')
    const [file] = (await read(raw, 'reply')).messages[0]?.content.attachments ?? []
    assert.equal(file?.contentId, 'red@shop')
  })

  test('spec 7.181: of a mail with 131 files every one is counted, also those that are not kept', async () => {
    const part = (index: number) =>
      `--B\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename="${index}.txt"\r\n\r\n${index}\r\n`
    const parts = Array.from({ length: 131 }, (_, index) => part(index + 1)).join('')
    const raw = `From: ravi@shop.example\r\nSubject: Hi\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=B\r\n\r\n${parts}--B--\r\n`
    const { attachments = [] } = (await read(raw, 'reply')).messages[0]?.content ?? {}
    assert.deepEqual([attachments.length, attachments.at(-1)?.filename], [131, '131.txt'])
  })

  test('spec 7.58: one to the return path, as programs write, belongs to the conversation too; a program is told', async () => {
    const headers = ['Auto-Submitted: auto-replied (vacation)']
    const [message] = (await read(answer({ headers }), 'bounce', { from: '' })).messages
    assert.deepEqual(
      [message?.conversationId, message?.isAutomatic, message?.isAutomaticReply],
      [conversationId, true, true],
    )
    const [ofList] = (await read(answer({ headers: ['List-Id: <dealers.shop.example>'] }), 'reply')).messages
    assert.deepEqual([ofList?.isAutomatic, ofList?.isAutomaticReply], [true, false])
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

test('spec 7.59: a damaged mail is understood or said not to be, and none suppresses anybody but who was written to', async () => {
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
  )
})
