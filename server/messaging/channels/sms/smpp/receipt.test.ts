// Receipts as carriers really write them: their state, error and message id.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailsOf } from '#kit/messages/details.ts'
import { NotUnderstood } from '../../arrivals/arrival.ts'
import type { ReportStates } from '../report-states.ts'
import { idOfAnswer, idsOfReceipt } from './ids.ts'
import { commands, messageBody, readMessage, type Tlv, tags } from './pdu.ts'
import { isReceipt, readReceipt } from './receipt.ts'

const RECEIPT = 0x04
const NOTIFICATION = 0x20
const nobody = { ton: 1, npi: 1, address: '919876543210' }

function given(text: string, { esmClass = RECEIPT, tlvs = [] }: { esmClass?: number; tlvs?: Tlv[] } = {}) {
  const message = Buffer.from(text, 'latin1')
  const fields = { source: nobody, destination: nobody, esmClass, registeredDelivery: 0, dataCoding: 0, message, tlvs }
  return readMessage({ command: commands.deliver_sm, body: messageBody(fields) })
}
const read = (text: string, more: Parameters<typeof given>[1] = {}, own: Partial<ReportStates> | null = null) =>
  readReceipt(given(text, more), own)
const statusOf = (stat: string, own: Partial<ReportStates> | null = null) =>
  read(`id:1 stat:${stat} err:21`, {}, own).status
const state = (value: number): { tlvs: Tlv[] } => ({
  tlvs: [
    [tags.receipted_message_id, Buffer.from('x-1\0')],
    [tags.message_state, Buffer.of(value)],
  ],
})
const notUnderstood = (message: RegExp) => (error: Error) =>
  error instanceof NotUnderstood && message.test(error.message)

test('spec 7.41: each state that carriers write has one meaning, however it is capitalised', () => {
  for (const [meaning, states] of Object.entries({
    delivered: ['DELIVRD', 'DELIVERED', 'Delivered'],
    undelivered: ['UNDELIV', 'UNDELIVRD', 'UNDELIVERED', 'UNDELIVERABLE', 'EXPIRED', 'DELETED', 'FAILED', 'failed'],
    failed: ['REJECTD', 'REJECTED', 'NDNC', 'DND', 'BLACKLIST', 'BLACKLISTED', 'SKIPPED'],
    pending: `ENROUTE ACCEPTD ACCEPTED UNKNOWN BUFFERED SCHEDULED
      SENT SUBMITTED SUBMITD QUEUED PENDING`.split(/\s+/),
  }))
    for (const one of states) assert.equal(statusOf(one), meaning === 'pending' ? null : meaning, one)
})

test('spec 7.41: message_state says the same as the text, SCHEDULED and SKIPPED of SMPP 5.0 too', () => {
  const meanings = [
    null,
    null,
    'delivered',
    'undelivered',
    'undelivered',
    'undelivered',
    null,
    null,
    'failed',
    'failed',
  ]
  for (const [value, status] of meanings.entries()) assert.equal(read('', state(value)).status, status, String(value))
  assert.equal(read('', state(5)).error?.code, 'undeliv')
  assert.equal(read('id:x stat:XYZZY', state(2)).status, 'delivered', 'where only the TLV is known')
  assert.throws(() => read('', state(42)), notUnderstood(/the state "42"/))
})

test('spec 7.41: a state that nobody explains, and a receipt without one, are not understood', () => {
  assert.throws(
    () => statusOf('XYZZY'),
    notUnderstood(/^a receipt with the state "XYZZY", which is neither a standard state nor set in the account$/),
  )
  assert.throws(() => read('id:1 err:000'), notUnderstood(/without a state/))
  assert.throws(() => read('id:1 stat: err:000'), notUnderstood(/without a state/))
  assert.throws(() => read('paid:7 Stat:DELIVRD'), notUnderstood(/without a message ID/), 'paid: is no id:')
  assert.equal(read('id:1', { esmClass: NOTIFICATION }).status, null, 'an intermediate notification decides nothing')
  assert.throws(() => read('id:1 stat:XYZZY', { esmClass: NOTIFICATION }), notUnderstood(/XYZZY/))
})

test("spec 7.41: the account's own meaning of a state comes first", () => {
  const own = { delivered: ['sent', '42'], failed: ['FAILED'], pending: ['XYZZY'], undelivered: [] }
  assert.equal(statusOf('SENT', own), 'delivered')
  assert.equal(statusOf('FAILED', own), 'failed')
  assert.equal(statusOf('xyzzy', own), null)
  assert.equal(statusOf('UNDELIV', own), 'undelivered', 'what it does not list stays as usual')
  assert.equal(read('', state(42), own).status, 'delivered')
})

test('spec 7.41: the error of a receipt names its state', () => {
  assert.deepEqual(read('id:0a1B sub:001 dlvrd:001 submit date:1 done date:2 stat:DELIVRD err:000 text:id:9'), {
    id: '0a1B',
    status: 'delivered',
    error: null,
  })
  assert.deepEqual(read('id:1 stat:NO-CREDITS err:7').error, {
    code: 'no_credits',
    detail: detailsOf('provider_reported_error', { state: 'NO-CREDITS', error: '7' }),
  })
  assert.equal(read('id:1 stat:EXPIRED,err:0').status, 'undelivered', 'fields may be separated by commas')
  assert.ok(!isReceipt(given('id:1 stat:DELIVRD', { esmClass: 0 })), 'anybody can write that')
})

test('spec 7.41: ids are the same in answers and receipts, in whichever way the provider writes them', () => {
  const matches = (answer: string, receipt: string, format: Parameters<typeof idOfAnswer>[1] = 'as_is') =>
    idOfAnswer(answer, format) === idsOfReceipt(receipt, format).providerId
  assert.ok(matches('7B', '0000000123', 'hex_to_decimal'))
  assert.ok(matches('123', '007B', 'decimal_to_hex'))
  assert.ok(matches('a-7B', 'a-7B'))
  assert.ok(matches('0A1B2C', '0a1b2c'), 'capitals')
  assert.ok(matches('123', '0000000123'), 'leading zeros')
  assert.ok(matches('000a1b', 'A1B'))
  assert.ok(matches('0000', '0'))
  assert.ok(matches('C0FFEE00-AAAA-4BBB-8CCC-0123456789AB', 'c0ffee00-aaaa-4bbb-8ccc-0123456789ab'))
  assert.ok(!matches('aZ9', 'Az9'), 'of base 62, capitals tell messages apart')
  assert.equal(idsOfReceipt('00AB', 'as_is').writtenAs, '00AB')
})
