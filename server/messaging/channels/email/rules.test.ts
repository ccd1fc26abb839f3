import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccountHistory, Carrier } from '../accounts/kind.ts'
import { emailCarrier } from './rules.ts'

test('spec 16.3: the sandbox carries mail until a real account is first configured, or while it is switched on', () => {
  const url = 'smtp://mail.example:587'
  const never = { hasOwnAccount: false, wasReal: false }
  const own = { hasOwnAccount: true, wasReal: true }
  const removed = { hasOwnAccount: false, wasReal: true }
  const table: [Parameters<typeof emailCarrier>[0]['sandbox'], string | null, AccountHistory, Carrier][] = [
    ['auto', null, never, 'sandbox'],
    ['auto', null, own, 'organization'],
    ['auto', null, removed, 'none'],
    ['auto', url, never, 'installation'],
    ['auto', url, own, 'organization'],
    ['auto', url, removed, 'installation'],
    ['off', null, never, 'none'],
    ['off', null, own, 'organization'],
    ['off', null, removed, 'none'],
    ['on', url, own, 'sandbox'],
    ['on', null, removed, 'sandbox'],
  ]
  for (const [sandbox, smtpUrl, history, carrier] of table)
    assert.equal(emailCarrier({ sandbox, smtpUrl }, history), carrier, JSON.stringify([sandbox, smtpUrl, history]))
})
