// DLT: which texts match which template, and what is sent along with a message to +91.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/cases.ts'
import { dltOf } from './dlt.ts'
import { isOfTemplate } from './registered-text.ts'

const ORDER = 'Dear {#var#}, your order {#alphanumeric#} of Rs. {#numeric#} has left. Track: {#url#} - Asha Textiles'

test('spec 7.45: a text is of a template where only its places differ, whatever the spaces and punctuation', () => {
  const of = (text: string) => isOfTemplate(text, ORDER)
  assert.ok(of('Dear Ravi, your order A-12 of Rs. 500 has left. Track: https://asha.example/a - Asha Textiles'))
  assert.ok(of('Dear  Ravi your order A-12 of Rs 500 has left!  Track https://asha.example/a Asha Textiles'))
  assert.ok(!of('Dear Ravi, your order A-12 of Rs. 500 has left. Track: https://asha.example/a - Asha'))
  assert.ok(!of('Hello. Dear Ravi, your order A-12 of Rs. 500 has left. Track: https://a.example - Asha Textiles'))
  assert.ok(!of('Dear Ravi, your order A-12 of Rs. five has left. Track: https://a.example - Asha Textiles'))
  assert.ok(!of('Dear Ravi, your order A-12 of Rs. 500 has left. Track: come and see - Asha Textiles'))
  assert.ok(isOfTemplate('आपका कोड 1234 है।', 'आपका कोड {#var#} है'))
  assert.ok(isOfTemplate('Call +91 98765 43210 now', 'Call {#cbn#} now'))
  assert.ok(!isOfTemplate('Call my brother now', 'Call {#cbn#} now'))
})

test('spec 7.45: a place holds at most 40 characters, and one next to it as many again', () => {
  assert.ok(isOfTemplate(`Hi ${'a'.repeat(40)}!`, 'Hi {#var#}!'))
  assert.ok(!isOfTemplate(`Hi ${'a'.repeat(41)}!`, 'Hi {#var#}!'))
  assert.ok(isOfTemplate(`Hi ${'a'.repeat(80)}!`, 'Hi {#var#}{#var#}!'))
  assert.ok(!isOfTemplate(`Hi ${'a'.repeat(81)}!`, 'Hi {#var#}{#var#}!'))
})

const word = fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', ',', 'न'), maxLength: 12 })

test('spec 7.45: what a template makes of values is of it, and one letter more in what stands fast is not', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 6 }), word, (pairs, end) => {
      const template = `${pairs.map(([fast]) => `${fast}{#var#}`).join('')}${end}`
      const text = `${pairs.map(([fast, value]) => fast + value).join('')}${end}`
      assert.ok(isOfTemplate(text, template))
      assert.ok(!isOfTemplate(`${text}Z`, `${template}Y`))
    }),
  )
})

/** Matches by brute force, for short texts. */
function slowly(text: string, template: string): boolean {
  const plain = (some: string) => some.replace(/[^\p{L}\p{M}\p{N}]/gu, '')
  const pattern = template
    .split('{#var#}')
    .map((some) => [...plain(some)].join(''))
    .join('.{0,40}')
  return new RegExp(`^${pattern}$`, 'su').test(plain(text))
}

test('spec 7.45: it finds what trying everything finds', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 6 })
  fc.assert(
    fc.property(
      fc.array(letters, { minLength: 1, maxLength: 5 }),
      fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 30 }),
      (fast, text) => {
        const template = fast.join('{#var#}')
        assert.equal(isOfTemplate(text, template), slowly(text, template), `${text} of ${template}`)
      },
    ),
  )
})

test('spec 7.45: the time grows with the text, also where every beginning looks right', () => {
  const costOf = (times: number) => {
    const text = `${'a'.repeat(40 * times)}b`
    const template = `${'a'.repeat(20)}{#var#}`.repeat(20)
    const begun = process.cpuUsage()
    for (let n = 0; n < 3; n++) isOfTemplate(text, template)
    const { user, system } = process.cpuUsage(begun)
    return user + system
  }
  costOf(50)
  // Ten times the text is ten times the work; quadratic work would be a hundred times.
  assert.ok(costOf(500) < 40 * costOf(50))
})

test('spec 7.45: to +91 a template with its id goes along, where the account says DLT; elsewhere nothing is asked', () => {
  const dlt = { entity_id: '1101', chain: null, entity_tag: 0x1400, template_tag: 0x1401, chain_tag: 0x1402 }
  const template = { id: '0', name: 'order', language: 'en', registeredId: '1107', parameters: [] }
  assert.deepEqual(dltOf(dlt, '+919876543210', template), { of: { templateId: '1107', header: null } })
  const ofAnother = { ...template, header: 'ASHAPR' }
  assert.deepEqual(dltOf(dlt, '+919876543210', ofAnother), { of: { templateId: '1107', header: 'ASHAPR' } })
  assert.ok('refused' in dltOf(dlt, '+919876543210', { ...template, header: 'MUCH TOO LONG' }))
  assert.deepEqual(dltOf(dlt, '+4915112345678', null), { of: null })
  assert.deepEqual(dltOf(null, '+919876543210', null), { of: null })
  const codeOf = (given: Parameters<typeof dltOf>[2]) => {
    const found = dltOf(dlt, '+919876543210', given)
    return 'refused' in found ? found.refused.code : null
  }
  assert.equal(codeOf(null), 'dlt_template_missing')
  assert.equal(codeOf({ ...template, registeredId: null }), 'dlt_template_id_missing')
})
