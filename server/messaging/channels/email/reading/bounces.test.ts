// Mails to a return path: delivery reports as mail servers write them.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import {
  arrivalOf,
  conversationId,
  deliveryId,
  organizationId,
  RECEIVED,
  read,
  reader,
} from '../../../../../test/mail-reading.ts'
import { answer, deliveryStatus } from '../../../../../test/mails.ts'
import { nothingArrived } from '../../arrivals/arrived.ts'

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
    assert.deepEqual(await read(deliveryStatus(), 'unsubscribe', { from: '' }), nothingArrived, 'unsubscribes nobody')
    const atReply = await read(deliveryStatus(), 'reply', { from: '' })
    assert.deepEqual([atReply.receipts, atReply.suppressions], [[], []], 'not by its return path')
    assert.deepEqual(
      atReply.messages.map((one) => [one.conversationId, one.isAutomatic, one.isAutomaticReply]),
      [[conversationId, true, false]],
      'but a person sees it',
    )
    const arrival = { ...arrivalOf(deliveryStatus(), 'bounce', { from: '' }), organizationId: newUuid() }
    assert.deepEqual(await reader.read(arrival), nothingArrived, 'the address of another organization')
  })

  test('spec 7.55: a report that only people can read changes the delivery where it says that it failed, and suppresses nobody', async () => {
    const from = 'MAILER-DAEMON@shop.example'
    for (const [text, subject, headers] of [
      ['Hi. This is the qmail-send program.\r\n550 5.1.1 No such user', 'failure notice', []],
      [
        "I'm afraid I wasn't able to deliver your message. This is a permanent error; I've given up.",
        'failure notice',
        [],
      ],
      ['A message that you sent was lost.', 'Mail failure', ['X-Failed-Recipients: ravi@shop.example']],
      ['User ravi is not listed in the directory.', 'Undeliverable: Your order', []],
    ] as [string, string, string[]][])
      for (const envelope of ['', 'MAILER-DAEMON@shop.example']) {
        const arrived = await read(answer({ from, text, subject, headers }), 'bounce', { from: envelope })
        assert.deepEqual(
          arrived.receipts.map((one) => [one.status, one.error?.code]),
          [['undelivered', 'bounced']],
          text,
        )
        assert.deepEqual([arrived.suppressions, arrived.messages], [[], []])
      }
  })

  test('spec 7.55: with an empty return path a report is told by its subject, whoever wrote it', async () => {
    const text = '<ravi@shop.example>: 550 5.1.1 No such user'
    for (const subject of [
      'Undeliverable: Your order',
      'Mail delivery failed: returning message',
      'Unzustellbar: Order',
    ]) {
      const raw = answer({ from: 'System Administrator <admin@shop.example>', text, subject })
      const { receipts } = await read(raw, 'bounce', { from: '' })
      assert.deepEqual(
        receipts.map((one) => one.status),
        ['undelivered'],
      )
      const { messages } = await read(raw, 'bounce', { from: 'admin@shop.example' })
      assert.equal(messages.length, 1, 'else a person may have written it')
    }
  })

  test('spec 7.55: a code in the mail that a report repeats is not its own', async () => {
    const text = 'Your mail waits.\r\n------ This is a copy of your message. ------\r\nOrder 5.1.1 and 550 - red'
    const { receipts, messages } = await read(answer({ from: 'postmaster@shop.example', text }), 'bounce', { from: '' })
    assert.deepEqual([receipts, messages.length], [[], 1])
  })

  test('spec 7.55: a report from which nothing can be read is a message in the conversation of its delivery', async () => {
    for (const from of ['MAILER-DAEMON@shop.example', 'Mail Delivery System <Mail_System>']) {
      const headers = ['Auto-Submitted: auto-replied']
      const raw = answer({ from, text: 'Your mail waits. I will try again.', subject: 'Warning', headers })
      const report = raw.replace('text/plain', 'multipart/report; report-type=delivery-status; x=y')
      const arrived = await read(from.includes('@') ? raw : report, 'bounce', { from: '' })
      assert.deepEqual([arrived.receipts, arrived.suppressions], [[], []])
      const [message] = arrived.messages
      assert.deepEqual(
        [message?.from, message?.conversationId, message?.isAutomatic, message?.isAutomaticReply],
        ['ravi@shop.example', conversationId, true, false],
      )
      if (from.includes('@')) assert.equal(message?.content.text, `[${from}]\nYour mail waits. I will try again.`)
    }
  })

  test('spec 7.55: a report in multipart/mixed, without Action, or with fields in its text changes the delivery', async () => {
    const mixed = deliveryStatus().replace('multipart/report; report-type=delivery-status;', 'multipart/mixed;')
    const withoutAction = deliveryStatus().replace('Action: failed\r\n', '')
    const withoutBoth = withoutAction.replace('Status: 5.1.1\r\n', '')
    const asText = deliveryStatus().replace('Content-Type: message/delivery-status', 'Content-Type: text/plain')
    const encoded = deliveryStatus().replace(
      /(Content-Type: message\/delivery-status)\r\n\r\n([\s\S]*?)\r\n\r\n(--4A1B2)/,
      (_, type: string, fields: string, boundary: string) =>
        `${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(fields).toString('base64')}\r\n${boundary}`,
    )
    for (const raw of [mixed, withoutAction, asText, encoded]) {
      const arrived = await read(raw, 'bounce', { from: '' })
      assert.deepEqual(
        [arrived.receipts.map((one) => one.status), arrived.suppressions.map((one) => one.address), arrived.messages],
        [['undelivered'], ['ravi@shop.example'], []],
        raw,
      )
    }
    const { receipts, suppressions } = await read(withoutBoth, 'bounce', { from: '' })
    assert.deepEqual([receipts.map((one) => one.status), suppressions], [['undelivered'], []], 'by the reply alone')
  })

  test('spec 7.55: a report that a person forwards is a message of that person', async () => {
    const forwarded = deliveryStatus()
      .replace('multipart/report; report-type=delivery-status;', 'multipart/mixed;')
      .replace(/From: MAILER-DAEMON\S+ \(.*\)/, 'From: ravi@shop.example')
      .replace('Auto-Submitted: auto-replied\r\n', '')
    const { receipts, messages } = await read(forwarded, 'bounce', { from: 'ravi@shop.example' })
    assert.deepEqual(
      [receipts, messages.map((one) => [one.conversationId, one.isAutomatic])],
      [[], [[conversationId, false]]],
    )
  })
})
