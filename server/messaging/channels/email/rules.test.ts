import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccountHistory, Carrier } from '../accounts/kind.ts'
import { emailCarrier, preferredLanguage } from './rules.ts'

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

test('RFC 9110 §12.5.4: the language that the browser would rather have, of those that there are', () => {
  const table: [string | undefined, string][] = [
    [undefined, 'en'],
    ['', 'en'],
    ['hi', 'hi'],
    ['hi-IN', 'hi'],
    ['en-IN,hi;q=0.9', 'en'],
    ['en;q=0.4, hi;q=0.5', 'hi'],
    ['ta-IN,hi;q=0.3,*;q=0.1', 'hi'],
    ['hi;q=0', 'en'],
    ['hindi', 'en'],
    [`${'x,'.repeat(1000)}hi`, 'en'],
  ]
  for (const [header, language] of table) assert.equal(preferredLanguage(header), language, header ?? 'none')
})
