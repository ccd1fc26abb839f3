// Which account may send a delivery: pure.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import { newUuid } from '#kit/ids.ts'
import type { Settings } from '#kit/settings.ts'
import type { AccountState, Carrier } from './kind.ts'
import { accountPin, type PinVerdict, pinOf, verdictOf } from './pins.ts'

const ASHA: Uuid = newUuid()
const smpp = { protocol: 'smpp', host: 'a.example', port: 2775, system_id: 'asha', from: 'ASHATX', window: 10 }
const settingsOf = (sandbox: Settings['sandbox']) => ({ sandbox }) as Settings
const stateOf = (settings: object | null, more: Partial<AccountState> = {}): AccountState => ({
  account: settings && { settings, secret: null, updated_at: new Date() },
  history: { hasOwnAccount: settings !== null, wasReal: settings !== null },
  ...more,
})
const at = (minute: number) => new Date(Date.UTC(2026, 2, 10, 6, minute))
const said = (verdict: PinVerdict) => Object.keys(verdict)[0]

test('spec 16.30: a name is what the account is: another password, sender or pace is the same one, another host or organization is not', () => {
  const name = accountPin('sms', ASHA, smpp)
  assert.match(name, /^00[0-9a-f]{6}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
  assert.equal(accountPin('sms', ASHA, { ...smpp, from: 'OTHER', window: 3, callback_key: 'x' }), name)
  const others = [
    accountPin('sms', ASHA, { ...smpp, host: 'b.example' }),
    accountPin('sms', ASHA, { ...smpp, system_id: 'kabir' }),
    accountPin('sms', newUuid(), smpp),
    accountPin('email', ASHA, smpp),
    accountPin('sms', null, smpp),
  ]
  assert.equal(new Set([name, ...others]).size, 6)
  assert.match(others[4] as string, /^ff/, 'of one that is shared it begins so that an index can tell')
})

test('spec 16.30, 16.31, 16.32: what fits, what waits, and what ends', () => {
  const own = pinOf(settingsOf('auto'), ASHA, 'sms', stateOf(smpp)).pin as Uuid
  const test = pinOf(settingsOf('auto'), ASHA, 'sms', stateOf(null)).pin as Uuid
  const testAlways = pinOf(settingsOf('on'), ASHA, 'sms', stateOf(smpp)).pin as Uuid
  assert.equal(new Set([own, test, testAlways]).size, 3)
  const other = accountPin('sms', ASHA, { ...smpp, host: 'b.example' })
  const cases: [Uuid | null, Carrier, Uuid | null, number, string][] = [
    [null, 'organization', other, 0, 'fits'],
    [null, 'none', null, 0, 'fits'],
    [own, 'organization', own, 0, 'fits'],
    [own, 'organization', other, 0, 'waits'],
    [own, 'installation', other, 0, 'waits'],
    [own, 'none', null, 0, 'waits'],
    [own, 'none', null, 20, 'waits'],
    [own, 'sandbox', testAlways, 0, 'waits'],
    [own, 'sandbox', testAlways, 20, 'waits'],
    // Accepted at minute 20, after the change of minute 10, by a process that still had the old account cached.
    [own, 'organization', other, 20, 'fits'],
    [test, 'organization', own, 20, 'fits'],
    [test, 'organization', own, 0, 'ends'],
    [test, 'none', null, 0, 'ends'],
    [test, 'sandbox', testAlways, 0, 'fits'],
    [testAlways, 'sandbox', test, 0, 'fits'],
    [testAlways, 'organization', own, 0, 'ends'],
    [testAlways, 'organization', own, 20, 'ends'],
  ]
  for (const [pin, carrier, now, accepted, expected] of cases)
    assert.equal(
      said(verdictOf({ pin, acceptedAt: at(accepted) }, { carrier, pin: now }, { since: at(10) })),
      expected,
      JSON.stringify([pin, carrier, now, accepted]),
    )
  const never = verdictOf({ pin: own, acceptedAt: at(20) }, { carrier: 'organization', pin: other }, {})
  assert.equal(said(never), 'waits', 'where nothing says when it changed')
})
