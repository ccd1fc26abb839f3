// Examples for the API description: the customer.

import { userId } from '#people/organizations/examples.ts'

export const contact = {
  id: 'contact_01jd3v9k2be2n8q4x5c6t7w8yz',
  display_name: 'Ravi',
  email: 'ravi@company.example',
  phone_number: '+919876543210',
  app_id: null,
  avatar_url: null,
  attributes: { city: 'Pune' },
  owner_id: userId,
  unsubscribed: {},
  marketing_stopped_at: null,
  suppressed: {},
  last_active_at: null,
  conversation_id: null,
  created_at: 1767225000,
}

export const list = {
  id: 'list_01jd3v9k2he2n8q4x5c6t7w8yz',
  name: 'Farmers of Pune',
  description: null,
  contact_count: 1,
  created_at: 1767225000,
}

export const segment = {
  id: 'seg_01jd3v9k2je2n8q4x5c6t7w8yz',
  name: 'Active customers in Pune',
  filter: { all: [{ attribute: 'city', is: 'Pune' }, { reachable: 'sms' }, { last_active_at: { within_days: 30 } }] },
  created_at: 1767225000,
}

export const consent = {
  id: 'consent_01jd3v9k2fe2n8q4x5c6t7w8yz',
  contact_id: contact.id,
  channel: 'email',
  status: 'revoked',
  source: 'api',
  scope: 'all',
  text: 'By telephone on 3 March',
  import_row: null,
  user_id: userId,
  created_at: 1767225000,
}

export const suppression = {
  id: 'supp_01jd3v9k2ge2n8q4x5c6t7w8yz',
  channel: 'email',
  address: contact.email,
  reason: 'manual',
  detail: 'Left the company',
  details: [],
  user_id: userId,
  created_at: 1767225000,
}
