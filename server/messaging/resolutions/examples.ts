// Examples for the API contract: a mail whose outcome was unknown.

import { type Detail, detailsOf, englishOf } from '#kit/messages/details.ts'
import { shownDetail } from '#kit/stored-details.ts'
import { message } from '#messaging/messages/examples.ts'

const outcome: readonly Detail[] = [
  ...detailsOf('outcome_unknown'),
  ...detailsOf('technical_error', { error: 'Connection closed unexpectedly' }),
]

export const unknown = {
  id: 'dlv_01jd3vb2m4e2n8q4x5c6t7w8yz',
  message_id: message.id,
  contact_id: 'contact_01jd3v9k2se2n8q4x5c6t7w8yz',
  address: 'ravi@farm.example',
  channel: 'email',
  kind: 'email',
  status: 'sending',
  price: '0.15',
  tier: 1,
  units: 1,
  transaction_id: 'txn_01jd3vb2m4e2n8q4x5c6t7w8yz',
  reversal_id: null,
  provider_id: null,
  error: { code: 'outcome_unknown', detail: englishOf(outcome), details: outcome.map(shownDetail) },
  attempts: 1,
  created_at: 1767225660,
  sent_at: null,
  delivered_at: null,
  read_at: null,
  ended_at: null,
}

export const resolved = { ...unknown, status: 'sent', error: null, sent_at: 1767229260 }
