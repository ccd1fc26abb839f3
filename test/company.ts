// What a company needs before it can send: a contact, a conversation with it, and money.

import assert from 'node:assert/strict'
import { type Company, fund, publicId, type TestSamvad, uuidOf } from './harness.ts'

export interface Sending {
  company: Company
  /** The public id of the conversation of the company's owner with its contact. */
  conversationId: string
}

/** `rupees` 0 leaves the wallet empty. */
export async function readyToSend(samvad: TestSamvad, company: Company, rupees: bigint): Promise<Sending> {
  const { token } = company
  const contact = await samvad.request('POST', '/v1/contacts', {
    token,
    json: { display_name: 'Ravi', email: 'ravi@farm.example', phone_number: '+919812345678' },
  })
  assert.equal(contact.status, 201, contact.text)
  const json = { contact_id: contact.body.id }
  const conversation = await samvad.request('POST', '/v1/conversations', { token, json })
  assert.equal(conversation.status, 201, conversation.text)
  if (rupees > 0n) await fund(samvad, company.organizationId, rupees)
  return { company, conversationId: conversation.body.id }
}

/** Creates `count` more conversations, each with a new contact: messages of one conversation are sent in order. */
export async function alsoIn(
  samvad: TestSamvad,
  { conversationId }: Pick<Sending, 'conversationId'>,
  count: number,
): Promise<string[]> {
  const made = await samvad.rows<{ id: string }>(
    `with known as (
       select c.* from conversations v join contacts c on c.org_id = v.org_id and c.id = v.contact_id where v.id = $1),
     reached as (
       insert into contacts (org_id, id, display_name, email, phone_number, owner_id, created_at)
       select org_id, uuidv7(), display_name, n || email, phone_number || lpad(n::text, 4, '0'), owner_id, created_at
         from known, generate_series(1, $2::int) n
       returning id)
     insert into conversations (org_id, id, user_id, contact_id, created_at)
     select v.org_id, uuidv7(), v.user_id, r.id, v.created_at from conversations v, reached r where v.id = $1
     returning id`,
    [uuidOf('conv', conversationId), count],
  )
  return made.map(({ id }) => publicId('conv', id))
}
