// Summaries of waiting inbound events, source by source. Those of the HTTP gateway, which an account describes, are in
// inbound/waiting.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tx } from '#kit/database/database.ts'
import { someNumber } from '../../../../test/cloud-api/server.ts'
import { messagesOf, statuses, written } from '../../../../test/cloud-api/webhooks.ts'
import { pack } from '../email/receiver/kept-mail.ts'
import { packCall } from '../email/webhooks/kept-call.ts'
import { writeKept } from '../sms/smpp/kept.ts'
import { commands, messageBody } from '../sms/smpp/pdu.ts'
import { senderOf, textOf } from './outline.ts'
import { bodyWithout, readOutline } from './outlines.ts'

/** None of these queries the database. */
const reads = {} as Tx
const organizationId = '01900000-0000-7000-8000-000000000001'
const stored = (source: string, body: Buffer) => ({ organizationId, source, body })
async function shown(source: string, body: Buffer) {
  const outline = await readOutline(reads, stored(source, body))
  const { isReadable, to, subject, handedInBy, said } = outline
  return { isReadable, from: senderOf(outline), to, subject, text: textOf(said), handedInBy }
}
const at = new Date('2026-11-20T10:00:00Z')
const envelope = {
  from: 'bounce@customer.example',
  to: 'help@asha.example',
  client: { address: '203.0.113.9', helo: 'mx.customer.example' },
}
const mailOf = (...lines: string[]) => pack({ envelope, raw: Buffer.from(lines.join('\r\n')) })

test('spec 5.50: of a mail, sender, recipient, subject, text and the client that handed it in are shown', async () => {
  const mail = mailOf(
    'From: =?utf-8?Q?Ravi_=E2=9C=93?= <ravi@customer.example>',
    'Subject: =?utf-8?B?4KSV4KS/4KSk4KS+4KSs?=',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('Where is my order?').toString('base64'),
  )
  assert.deepEqual(await shown('mail', mail), {
    isReadable: true,
    from: 'ravi@customer.example',
    to: 'help@asha.example',
    subject: 'किताब',
    text: 'Where is my order?',
    handedInBy: '203.0.113.9 (mx.customer.example)',
  })
})

test('spec 5.50: of a mail that cannot be parsed, its envelope is shown', async () => {
  const mail = mailOf('From: ravi@customer.example', '', '\n'.repeat(500_001))
  assert.deepEqual(await shown('mail', mail), {
    isReadable: false,
    from: 'bounce@customer.example',
    to: 'help@asha.example',
    subject: null,
    text: null,
    handedInBy: '203.0.113.9 (mx.customer.example)',
  })
})

test('spec 5.50: a webhook of a mail provider is shown by its mail or its event, and names the provider', async () => {
  const call = (said: object) =>
    packCall({ provider: 'postmark', contentType: 'application/json', body: Buffer.from(JSON.stringify(said)) })
  const mail = {
    FromFull: { Email: 'ravi@customer.example', Name: 'Ravi' },
    ToFull: [{ Email: 'help@asha.example' }],
    Headers: [],
    Subject: 'Order',
    TextBody: 'Where is it?',
  }
  const { isReadable, from, to, subject, text, handedInBy } = await shown('mail_webhook', call(mail))
  assert.deepEqual(
    [isReadable, from, to, subject, text, handedInBy],
    [true, 'ravi@customer.example', 'help@asha.example', 'Order', 'Where is it?', 'postmark'],
  )
  const bounce = {
    RecordType: 'Bounce',
    Type: 'HardBounce',
    Email: 'meena@customer.example',
    Details: '550 5.1.1 nobody',
  }
  const event = await shown('mail_webhook', call(bounce))
  assert.deepEqual([event.isReadable, event.from], [true, 'meena@customer.example'])
  assert.match(event.text ?? '', /550 5\.1\.1 nobody/)
  const broken = packCall({ provider: 'postmark', contentType: 'application/json', body: Buffer.from('{"From": ') })
  assert.deepEqual(
    [(await shown('mail_webhook', broken)).isReadable, (await shown('mail_webhook', broken)).handedInBy],
    [false, 'postmark'],
  )
})

