import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  channels,
  type Content,
  type EmailCarrier,
  type EmailHistory,
  emailCarrier,
  preferredLanguage,
  type Reachable,
  SESSION_WINDOW_MS,
} from './rules.ts'

const wrote = new Date('2026-03-01T10:00:00Z')
const ravi: Reachable = {
  email: null,
  phone_number: '+919876543210',
  app_id: 'wa-1',
  unsubscribed: {},
  last_inbound_at: wrote,
}
const freeText: Content = { subject: null, text: 'Ready', html: null, template_id: null }
const template: Content = { ...freeText, text: null, template_id: '01a1fd2e-c97d-7637-9c22-2a1bb4b06018' }
const after = (ms: number) => new Date(wrote.getTime() + ms)

test("service.md §1 rule 4: a reply within 24 hours of the contact's message is a session message, whatever the content", () => {
  for (const content of [freeText, template]) {
    assert.deepEqual(channels.app.kindOf(ravi, content, after(0)), { kind: 'app_session' })
    assert.deepEqual(channels.app.kindOf(ravi, content, after(SESSION_WINDOW_MS)), { kind: 'app_session' })
  }
})

test('decisions §5.2: afterwards a template is needed, and free text is refused', () => {
  assert.deepEqual(channels.app.kindOf(ravi, template, after(SESSION_WINDOW_MS + 1)), { kind: 'app_template' })
  assert.deepEqual(channels.app.kindOf(ravi, freeText, after(SESSION_WINDOW_MS + 1)), {
    refusal: 'session_window_closed',
  })
  const neverWrote = { ...ravi, last_inbound_at: null }
  assert.deepEqual(channels.app.kindOf(neverWrote, freeText, wrote), { refusal: 'session_window_closed' })
})

test('decisions §4: the app reaches a contact by its own id, else by phone number; each other channel by its one address', () => {
  assert.equal(channels.app.addressOf(ravi), 'wa-1')
  assert.equal(channels.app.addressOf({ ...ravi, app_id: null }), '+919876543210')
  assert.equal(channels.sms.addressOf(ravi), '+919876543210')
  assert.equal(channels.email.addressOf(ravi), null)
})

test('decisions §7: the sandbox carries mail until a real account is first configured, or while it is switched on', () => {
  const url = 'smtp://mail.example:587'
  const never = { hasOwnAccount: false, wasReal: false }
  const own = { hasOwnAccount: true, wasReal: true }
  const removed = { hasOwnAccount: false, wasReal: true }
  const table: [Parameters<typeof emailCarrier>[0]['sandbox'], string | null, EmailHistory, EmailCarrier][] = [
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
