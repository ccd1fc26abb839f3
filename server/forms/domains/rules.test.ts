import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/cases.ts'
import {
  asciiName,
  CHECK_EVERY_MS,
  MISSING_CHECK_EVERY_MS,
  MISSING_MAX_MS,
  nextCheck,
  outcomeOf,
  proofName,
  proofText,
  readDomainName,
  recordState,
  redirectOf,
  unicodeName,
} from './rules.ts'

const OWN = new Set(['samvad.example', '10.0.0.7'])
const read = (typed: string) => {
  const reading = readDomainName(typed, OWN)
  return 'message' in reading ? reading.code : reading.value
}

test('spec 23.41: a domain is stored as the DNS has it, whatever the script, the case and the final dot', () => {
  const names = {
    'forms.asha.example': 'forms.asha.example',
    ' Forms.ASHA.Example. ': 'forms.asha.example',
    'asha.co.in': 'asha.co.in',
    'फ़ॉर्म.आशा.भारत': 'xn--o2bgf1c9cza.xn--m1b0hya.xn--h2brj9c',
    'bücher.example': 'xn--bcher-kva.example',
    'XN--BCHER-KVA.example': 'xn--bcher-kva.example',
    'forms。asha。example': 'forms.asha.example',
    'a.samvad.example': 'a.samvad.example',
  }
  for (const [typed, name] of Object.entries(names)) assert.equal(read(typed), name, typed)
  assert.equal(unicodeName('xn--bcher-kva.example'), 'bücher.example')
})

test('spec 23.41: what is no domain of an organization is refused with the reason', () => {
  const refused = {
    form_domain_own: ['samvad.example', 'SAMVAD.example.'],
    form_domain_private: ['forms.localhost', 'nas.local', 'db.internal', 'x.onion', '1.0.0.127.in-addr.arpa'],
    form_domain_public_suffix: ['co.in', 'github.io', 'gov.in', 'com.au'],
    form_domain_not_valid: [
      'localhost',
      'forms',
      '127.0.0.1',
      '10.0.0.7',
      '0x7f.1',
      '[::1]',
      '::1',
      'https://forms.asha.example',
      'forms.asha.example/',
      'forms.asha.example:443',
      'user@forms.asha.example',
      '*.asha.example',
      '_samvad.asha.example',
      '-a.example',
      'a..example',
      '.example',
      'two words.example',
      `${'a'.repeat(64)}.example`,
      `${'abcdefghi.'.repeat(25)}example`,
    ],
  }
  for (const [code, typed] of Object.entries(refused)) for (const one of typed) assert.equal(read(one), code, one)
})

test('spec 23.41: whatever is typed, a name that is accepted is accepted as it is stored, and its record fits the DNS', () => {
  const label = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.stringMatching(/^[a-z0-9-]{1,63}$/))
  const typed = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(label, { minLength: 1, maxLength: 6 }).map((labels) => labels.join('.')),
    fc
      .array(fc.constantFrom('forms', 'आशा', 'in', 'co', 'example', '', 'ß', 'XN--', '1', '०'), { maxLength: 5 })
      .map((some) => some.join('.')),
  )
  fc.assert(
    fc.property(typed, (text) => {
      const reading = readDomainName(text, OWN)
      if ('message' in reading) return
      const { value: name } = reading
      assert.match(name, /^[a-z0-9.-]+$/)
      assert.equal(asciiName(name), name)
      assert.equal(read(`${name.toUpperCase()}.`), name)
      assert.ok(proofName(name).length <= 253)
      assert.ok(!OWN.has(name))
      assert.equal(new URL(`https://${name}`).hostname, name, 'a browser opens the same host')
    }),
  )
})

test('spec 23.42: only the exact record proves a domain', () => {
  const mine = 'a'.repeat(40)
  assert.equal(recordState(mine, [proofText(mine)]), 'found')
  assert.equal(recordState(mine, ['other', ` ${proofText(mine)} `]), 'found')
  assert.equal(recordState(mine, [proofText('b'.repeat(40))]), 'wrong')
  assert.equal(recordState(mine, [`${proofText(mine)}x`]), 'wrong')
  assert.equal(recordState(mine, ['samvad-proof=1', 'v=spf1 -all']), 'missing')
  assert.equal(recordState(mine, []), 'missing')
})

test('spec 23.44: a missing record is reported once, and ends the verification after 72 hours of checks without it, never sooner', () => {
  const start = new Date('2026-02-01T00:00:00Z')
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 200 }), (checks) => {
      let at = start
      let missingSince: Date | null = null
      let reports = 0
      let spells = 0
      for (const isFound of checks) {
        const before: Date | null = missingSince
        const outcome = outcomeOf({ missingSince: before }, isFound, at)
        if (outcome.kind === 'lost') {
          assert.ok(before !== null && at.getTime() - before.getTime() >= MISSING_MAX_MS)
          assert.equal(isFound, false)
          return
        }
        if (outcome.kind === 'found') assert.equal(outcome.isBack, before !== null)
        if (outcome.kind === 'missing' && outcome.isNew) reports++
        if (!isFound && before === null) spells++
        missingSince = outcome.kind === 'missing' ? outcome.since : null
        const next = nextCheck(missingSince, at)
        assert.ok(next > at)
        assert.ok(next.getTime() - at.getTime() <= (missingSince === null ? CHECK_EVERY_MS : MISSING_CHECK_EVERY_MS))
        at = next
      }
      assert.equal(reports, spells)
    }),
  )
})

test('spec 23.47, 23.49: the address without a path leads to the chosen form, and without premium every page is under PUBLIC_URL', () => {
  const PUBLIC = 'https://samvad.example'
  const to = (site: object, url: string, method = 'GET') =>
    redirectOf({ hasPremium: true, rootSlug: null, ...site }, method, url, PUBLIC)
  assert.equal(to({}, '/'), null)
  assert.equal(to({ rootSlug: 'order' }, '/?utm_source=a&b=?'), '/f/order?utm_source=a&b=?')
  assert.equal(to({ rootSlug: 'order' }, '/f/order'), null)
  const free = { hasPremium: false, rootSlug: 'order' }
  assert.equal(to(free, '/'), `${PUBLIC}/f/order`)
  assert.equal(to(free, '/f/order?lang=hi', 'HEAD'), `${PUBLIC}/f/order?lang=hi`)
  // In any spelling of the path.
  for (const url of ['/%66/order', '/f/%6Frder', 'http://forms.asha.example/f/order'])
    assert.equal(to(free, url), `${PUBLIC}${url.replace('http://forms.asha.example', '')}`, url)
  assert.equal(to(free, '/f/order/%74hanks'), null)
  assert.equal(to(free, 'https://forms.asha.example'), `${PUBLIC}/f/order`)
  assert.equal(to(free, '/f/confirm/abc'), `${PUBLIC}/f/confirm/abc`)
  for (const url of ['/v1/me', '/console/', '//evil.example', '/f/', '/f//evil.example', '/docs', '/f/order/thanks'])
    assert.equal(to(free, url), null, url)
  for (const url of ['/', '/f/order']) assert.equal(to(free, url, 'POST'), null, 'what a visitor typed is not lost')
})
