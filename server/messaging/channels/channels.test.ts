import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SESSION_WINDOW_MS } from './app/rules.ts'
import type { Content, Reachable } from './channel.ts'
import { channels } from './channels.ts'

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

test("spec 8.9: a reply within 24 hours of the contact's message is a session message, whatever the content", () => {
  for (const content of [freeText, template]) {
    assert.deepEqual(channels.app.kindOf(ravi, content, after(0)), { kind: 'app_session' })
    assert.deepEqual(channels.app.kindOf(ravi, content, after(SESSION_WINDOW_MS)), { kind: 'app_session' })
  }
})

test('spec 8.9: afterwards a template is needed, and free text is refused', () => {
  assert.deepEqual(channels.app.kindOf(ravi, template, after(SESSION_WINDOW_MS + 1)), { kind: 'app_template' })
  assert.deepEqual(channels.app.kindOf(ravi, freeText, after(SESSION_WINDOW_MS + 1)), {
    refusal: 'session_window_closed',
  })
  const neverWrote = { ...ravi, last_inbound_at: null }
  assert.deepEqual(channels.app.kindOf(neverWrote, freeText, wrote), { refusal: 'session_window_closed' })
})

test('spec 7.2: the app reaches a contact by its own id, else by phone number; each other channel by its one address', () => {
  assert.equal(channels.app.addressOf(ravi), 'wa-1')
  assert.equal(channels.app.addressOf({ ...ravi, app_id: null }), '+919876543210')
  assert.equal(channels.sms.addressOf(ravi), '+919876543210')
  assert.equal(channels.email.addressOf(ravi), null)
})
