// Examples of the contract: the customer.

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
  last_active_at: null,
  conversation_id: null,
  created_at: 1767225000,
}
