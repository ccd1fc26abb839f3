// Properties of definitions: an accepted definition is accepted again in its stored form, every form ends, and no input
// throws.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc, { casesOf } from '../../../test/cases.ts'
import { type Field, fieldTypes, pagesOf, type Settings } from './definition.ts'
import { DEFAULT_SETTINGS, readDefinition } from './rules.ts'
import { secretIn } from './secrets.ts'
import { latinWords, newSlug, slugError } from './slugs.ts'

const key = fc.constantFrom('a', 'b', 'c', 'p', 'q', 'end')
const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
const { condition } = fc.letrec<{ condition: unknown }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.record({ field: key, is: scalar }),
    fc.record({ field: key, answered: fc.boolean() }),
    fc.record({ field: key, after: scalar }),
    fc.record({ all: fc.array(tie('condition'), { maxLength: 4 }) }),
    fc.record({ not: tie('condition') }),
    fc.anything(),
  ),
}))
const field = fc.record(
  {
    key,
    type: fc.constantFrom(...fieldTypes),
    label: fc.oneof(fc.string({ minLength: 1 }), fc.dictionary(fc.constantFrom('en', 'hi'), fc.string())),
    options: fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 4 }),
    default: fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string())),
    min: fc.integer(),
    max: fc.integer(),
    show_if: condition,
    jumps: fc.array(fc.record({ if: condition, to: key }), { maxLength: 3 }),
  },
  { requiredKeys: ['key', 'type', 'label'] },
)

/** About half of these are valid, so that the properties cover both outcomes. */
const form = fc
  .array(
    fc.record({
      type: fc.constantFrom('short_text', 'short_text', 'yes_no', 'page_break', 'heading'),
      from: fc.nat(40),
      to: fc.nat(40),
      isRight: fc.integer({ min: 0, max: 9 }).map((chance) => chance > 0),
    }),
    { minLength: 1, maxLength: 10 },
  )
  .map((parts) =>
    parts.map(({ type, from, to, isRight }, index) => {
      const places = parts.map((part, place) => ({ type: part.type, place }))
      const earlier = places.filter((one) => one.place < index && ['short_text', 'yes_no'].includes(one.type))
      const later = places.filter((one) => one.place > index && one.type === 'page_break')
      const used = (isRight ? earlier : places)[from % (isRight ? earlier.length : places.length)]
      const target = (isRight ? later : places)[to % ((isRight ? later.length : places.length) || 1)]
      const plain = { key: `k${index}`, type, label: 'L' }
      if (!used) return plain
      const condition = { field: `k${used.place}`, answered: true }
      return type === 'page_break'
        ? { ...plain, jumps: [{ if: condition, to: target ? `k${target.place}` : 'end' }] }
        : { ...plain, show_if: condition }
    }),
  )

test('spec 22.1: whatever is sent as fields is read or refused, and never throws', () => {
  fc.assert(
    fc.property(fc.array(field, { maxLength: 8 }), (fields) => {
      const reading = readDefinition(fields as Field[], DEFAULT_SETTINGS)
      if ('errors' in reading) assert.ok(reading.errors.length > 0 && reading.errors.length <= 20)
    }),
    { numRuns: casesOf(200) },
  )
})

test('spec 22.1, 22.11: what is stored is accepted again, and is stored the same', () => {
  let accepted = 0
  fc.assert(
    fc.property(form, (fields) => {
      const reading = readDefinition(fields as unknown as Field[], DEFAULT_SETTINGS)
      if ('errors' in reading) return
      accepted++
      const { value } = reading
      assert.deepEqual(readDefinition(value.fields, value.settings), { value })
    }),
    { numRuns: casesOf(300) },
  )
  assert.ok(accepted > 0)
})

test('spec 22.4, 22.5: in what is accepted conditions look back, and pages lead forward', () => {
  fc.assert(
    fc.property(form, (fields) => {
      const reading = readDefinition(fields as unknown as Field[], DEFAULT_SETTINGS)
      if ('errors' in reading) return
      const placeOf = (wanted: string) => reading.value.fields.findIndex((one) => one.key === wanted)
      for (const [index, { show_if, jumps = [] }] of reading.value.fields.entries()) {
        for (const used of [show_if, ...jumps.map((jump) => jump.if)])
          if (used && 'field' in used) assert.ok(placeOf(used.field) < index)
        for (const { to } of jumps) assert.ok(to === 'end' || placeOf(to) > index)
      }
      const pages = pagesOf(reading.value)
      assert.equal(
        pages.reduce((sum, page) => sum + page.fields.length + (page.end ? 1 : 0), 0),
        reading.value.fields.length,
      )
    }),
    { numRuns: casesOf(300) },
  )
})

test('spec 22.9: whatever is sent as a redirect or an origin, what is stored is https', () => {
  const urls = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.constantFrom('https:', 'javascript:', 'data:').chain((scheme) => fc.string().map((rest) => scheme + rest)),
  )
  fc.assert(
    fc.property(urls, urls, (redirect_url, origin) => {
      const settings: Settings = { ...DEFAULT_SETTINGS, redirect_url, embed_origins: [origin] }
      const reading = readDefinition([], settings)
      if ('errors' in reading) return
      assert.match(reading.value.settings.redirect_url ?? '', /^https:\/\/[^/]/)
      assert.match(reading.value.settings.embed_origins?.[0] ?? '', /^https:\/\/[^\s/;,'"*]+$/)
    }),
    { numRuns: casesOf(300) },
  )
})

test('spec 22.13: an address made from any name is one that is accepted', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
      assert.equal(slugError(newSlug(name)), null, name)
    }),
    { numRuns: casesOf(200) },
  )
  assert.equal(latinWords('संपर्क फ़ॉर्म'), 'sampark-form')
  assert.equal(latinWords('Café & Söhne'), 'cafe-sohne')
  assert.equal(latinWords('मुफ़्त डेमो बुक करें'), 'muft-demo-buk-karen')
})

test('spec 22.7: no text makes the search for secrets slow or throw', () => {
  const parts = fc.constantFrom('p ', 'a.', 'card ', 'number', 'o-', '\u200b', 'पिन', 'a'.repeat(500), ' '.repeat(500))
  fc.assert(
    fc.property(fc.array(fc.oneof(parts, fc.string()), { maxLength: 40 }), (texts) => {
      secretIn(texts.join(''))
    }),
    { numRuns: casesOf(100) },
  )
})
