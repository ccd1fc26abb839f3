// spec 8.11 and 3GPP TS 23.038: how many segments an SMS has.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/cases.ts'
import { outsideGsm, segmentsOf, sizeOfSms } from './sms-size.ts'
import { decodeSms, encodeSms } from './sms-text.ts'

test('spec 8.11: a text of the GSM alphabet has 160 characters in one segment, and 153 in each of several', () => {
  const counts: [number, number][] = [
    [0, 1],
    [1, 1],
    [160, 1],
    [161, 2],
    [306, 2],
    [307, 3],
    [459, 3],
    [460, 4],
  ]
  for (const [length, segments] of counts) assert.equal(segmentsOf('a'.repeat(length)), segments, `${length}`)
  assert.equal(segmentsOf('@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà'.padEnd(160, ' ')), 1)
})

test('spec 8.11: an extension character counts two and is not split between segments', () => {
  for (const one of '^{}\\[~]|€') {
    assert.equal(segmentsOf(one.repeat(80)), 1)
    assert.equal(segmentsOf(one.repeat(81)), 2)
  }
  // The 153rd unit stays free, so that the second segment starts with the euro sign.
  assert.equal(segmentsOf(`${'a'.repeat(152)}€${'a'.repeat(151)}`), 2)
  assert.equal(segmentsOf(`${'a'.repeat(152)}€${'a'.repeat(152)}`), 3)
  assert.equal(segmentsOf(`${'a'.repeat(151)}€${'a'.repeat(153)}`), 2)
})

test('spec 8.11: one character beyond the GSM alphabet makes it 70 and 67, and an emoji is not split', () => {
  assert.equal(segmentsOf('न'.repeat(70)), 1)
  assert.equal(segmentsOf('न'.repeat(71)), 2)
  assert.equal(segmentsOf('न'.repeat(134)), 2)
  assert.equal(segmentsOf('न'.repeat(135)), 3)
  assert.equal(segmentsOf(`${'a'.repeat(70)}ç`), 2, 'ç is not of the alphabet, Ç is')
  assert.equal(segmentsOf(`${'a'.repeat(70)}Ç`), 1)
  assert.equal(segmentsOf('🙂'.repeat(35)), 1)
  assert.equal(segmentsOf(`${'न'.repeat(66)}🙂${'न'.repeat(65)}`), 2)
  assert.equal(segmentsOf(`${'न'.repeat(66)}🙂${'न'.repeat(66)}`), 3)
})

test('spec 8.11: more text never has fewer segments, and one more character at most one more', () => {
  const letters = fc.array(fc.constantFrom('a', '€', 'न', '🙂', '\n'), { maxLength: 400 })
  fc.assert(
    fc.property(letters, fc.constantFrom('a', '€'), (characters, last) => {
      const before = segmentsOf(characters.join(''))
      const after = segmentsOf([...characters, last].join(''))
      assert.ok(after === before || after === before + 1, `${before} then ${after}`)
    }),
  )
})

/** Characters of the extension alphabet, of two code units, outside GSM, and ordinary ones. */
const texts = fc
  .array(fc.oneof(fc.constantFrom('a', '€', '[', '\\', 'é', '\n', '@', 'ñ'), fc.constantFrom('न', '🙂', 'ç', ' ')), {
    maxLength: 600,
  })
  .map((characters) => characters.join(''))
const gsmTexts = fc
  .array(fc.constantFrom('a', '€', '[', '|', 'é', '\n', '@', 'Ω'), { maxLength: 700 })
  .map((characters) => characters.join(''))

test('spec 7.40: the parts of a text, put together, are the text, and each of them is one by itself', () => {
  fc.assert(
    fc.property(fc.oneof(texts, gsmTexts), (text) => {
      const { encoding, parts } = encodeSms(text)
      assert.equal(decodeSms(Buffer.concat(parts), encoding), text)
      assert.equal(parts.map((part) => decodeSms(part, encoding)).join(''), text, 'no escape, no pair is split')
    }),
  )
})

test('spec 7.40: a part holds 153 of the GSM alphabet or 67 others, and one alone 160 or 70', () => {
  fc.assert(
    fc.property(fc.oneof(texts, gsmTexts), (text) => {
      const { encoding, parts } = encodeSms(text)
      const most = { gsm: [160, 153], ucs2: [140, 134] }[encoding][parts.length === 1 ? 0 : 1] as number
      for (const part of parts) assert.ok(part.length <= most, `${part.length} octets`)
      // A part is short only when the next character did not fit: by at most a surrogate pair or an escape.
      const room = encoding === 'gsm' ? 1 : 2
      for (const part of parts.slice(0, -1)) assert.ok(part.length >= most - room, `${part.length} octets`)
    }),
  )
})

test('spec 8.11, 7.40: what is priced is what is sent', () => {
  fc.assert(
    fc.property(fc.oneof(texts, gsmTexts, fc.string()), (text) => {
      const { encoding, parts } = encodeSms(text)
      assert.equal(segmentsOf(text), parts.length)
      const size = sizeOfSms(text)
      assert.deepEqual([size.encoding, size.segments], [encoding, parts.length])
    }),
  )
})

test('spec 7.25: what is left of the last part is what fits it, and one more begins another', () => {
  fc.assert(
    fc.property(fc.oneof(texts, gsmTexts, fc.string()), (text) => {
      const { encoding, segments, left } = sizeOfSms(text)
      const filler = encoding === 'gsm' ? 'a' : 'न'
      assert.deepEqual(sizeOfSms(text + filler.repeat(left)), { encoding, segments, left: 0 })
      assert.equal(segmentsOf(text + filler.repeat(left + 1)), segments + 1)
      assert.equal(outsideGsm(text, 1).length === 0, encoding === 'gsm')
    }),
  )
  assert.deepEqual(outsideGsm('a’b₹’c', 10), ['’', '₹'])
  assert.deepEqual(outsideGsm('a’b₹’c', 1), ['’'])
})

test('spec 7.40: every character has the code of 3GPP TS 23.038', () => {
  assert.deepEqual([...(encodeSms('@£$¥').parts[0] ?? [])], [0, 1, 2, 3])
  assert.deepEqual([...(encodeSms('Δ_ΞÆ É').parts[0] ?? [])], [0x10, 0x11, 0x1a, 0x1c, 0x20, 0x1f])
  assert.deepEqual([...(encodeSms('AZaz¡¿à').parts[0] ?? [])], [0x41, 0x5a, 0x61, 0x7a, 0x40, 0x60, 0x7f])
  assert.deepEqual(
    [...(encodeSms('€^{}\\[~]|').parts[0] ?? [])],
    [0x65, 0x14, 0x28, 0x29, 0x2f, 0x3c, 0x3d, 0x3e, 0x40].flatMap((code) => [0x1b, code]),
  )
  assert.equal(encodeSms('ठीक').parts[0]?.toString('hex'), '0920094009 15'.replace(' ', ''))
  assert.equal(encodeSms('a\ud83d').parts[0]?.toString('hex'), '0061fffd', 'half a pair cannot be sent')
})

test('spec 7.40: whatever octets come in have a text', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom('gsm' as const, 'ucs2' as const), (octets, as) => {
      assert.ok(decodeSms(Buffer.from(octets), as).isWellFormed())
    }),
  )
})
