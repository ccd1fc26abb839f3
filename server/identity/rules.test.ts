import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { FAILED_SIGN_INS_FREE, LONGEST_WAIT_MS, readEmail, waitAfter } from './rules.ts'

test('sign-in slows down from the fifth failure in a row: 1 s, doubling up to 15 minutes', () => {
  const waits = Array.from({ length: 17 }, (_, index) => waitAfter(index) / 1000)
  assert.deepEqual(waits, [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  fc.assert(
    fc.property(fc.integer({ min: FAILED_SIGN_INS_FREE, max: 100_000 }), (failed) => {
      assert.ok(waitAfter(failed) >= waitAfter(failed - 1))
      assert.ok(waitAfter(failed) > 0 && waitAfter(failed) <= LONGEST_WAIT_MS)
    }),
  )
})

test('an email address is one in whatever case it was typed, and is stored in lower case', () => {
  assert.equal(readEmail('  Asha.Rao+billing@Company.Example '), 'asha.rao+billing@company.example')
  const no = [
    '',
    'asha',
    'asha@',
    '@company.example',
    'asha@localhost',
    'asha@a..b',
    'a sha@b.example',
    'a@b@c.example',
  ]
  for (const text of [...no, 'asha@-b.example', 'a\n@b.example', 'आशा@b.example', `${'a'.repeat(65)}@b.example`])
    assert.equal(readEmail(text), null, text)
  assert.equal(readEmail(`a@${'b'.repeat(62)}.${'c'.repeat(62)}.${'d'.repeat(62)}.${'e'.repeat(62)}.example`), null)
})

test('an address that was read once reads the same again', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (address) => {
      const email = readEmail(address)
      fc.pre(email !== null)
      assert.equal(readEmail(email as string), email)
      assert.equal(email, address.toLowerCase())
    }),
  )
})
