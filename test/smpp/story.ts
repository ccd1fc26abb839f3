// How a test tells of SMS: an account with an SMPP server, somebody with a phone, and what was brought and read.

import assert from 'node:assert/strict'
import type { Uuid } from '#kit/ids.ts'
import type { Arrival } from '#messaging/channels/arrivals/arrival.ts'
import type { Arrived, Receipt } from '#messaging/channels/arrivals/arrived.ts'
import { createSmppReader } from '#messaging/channels/sms/smpp/reader.ts'
import { createReceiptTaker } from '#messaging/receipts/taker.ts'
import type { TestSamvad } from '../harness.ts'
import type { Person } from '../story.ts'

export const SMS = '/v1/channels/sms'

export const smppAccount = (port: number, more: object = {}) => ({
  protocol: 'smpp',
  from: 'ASHATX',
  host: '127.0.0.1',
  port,
  system_id: 'asha',
  password: 'kabir42',
  ...more,
})

export async function setAccount(who: Person, account: object): Promise<void> {
  const set = await who.put(SMS, account)
  assert.equal(set.status, 200, set.text)
}

let last = 9_876_500_000

/** A conversation with somebody who has a phone. */
export async function textTo(who: Person, phone_number = `+91${++last}`) {
  const contact = await who.make('/v1/contacts', { display_name: 'Ravi', phone_number })
  const conversation = await who.make('/v1/conversations', { contact_id: contact.id })
  return { conversationId: conversation.id as string, phone_number }
}

export const writeSms = (who: Person, { conversationId }: { conversationId: string }, text: string) =>
  who.make('/v1/messages', { conversation_id: conversationId, channel: 'sms', text })

/** What was kept of an organization, in the order in which it came. */
export async function keptOf(samvad: TestSamvad, organizationId: Uuid): Promise<Arrival[]> {
  const rows = await samvad.rows<{ id: Uuid; source: string; body: Buffer; received_at: Date }>(
    "select id, source, body, received_at from arrivals where org_id = $1 and channel = 'sms' order by id",
    [organizationId],
  )
  return rows.map(({ id, source, body, received_at: receivedAt }) => ({
    id,
    organizationId,
    channel: 'sms',
    source,
    fingerprint: '',
    body,
    receivedAt,
  }))
}

/** Reads all that was kept, and takes the receipts of it. */
export async function workOff(samvad: TestSamvad, organizationId: Uuid): Promise<Arrived[]> {
  const reader = createSmppReader(samvad.app)
  const read: Arrived[] = []
  for (const arrival of await keptOf(samvad, organizationId)) read.push(await reader.read(arrival))
  const receipts: Receipt[] = read.flatMap((one) => [...one.receipts])
  await createReceiptTaker(samvad.app)(receipts)
  return read
}
