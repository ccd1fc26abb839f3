// Helpers for tests of mail: a contact, a message, and its outcome.

import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { GUARD_MS } from './guard.ts'
import type { TestSamvad } from './harness.ts'
import { uuidOf } from './harness.ts'
import type { Person } from './story.ts'

/** The polling interval grows: each check costs processor time that the awaited work needs. */
const [PAUSE_MIN_MS, PAUSE_MAX_MS, PAUSE_GROWTH] = [5, 100, 1.5]

/** Polls until the condition holds, and returns the last value. */
export async function until<Seen>(look: () => Promise<Seen>, isSo: (seen: Seen) => boolean): Promise<Seen> {
  const deadline = performance.now() + GUARD_MS
  for (let pauseMs = PAUSE_MIN_MS; ; pauseMs = Math.min(PAUSE_MAX_MS, pauseMs * PAUSE_GROWTH)) {
    const seen = await look()
    if (isSo(seen)) return seen
    if (performance.now() > deadline) assert.fail(`it did not come true; at last it was ${show(seen)}`)
    await pause(pauseMs)
  }
}

function show(seen: unknown): string {
  return JSON.stringify(seen, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}

export interface Correspondent {
  contactId: string
  conversationId: string
  email: string
}

export async function correspond(who: Person, email: string, display_name = email): Promise<Correspondent> {
  const contact = await who.make('/v1/contacts', { display_name, email })
  const conversation = await who.make('/v1/conversations', { contact_id: contact.id })
  return { contactId: contact.id, conversationId: conversation.id, email }
}

/** Sends an email in the conversation; fails the test unless it is accepted. */
export function write(who: Person, { conversationId }: { conversationId: string }, fields: object = { text: 'Hello' }) {
  return who.make('/v1/messages', { conversation_id: conversationId, channel: 'email', ...fields })
}

export interface StoredDelivery {
  id: string
  status: string
  attempts: number
  error_code: string | null
  error_detail: string | null
  provider_id: string | null
  address: string | null
  message_id: string | null
  due_at: Date | null
  transaction_id: string
}

/** The stored deliveries of a message, in the order of its recipients. */
export function deliveriesOf(samvad: TestSamvad, message: { id: string }): Promise<StoredDelivery[]> {
  return samvad.rows('select * from deliveries where message_id = $1 order by id', [uuidOf('msg', message.id)])
}

/** The only delivery of a message, once it has the status. */
export async function delivered(samvad: TestSamvad, message: { id: string }, status: string): Promise<StoredDelivery> {
  const rows = await until(
    () => deliveriesOf(samvad, message),
    ([first]) => first?.status === status,
  )
  assert.equal(rows.length, 1)
  return rows[0] as StoredDelivery
}

/** The only delivery of a message, once its outcome is recorded as unknown. */
export async function unresolved(samvad: TestSamvad, message: { id: string }): Promise<StoredDelivery> {
  const [row] = await until(
    () => deliveriesOf(samvad, message),
    ([first]) => first?.status === 'sending' && first.error_code === 'outcome_unknown',
  )
  return row as StoredDelivery
}

/** The only delivery of a message, once a try has failed and a retry is scheduled. */
export async function deferred(samvad: TestSamvad, message: { id: string }): Promise<StoredDelivery> {
  const [row] = await until(
    () => deliveriesOf(samvad, message),
    ([first]) => first?.status === 'queued' && first.attempts > 0,
  )
  return row as StoredDelivery
}
