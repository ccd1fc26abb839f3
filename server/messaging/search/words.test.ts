// Splitting of text into words, without a database. spec 7.141, 7.142, 7.146.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#kit/refusals.ts'
import fc, { anyText } from '../../../test/cases.ts'
import { rangesIn, snippetOf, termsOf } from './match-rules.ts'
import { wordsOf, wordsOfNumber } from './words.ts'

const has = (text: string, ...words: string[]) => {
  const found = wordsOf(text)
  for (const word of words) assert.ok(found.has(word), `${text}: ${word} is none of ${[...found].join(' ')}`)
}

test('spec 7.141: case, accents and marks that are often left out make no difference, digits are those of everybody', () => {
  has('Élan CAFÉ Straße', 'elan', 'cafe', 'strasse')
  has('ऑर्डर फ़ोन चाँद १२३', 'ऑर्डर', 'फोन', 'चांद', '123')
  has('paid 👍🏽 thanks', '👍', 'paid')
  assert.equal(wordsOf('… — !? ()').size, 0)
})

test('spec 7.142: what is written without a space is found by its parts and by the whole', () => {
  has('order A-17', 'a', '17', 'a17', 'order')
  has('ravi@company.example', 'ravi', 'company', 'companyexample', 'ravicompanyexample')
  has('call +91 98765 43210 now', '98765', '9876543210', '919876543210')
  assert.ok(!wordsOf('order 17').has('order17'))
})

test('spec 7.143: a number is found by its last digits, and by any three', () => {
  const words = wordsOfNumber('+919876543210')
  for (const word of ['919876543210', '9876543210', '3210', '210']) assert.ok(words.has(word))
  assert.ok([...words].some((word) => word.startsWith('765')))
})

test('the last word is a beginning until a space follows it', () => {
  assert.deepEqual(termsOf('Order a-1'), [
    { word: 'order', isPrefix: false },
    { word: 'a1', isPrefix: true },
  ])
  assert.deepEqual(termsOf('order '), [{ word: 'order', isPrefix: false }])
})

test('spec 7.148: what has no word, or too many, is refused with what to do', () => {
  for (const query of ['', '—…!', "':* & |", 'a b c d e f g h i'])
    assert.throws(
      () => termsOf(query),
      (error) => error instanceof Refusal && error.code === 'invalid_query',
    )
})

test('spec 7.146: a snippet shows the first match, and its ranges hold what was looked for', () => {
  const text = `${'Lots of words before it. '.repeat(20)}Your order A-17 👍 has left${', and more'.repeat(30)}`
  const { text: shown, matches } = snippetOf(text, termsOf('a-17 ord'))
  assert.deepEqual(
    matches.map(({ start, end }) => shown.slice(start, end)),
    ['order', 'A-17'],
  )
  assert.ok(shown.length <= 160)
  assert.deepEqual(rangesIn('नमस्ते फ़ोन', termsOf('फोन')), [{ start: 7, end: 11 }])
})

test('whatever is written and asked, words have no blank or quote, and ranges lie in the text in their order', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 300 }), (text) => {
      const words = [...wordsOf(text)]
      for (const word of words) assert.match(word, /^[^\s'\\~@]+$/u)
      if (words.length === 0) return
      const { text: shown, matches } = snippetOf(text, [{ word: words[0] as string, isPrefix: true }])
      assert.ok(text.includes(shown))
      let before = 0
      for (const { start, end } of matches) {
        assert.ok(before <= start && start < end && end <= shown.length)
        before = end
      }
      assert.ok(matches.length > 0 || text.length > 20_000)
    }),
  )
})
