// The price kind of a scheduled app message depends on the contact's session at its sending time. spec 7.24, 8.9.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { Refusal } from '#kit/refusals.ts'
import fc from '../../../test/cases.ts'
import type { Made } from './made.ts'
import { type Reach, recipientsOf } from './recipients.ts'
import type { Draft } from './schema.ts'

const HOUR_MS = 3_600_000
const [userId, conversationId] = [newUuid(), newUuid()]
const made: Made = {
  templateId: newUuid(),
  version: 1,
  variables: {},
  content: { subject: null, text: 'Ready', html: null },
  components: null,
  file: null,
  template: { name: 'ready', category: 'utility', registeredId: null, header: null, text: 'Ready' },
}

function kindOf(hoursSince: number, hoursAhead: number, isTemplate: boolean): string {
  const at = new Date('2026-07-01T06:00:00Z')
  const recipient = {
    contactId: newUuid(),
    email: null,
    phone_number: '+919812345678',
    app_id: null,
    unsubscribed: {},
    last_inbound_at: new Date(at.getTime() - hoursSince * HOUR_MS),
  }
  const destination = { id: conversationId, userId, isGroup: false, lastActiveAt: null, recipients: [recipient] }
  const state: Reach = {
    destinations: new Map([[conversationId, destination]]),
    unavailable: new Set(),
    priceList: { name: 'standard', tiers: { app_session: [], app_template: [] } } as unknown as Reach['priceList'],
    at,
  }
  const draft: Draft = {
    conversation_id: conversationId,
    channel: 'app',
    send_at: new Date(at.getTime() + hoursAhead * HOUR_MS),
  }
  const found = recipientsOf(state, userId, isTemplate ? { ...draft, made } : { ...draft, text: 'Ready' })
  return found instanceof Refusal ? found.code : (found.receivers[0]?.kind as string)
}

test('spec 7.24, 8.9, 8.10: a scheduled session message leaves within its window, else it needs a template', () => {
  assert.equal(kindOf(20, 4, false), 'app_session')
  assert.equal(kindOf(20, 4 + 1 / 3600, false), 'session_window_closed')
  assert.equal(kindOf(20, 5, true), 'app_template')
  assert.equal(kindOf(25, 0, false), 'session_window_closed')
  const hours = fc.double({ min: 0, max: 100, noNaN: true })
  fc.assert(
    fc.property(hours, hours, fc.boolean(), (since, ahead, isTemplate) => {
      const expected = since + ahead <= 24 ? 'app_session' : isTemplate ? 'app_template' : 'session_window_closed'
      if (Math.abs(since + ahead - 24) > 0.001) assert.equal(kindOf(since, ahead, isTemplate), expected)
    }),
  )
})
