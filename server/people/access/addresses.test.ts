import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/cases.ts'
import { isWithin, readAllowedAddress } from './addresses.ts'

test('spec 2.5: allowed addresses are IPv4 and IPv6 addresses and networks, and nothing else', () => {
  const good: [string, string][] = [
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.0/24 ', '203.0.113.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8::1', '2001:db8::1'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
  ]
  for (const [text, stored] of good) assert.equal(readAllowedAddress(text), stored, text)
  const bad = ['', 'office', '203.0.113', '203.0.113.256', '203.0.113.0/33', '203.0.113.0/', '203.0.113.0/-1']
  for (const text of [
    ...bad,
    '2001:db8::/129',
    'fe80::1%eth0',
    '::ffff:203.0.113.0/120',
    '10.0.0.1/8/8',
    '10.0.0.1,10.0.0.2',
  ])
    assert.equal(readAllowedAddress(text), null, text)
})

test('a network lies within another when every address of it does', () => {
  assert.ok(isWithin(['203.0.113.0/24'], '203.0.113.7'))
  assert.ok(isWithin(['203.0.113.0/24'], '203.0.113.128/25'))
  assert.ok(isWithin(['10.0.0.1', '203.0.113.0/24'], '203.0.113.0/24'))
  assert.ok(!isWithin(['203.0.113.0/24'], '203.0.112.0/23'))
  assert.ok(!isWithin(['203.0.113.7'], '203.0.113.0/24'))
  assert.ok(isWithin(['2001:db8::/32'], '2001:db8:1::/48'))
  assert.ok(!isWithin(['2001:db8::/32'], '203.0.113.7'))
  assert.ok(!isWithin(['0.0.0.0/0'], '::/0'))
  assert.ok(!isWithin([], '203.0.113.7'))
})

test('every address that is read is within itself and within everything of its family', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
      const stored = readAllowedAddress(address)
      assert.ok(stored !== null)
      assert.ok(isWithin([stored], stored))
      assert.equal(isWithin(['0.0.0.0/0'], stored), !stored.includes(':'))
      assert.equal(isWithin(['::/0'], stored), stored.includes(':'))
    }),
  )
})
