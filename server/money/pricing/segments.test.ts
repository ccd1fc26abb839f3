// spec 8.11 and 3GPP TS 23.038: how many segments an SMS has.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { segmentsOf } from './segments.ts'

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
  // The 153rd place is left free, so that the second segment begins with the sign.
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