test('spec 5.50: a webhook of Meta is shown by its messages and statuses', async () => {
  const one = written({ id: 'wamid.1', at, from: '919876500001', part: { body: 'Is it ready?' } })
  assert.deepEqual(await shown('cloud_api', Buffer.from(JSON.stringify(one))), {
    isReadable: true,
    from: '+919876500001',
    to: '919876500000',
    subject: null,
    text: 'Is it ready?',
    handedInBy: null,
  })
  const failed = statuses([{ id: 'wamid.2', status: 'failed', code: 131026, at }])
  const { from, text } = await shown('cloud_api_shared', Buffer.from(JSON.stringify(failed)))
  assert.deepEqual([from, text], ['+919876543210', 'failed: It failed'])
  assert.equal((await shown('cloud_api', Buffer.from('no JSON'))).isReadable, false)
})

test('spec 5.50: an SMS and a receipt by SMPP are shown with number and text', async () => {
  const pdu = (esmClass: number, message: string, dataCoding = 0) =>
    writeKept({
      kind: 'pdu',
      command: commands.deliver_sm,
      idFormat: 'as_is',
      body: messageBody({
        source: { ton: 1, npi: 1, address: '919876500003' },
        destination: { ton: 0, npi: 0, address: '567678' },
        esmClass,
        registeredDelivery: 0,
        dataCoding,
        message: Buffer.from(message),
        tlvs: [],
      }),
    })
  const { isReadable, from, to, text } = await shown('smpp', pdu(0, 'Thank you'))
  assert.deepEqual([isReadable, from, to, text], [true, '+919876500003', '567678', 'Thank you'])
  const receipt = await shown('smpp_shared', pdu(4, 'id:7 stat:XYZZY err:000'))
  assert.deepEqual([receipt.isReadable, receipt.from, receipt.text], [true, '+919876500003', 'id:7 stat:XYZZY err:000'])
  const binary = await shown('smpp', pdu(0, 'x', 4))
  assert.deepEqual([binary.isReadable, binary.from, binary.text], [false, '+919876500003', null])
})

test('spec 5.50: what is of no known source, or damaged, is shown as it was received', async () => {
  for (const [source, text] of [
    ['mail', 'no envelope'],
    ['smpp', '{}'],
    ['carrier_pigeon', 'coo'],
    ['toString', 'coo'],
  ] as const) {
    const outline = await readOutline(reads, stored(source, Buffer.from(text)))
    assert.deepEqual([outline.isReadable, String(outline.content), outline.said], [false, text, []])
  }
})

test('spec 7.110: of a webhook with messages of several people, one is erased and the others stay', async () => {
  const [one, other] = ['919876500001', '919876500002']
  const message = (id: string, from: string, body: string) => ({
    from,
    id,
    timestamp: '1',
    type: 'text',
    text: { body },
  })
  const body = Buffer.from(
    JSON.stringify(
      messagesOf(someNumber, {
        contacts: [
          { wa_id: one, profile: { name: 'Ravi' } },
          { wa_id: other, profile: { name: 'Meena' } },
        ],
        messages: [message('wamid.1', one, 'mine'), message('wamid.2', other, 'hers')],
        statuses: [{ id: 'wamid.3', status: 'read', timestamp: '1', recipient_id: one }],
      }),
    ),
  )
  const left = await bodyWithout(reads, stored('cloud_api', body), (address) => address === `+${one}`)
  assert.doesNotMatch(String(left), /919876500001|Ravi|mine/)
  assert.equal((await shown('cloud_api', left as Buffer)).text, 'hers')
  assert.equal(
    await bodyWithout(reads, stored('cloud_api', left as Buffer), (address) => address === `+${other}`),
    null,
  )
  assert.equal(await bodyWithout(reads, stored('mail', mailOf('From: a@b.example', '', 'x')), () => true), null)
})
