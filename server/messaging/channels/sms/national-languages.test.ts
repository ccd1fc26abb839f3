// Inbound messages in India's languages, as octets that our tables did not produce, and texts split within a character.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readIncoming } from './smpp/incoming.ts'
import { joinParts, shownPart } from './smpp/part-text.ts'

const LOCKING = 0x25
const SINGLE = 0x24
const GSM = 0
const UCS2 = 8

/** An SMS with these elements in its header. */
function sms(elements: readonly number[], octets: Buffer, dataCoding = GSM) {
  const header = elements.length === 0 ? Buffer.alloc(0) : Buffer.of(elements.length, ...elements)
  return readIncoming({
    source: { ton: 1, npi: 1, address: '919812300000' },
    destination: { ton: 0, npi: 0, address: '56070' },
    esmClass: elements.length === 0 ? 0 : 0x40,
    registeredDelivery: 0,
    dataCoding,
    message: Buffer.concat([header, octets]),
    tlvs: [],
  })
}
const part = (place: number, octets: Buffer, dataCoding = GSM, more: readonly number[] = []) =>
  sms([0, 3, 7, 2, place, ...more], octets, dataCoding)
const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16()

/** By national language identifier: a text, and its septets. */
const texts = [
  [4, 'নমস্কার, ১২ [OK]', '2f424c5f1550442c201b1a1b1c201b3c1b4f1b4b1b3e'],
  [5, 'નમસ્તે, ૧૨ [OK]', '2f424c5f27592c201b1d1b1e201b3c1b4f1b4b1b3e'],
  [6, 'नमस्ते। १२ [OK]', '2f424c5f27591b19201b1d1b1e201b3c1b4f1b4b1b3e'],
  [7, 'ನಮಸ್ಕಾರ ಕಡಪ ೧೨ [OK]', '2f424c5f1550442015243d201b1d1b1e201b3c1b4f1b4b1b3e'],
  [8, 'നമസ്കാരം ൧൨ [OK]', '2f424c5f15504401201b1d1b1e201b3c1b4f1b4b1b3e'],
  [9, 'ନମସ୍କାର ୧୨ [OK]', '2f424c5f155044201b1d1b1e201b3c1b4f1b4b1b3e'],
  [10, 'ਸਤ ਸ੍ਰੀ ਅਕਾਲ ੧੨ [OK]', '4c27204c5f44522003155046201b1d1b1e201b3c1b4f1b4b1b3e'],
  [11, 'வணக்கம் ௧௨ [OK]', '4926155f15425f201b1d1b1e201b3c1b4f1b4b1b3e'],
  [12, 'నమస్కారం ౧౨ [OK]', '2f424c5f15504401201b1d1b1e201b3c1b4f1b4b1b3e'],
  [13, 'السلام علیکم۔ ۱۲ [OK]', '004d3d4d004e20444d59474e1b3f201b1d1b1e201b3c1b4f1b4b1b3e'],
] as const

test("spec 7.43: what is written in an alphabet of India's languages is read, by both of its tables", () => {
  for (const [language, text, octets] of texts)
    assert.equal(sms([LOCKING, 1, language, SINGLE, 1, language], Buffer.from(octets, 'hex')).text, text)
})

test('spec 7.43: each table counts by itself, and a language without one stands for the GSM alphabet', () => {
  const single = (language: number, octets: string) => sms([SINGLE, 1, language], Buffer.from(octets, 'hex')).text
  assert.equal(single(6, '4f4b1b191b1c1b65'), 'OK।०€', 'the GSM alphabet, with signs of Hindi')
  const locking = (language: number, octets: string) => sms([LOCKING, 1, language], Buffer.from(octets, 'hex')).text
  assert.equal(locking(11, '4926155f15425f1b3c'), 'வணக்கம்[', 'Tamil, with the usual extensions')
  assert.equal(locking(6, '2f1b2f'), 'न\\', 'an escape has its own meaning of a code')
  assert.equal(locking(11, '001b02'), '\ufffdஃ', 'a place without a character; an escape before a code of none')
  for (const language of [0, 2, 14, 255]) assert.equal(locking(language, '4f4b'), 'OK', String(language))
})

test('spec 7.43: an emoji that is cut between two parts is one emoji', () => {
  const octets = utf16('Yes 🙂🙂 thanks')
  // Within the first emoji, within the second, and within a character.
  for (const cut of [10, 14, 5, 11]) {
    const parts = [part(1, octets.subarray(0, cut), UCS2), part(2, octets.subarray(cut), UCS2)]
    assert.equal(joinParts(parts.map(({ stored }) => stored)), 'Yes 🙂🙂 thanks', String(cut))
    for (const { text, stored } of parts) {
      assert.ok(text.isWellFormed() && stored.isWellFormed(), 'PostgreSQL can store it')
      assert.equal(shownPart(stored), text)
    }
  }
  const half = part(1, octets.subarray(0, 10), UCS2)
  assert.equal(joinParts([half.stored]), 'Yes \ufffd', 'where the other half never comes')
  assert.equal(joinParts([half.stored, part(2, Buffer.from('thanks')).stored]), 'Yes \ufffdthanks')
})

test('spec 7.43: an escape that is cut from its code is one character with it', () => {
  const joined = (...parts: ReturnType<typeof part>[]) => joinParts(parts.map(({ stored }) => stored))
  const price = part(1, Buffer.from('Price \x1b', 'latin1'))
  assert.equal(joined(price, part(2, Buffer.from('e5', 'latin1'))), 'Price €5')
  assert.equal(joined(price), 'Price ')
  assert.equal(joined(price, part(2, Buffer.from('5', 'latin1'))), 'Price 5')
  assert.equal(joined(part(1, Buffer.of(0x1b, 0x1b)), part(2, Buffer.from('e5', 'latin1'))), ' e5')
  const hindi = [LOCKING, 1, 6, SINGLE, 1, 6]
  assert.equal(joined(part(1, Buffer.of(0x2f, 0x1b), GSM, hindi), part(2, Buffer.of(0x23), GSM, hindi)), 'न७')
})

test('spec 7.43: a part that is whole is stored as its text alone', () => {
  assert.equal(part(1, Buffer.from('I am ')).stored, 'I am ')
  assert.equal(part(1, utf16('ठीक है 🙂'), UCS2).stored, 'ठीक है 🙂')
  // A contact's text cannot pass for data that is stored with a part.
  const forged = part(1, utf16('x\u{10ffff}ucs2:AAAA'), UCS2)
  assert.equal(shownPart(forged.stored), 'x\ufffducs2:AAAA')
  assert.equal(joinParts([forged.stored]), 'x\ufffducs2:AAAA')
})
