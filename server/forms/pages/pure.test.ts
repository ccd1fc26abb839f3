// Pure parts of the pages: colours, limits, proofs, states, sources.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrastOf, DARK_BACKGROUND, LIGHT_BACKGROUND } from '#forms/definitions/contrast.ts'
import { createSealer } from '#kit/crypto.ts'
import { newUuid } from '#kit/ids.ts'
import fc, { anyText } from '../../../test/cases.ts'
import { AbuseWatch, ADDRESS_BURST, ATTACK_FROM } from './abuse.ts'
import { readable, textOn } from './colours.ts'
import { originOf, sourceOf } from './source.ts'
import { createStates, newVisit, STATE_MS } from './state.ts'
import { pageWords, wordsOf } from './words.ts'

test('spec 22.40: every accent becomes one that is readable on the page and under the text of a button', () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(colour, (accent) => {
      for (const surface of [LIGHT_BACKGROUND, DARK_BACKGROUND]) {
        const shown = readable(accent, surface)
        assert.match(shown, /^#[0-9a-f]{6}$/)
        assert.ok(contrastOf(shown, surface) >= 4.5)
        assert.ok(contrastOf(textOn(shown), shown) >= 4.5)
        if (contrastOf(accent, surface) >= 4.5) assert.equal(shown, accent)
      }
    }),
  )
})

test('spec 22.33, 22.34: limits challenge one network, an attack challenges everybody, and both end; nothing is capped', () => {
  const watch = new AbuseWatch()
  let at = 1_000_000
  for (let one = 0; one < ADDRESS_BURST; one++) assert.equal(watch.admit('form', '192.0.2.1', false, at), null)
  const challenge = watch.admit('form', '192.0.2.1', false, at)
  assert.ok(challenge && challenge.notBefore > at)
  assert.equal(watch.admit('form', '192.0.2.2', false, at), null, 'another network')
  assert.equal(watch.admit('other', '192.0.2.1', false, at), null, 'another form')
  const next = watch.admit('form', '192.0.2.1', false, at)
  assert.ok(next && next.notBefore > challenge.notBefore, 'one after the other')
  at += 3600_000
  assert.equal(watch.admit('form', '192.0.2.1', false, at), null)

  // A form on television: thousands of people, none of them suspicious.
  for (let one = 0; one < 5_000; one++)
    assert.equal(watch.admit('form', `2001:db8:${one.toString(16)}::/64`, false, at), null)
  assert.equal(watch.isUnderAttack('form', at), false)
  for (let one = 0; one < ATTACK_FROM; one++) watch.admit('form', `198.51.100.${one}`, true, at)
  assert.equal(watch.isUnderAttack('form', at), true)
  assert.notEqual(watch.admit('form', '203.0.113.9', false, at), null)
  at += 10 * 60_000
  assert.equal(watch.isUnderAttack('form', at), false)
  assert.equal(watch.admit('form', '203.0.113.9', false, at), null)
})

test('spec 22.24: a state opens for its own form until it expires, and with no bit changed', () => {
  const states = createStates(createSealer('ab'.repeat(32)))
  const form = { orgId: newUuid(1), formId: newUuid(2) }
  const now = new Date('2026-06-01T06:00:00Z')
  const state = newVisit(3, now, { language: 'hi', isEmbedded: true, source: 'news', values: { a: ['<>&"', 'é'] } })
  const sealed = states.seal(form, state, now)
  assert.match(sealed, /^[\w-]+$/)
  assert.deepEqual(states.open(form, sealed, now), state)
  assert.equal(states.open({ ...form, formId: form.orgId }, sealed, now), null)
  assert.equal(states.open({ ...form, orgId: form.formId }, sealed, now), null)
  assert.equal(states.open(form, sealed, new Date(now.getTime() + STATE_MS)), null)
  assert.notEqual(newVisit(3, now, state).nonce, state.nonce)
  const bytes = Buffer.from(sealed, 'base64url')
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (place, change) => {
      const altered = Buffer.from(bytes)
      altered[place] = (altered[place] as number) ^ change
      assert.equal(states.open(form, altered.toString('base64url'), now), null)
    }),
  )
})

const sourceFrom = (...given: Parameters<typeof originOf>) => sourceOf(originOf(...given))

test('spec 22.36: a source is a short word, whatever an address or a referrer says', () => {
  const own = 'forms.example'
  assert.equal(sourceFrom({ utm_source: 'Google Ads' }, undefined, own), 'google-ads')
  assert.equal(sourceFrom({ ref: 'shop.example' }, 'https://other.example/', own), 'shop.example')
  assert.equal(sourceFrom({}, 'https://www.shop.example:8443/cart?token=1', own), 'shop.example-8443')
  assert.equal(sourceFrom({}, 'https://forms.example/f/x', own), '')
  assert.equal(sourceFrom({ utm_source: ['a', 'b'] }, 'nonsense', own), '')
  fc.assert(
    fc.property(anyText({ maxLength: 200 }), (text) => {
      assert.match(sourceFrom({ utm_source: text }, text, own), /^[\p{L}\p{M}\p{Nd}._-]{0,60}$/u)
    }),
  )
})

test('spec 22.39: the fixed words are there in English and Hindi, and an author can replace them in other languages', () => {
  assert.deepEqual(Object.keys(pageWords.hi), Object.keys(pageWords.en))
  const settings = {
    languages: ['en', 'ta'],
    default_language: 'en',
    texts: { next: { ta: 'அடுத்து' }, back: 'Return' },
  }
  assert.equal(wordsOf(settings, 'ta').next, 'அடுத்து')
  assert.equal(wordsOf(settings, 'en').next, 'Next')
  assert.equal(wordsOf(settings, 'en').back, 'Return')
  assert.equal(wordsOf(settings, 'hi').back, 'पीछे')
})
