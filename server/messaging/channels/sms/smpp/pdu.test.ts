// PDUs compared with those of a library that we did not write, and invalid PDUs.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { smppLibrary } from '#sandbox/smpp-library.ts'
import fc, { casesOf } from '../../../../../test/cases.ts'
import { NotUnderstood } from '../../arrivals/arrival.ts'
import { idsOfReceipt } from './ids.ts'
import { readIncoming } from './incoming.ts'
import { Repetitions, readKept, writeKept } from './kept.ts'
import { meaningOf } from './outcomes.ts'
import { BrokenPdu, commands, encodePdu, messageBody, messageIdOf, PduReader, readMessage } from './pdu.ts'
import { statusOfAll } from './reader.ts'
import { isReceipt, readReceipt } from './receipt.ts'

const { PDU } = smppLibrary()
const address = { ton: 1, npi: 1, address: '919876543210' }
const bodyOf = (octets: Buffer) => octets.subarray(16)
const delivery = (fields: object) => new PDU('deliver_sm', { source_addr: '919876543210', ...fields }).toBuffer()
const read = (octets: Buffer) => readMessage({ command: commands.deliver_sm, body: bodyOf(octets) })

test('spec 7.41: what is written the library reads, and the other way round', () => {
  const message = Buffer.from('Hello')
  const body = messageBody({
    source: { ton: 5, npi: 0, address: 'ASHATX' },
    destination: address,
    esmClass: 0,
    registeredDelivery: 1,
    dataCoding: 0,
    message,
    tlvs: [[0x1400, Buffer.from('1101')]],
  })
  const seen = new PDU(encodePdu(commands.submit_sm, 0, 7, body))
  assert.equal(seen.command, 'submit_sm')
  assert.deepEqual([seen.source_addr, seen.destination_addr, seen.sequence_number], ['ASHATX', '919876543210', 7])
  assert.equal(String(seen.short_message?.message), 'Hello')
  assert.equal(String(seen[0x1400]), '1101')
  const back = read(
    delivery({ esm_class: 4, short_message: Buffer.from('id:7 stat:DELIVRD'), receipted_message_id: '7' }),
  )
  assert.deepEqual([back.esmClass, back.source.address], [4, '919876543210'])
  assert.ok(isReceipt(back))
  assert.equal(readReceipt(back).id, '7')
})

test('spec 7.41: PDUs are the same in whichever pieces they come', () => {
  const all = Buffer.concat([1, 2, 3].map((n) => encodePdu(commands.deliver_sm, 0, n, Buffer.from('x'.repeat(n * 7)))))
  fc.assert(
    fc.property(fc.array(fc.nat({ max: all.length }), { maxLength: 20 }), (cuts) => {
      const reader = new PduReader()
      const places = [0, ...cuts.sort((one, other) => one - other), all.length]
      const found = places.slice(1).flatMap((end, index) => [...reader.push(all.subarray(places[index], end))])
      assert.deepEqual(
        found.map(({ sequence, body }) => [sequence, body.length]),
        [
          [1, 7],
          [2, 14],
          [3, 21],
        ],
      )
    }),
  )
})

const sound = delivery({ esm_class: 4, short_message: 'id:1 stat:DELIVRD err:000', message_state: 2 })
const parted = delivery({
  esm_class: 0x40,
  short_message: Buffer.concat([Buffer.of(5, 0, 3, 1, 2, 1), Buffer.from('a')]),
})

test('spec 19.7: a malformed PDU is read, or said to be broken; nothing else happens', () => {
  const bent = fc
    .tuple(
      fc.constantFrom(sound, parted),
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 8 }),
      fc.nat(),
    )
    .map(([octets, changes, end]) => {
      const copy = Buffer.from(octets)
      for (const [at, value] of changes) copy[16 + (at % (copy.length - 16))] = value
      return end % 3 === 0 ? copy.subarray(16, 16 + (end % (copy.length - 15))) : copy.subarray(16)
    })
  const raw = fc.uint8Array({ maxLength: 300 }).map((octets) => Buffer.from(octets))
  let understood = 0
  fc.assert(
    fc.property(fc.oneof(bent, raw), fc.constantFrom(commands.deliver_sm, commands.data_sm), (body, command) => {
      const pdu = { command, status: 0, sequence: 1, body }
      new Repetitions().fingerprintOf(pdu, { endedAtMs: null })
      const kept = readKept(writeKept({ kind: 'pdu', idFormat: 'hex_to_decimal', ...pdu }))
      assert.ok(kept.kind === 'pdu' && kept.body.equals(body))
      try {
        const message = readMessage(pdu)
        const receipt = isReceipt(message) ? readReceipt(message) : null
        if (receipt) idsOfReceipt(receipt.id, 'hex_to_decimal')
        readIncoming(message)
        understood++
      } catch (error) {
        assert.ok(error instanceof BrokenPdu || error instanceof NotUnderstood, String(error))
      }
    }),
  )
  assert.ok(understood > casesOf(10), `${understood} of them were whole`)
})

test('spec 19.7: octets that are no PDUs end the connection, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 100 }), { maxLength: 10 }), (pieces) => {
      const reader = new PduReader()
      try {
        for (const piece of pieces) for (const { body } of reader.push(Buffer.from(piece))) messageIdOf(body)
      } catch (error) {
        assert.ok(error instanceof BrokenPdu)
      }
    }),
  )
})

test('spec 7.41: every command_status is one of four, and has a code', () => {
  for (let status = 1; status < 2000; status++) assert.match(meaningOf(status).code, /^[a-z0-9_]+$/)
  assert.equal(meaningOf(0x58).meaning, 'throttled')
  assert.equal(meaningOf(0x14).meaning, 'throttled')
  assert.equal(meaningOf(0x0b).meaning, 'refused')
  assert.equal(meaningOf(0x0e).meaning, 'unavailable')
  assert.equal(meaningOf(0x0500).meaning, 'temporary', 'what nobody knows is tried again')
  assert.deepEqual([meaningOf(630).meaning, meaningOf(630).code], ['refused', 'dlt_template_630'])
})

test('spec 7.42: a message in parts has arrived when all have, and never left when none has', () => {
  assert.equal(statusOfAll(['delivered', 'delivered']), 'delivered')
  assert.equal(statusOfAll(['delivered', 'accepted']), null)
  assert.equal(statusOfAll(['failed', 'refused']), 'failed')
  assert.equal(statusOfAll(['delivered', 'failed']), 'undelivered')
  assert.equal(statusOfAll(['undelivered', 'accepted']), 'undelivered')
  assert.equal(statusOfAll(['failed', 'accepted']), null)
  assert.throws(() => readKept(Buffer.from(`{"kind":"pdu","id":"${newUuid()}"}`)), NotUnderstood)
})

test('spec 18.46: what came whole before octets that are no PDU is read, though it came in one piece with them', () => {
  const answer = encodePdu(commands.submit_sm_resp, 0, 7, Buffer.from('42\0'))
  const reader = new PduReader()
  const sequences: number[] = []
  assert.throws(() => {
    for (const { sequence } of reader.push(Buffer.concat([answer, Buffer.alloc(16, 0xff)]))) sequences.push(sequence)
  }, BrokenPdu)
  assert.deepEqual(sequences, [7])
})
