// What a company needs before it can send: a contact, a conversation with it, money.

import assert from 'node:assert/strict'
import { type Company, fund, type TestSamvad } from './harness.ts'

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
