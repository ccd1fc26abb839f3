// The states of a sender domain's records. Pure.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DnsRecord, recordsOf, signingKey, stateOf } from './rules.ts'

const at = (day: number) => new Date(Date.UTC(2026, 2, day))
const key = (selector: string, created: number, seen: number | null) => ({
  selector,
  public_key: `KEY${selector}`,
  seen_at: seen === null ? null : at(seen),
  created_at: at(created),
})
const records = recordsOf(
  { name: 'asha.example', proof: 'abc123', keys: [key('new', 2, null), key('old', 1, 1)] },
  null,
)
const record = (purpose: DnsRecord['purpose']) => records.find((one) => one.purpose === purpose) as DnsRecord

test('spec 7.52: only the proof as it was given is one', () => {
  assert.equal(stateOf(record('proof'), ['something else', ' samvad-proof=abc123 ']), 'found')
  for (const text of ['samvad-proof=abc1234', 'SAMVAD-PROOF=ABC123'])
    assert.equal(stateOf(record('proof'), [text]), 'wrong', text)
  for (const texts of [[], ['samvad-proof=abc12'], ['x samvad-proof=abc123']])
    assert.equal(stateOf(record('proof'), texts), 'missing')
})

test('spec 7.52: a DKIM record is there when it has our key, however it is written; with another it is wrong', () => {
  for (const text of ['v=DKIM1; k=rsa; p=KEYnew', 'p=KEY new ; k=rsa', 'k=rsa;p=KEY\tnew'])
    assert.equal(stateOf(record('dkim'), [text]), 'found', text)
  for (const text of ['v=DKIM1; k=rsa; p=KEYold', 'v=DKIM1; k=rsa; p=', 'v=DKIM1'])
    assert.equal(stateOf(record('dkim'), [text]), 'wrong', text)
  assert.equal(stateOf(record('dkim'), []), 'missing')
})

test('spec 7.52: of SPF and DMARC there is one record, whatever it says; several are wrong', () => {
  assert.equal(stateOf(record('spf'), ['v=spf1 include:relay.example -all', 'something else']), 'found')
  assert.equal(stateOf(record('spf'), ['V=SPF1 -all', 'v=spf1 +all']), 'wrong')
  assert.equal(stateOf(record('spf'), ['v=spf10 -all']), 'missing')
  assert.equal(stateOf(record('dmarc'), ['v=DMARC1; p=reject']), 'found')
  assert.equal(stateOf(record('dmarc'), ['v=DMARC1; p=none', 'v=DMARC1; p=reject']), 'wrong')
  assert.equal(stateOf(record('dmarc'), ['v=spf1 -all']), 'missing')
})

test('spec 7.53: the newest key whose record is there signs; those before it need theirs no more', () => {
  const keys = [key('d', 4, null), key('c', 3, 5), key('b', 2, 4), key('a', 1, 1)]
  assert.equal(signingKey(keys)?.selector, 'c')
  assert.equal(signingKey([key('d', 4, null)]), undefined)
  const needed = recordsOf({ name: 'asha.example', proof: 'abc123', keys }, null).filter(
    ({ purpose, required }) => purpose === 'dkim' && required,
  )
  assert.deepEqual(
    needed.map(({ name }) => name),
    ['d._domainkey.asha.example', 'c._domainkey.asha.example'],
  )
})
