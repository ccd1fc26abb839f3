// Helpers for tests of SMS: an account with an SMPP server, a contact with a phone, and inbound messages.

import assert from 'node:assert/strict'
import type { Uuid } from '#kit/ids.ts'
import type { TestSamvad } from '../harness.ts'
import { until } from '../mail-story.ts'
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

/** A conversation with a contact who has a phone. */
export async function textTo(who: Person, phone_number = `+91${++last}`) {
  const contact = await who.make('/v1/contacts', { display_name: 'Ravi', phone_number })
  const conversation = await who.make('/v1/conversations', { contact_id: contact.id })
  return { conversationId: conversation.id as string, phone_number }
}

export const writeSms = (who: Person, { conversationId }: { conversationId: string }, text: string) =>
  who.make('/v1/messages', { conversation_id: conversationId, channel: 'sms', text })

/** Number of inbound events ever stored for an organization. */
export async function keptOf(samvad: TestSamvad, organizationId: Uuid): Promise<number> {
  const [row] = await samvad.rows<{ count: bigint }>(
    "select count(*) from arrivals where org_id = $1 and channel = 'sms' and source = 'smpp'",
    [organizationId],
  )
  return Number(row?.count)
}

/** Resolves when all stored inbound events are processed. */
export async function workedOff(samvad: TestSamvad, organizationId: Uuid): Promise<void> {
  await until(
    () => samvad.rows('select error from arrivals where org_id = $1 and body is not null', [organizationId]),
    (rows) => rows.length === 0,
  )
}

/** The contacts' messages, in arrival order. */
export async function received(samvad: TestSamvad, organizationId: Uuid): Promise<{ from: string; text: string }[]> {
  await workedOff(samvad, organizationId)
  return samvad.rows(
    `select c.phone_number as from, m.text from messages m
       join conversations v on v.org_id = m.org_id and v.id = m.conversation_id
       join contacts c on c.org_id = v.org_id and c.id = v.contact_id
      where m.org_id = $1 and m.direction = 'inbound' order by m.id`,
    [organizationId],
  )
}
