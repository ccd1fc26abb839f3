// Examples for the API contract: a token that may only send.

import { userId } from '#people/organizations/examples.ts'

export const token = {
  id: 'token_01jd3v8qcde2n8q4x5c6t7w8yz',
  user_id: userId,
  name: 'Order notices',
  hint: 'q7Xk',
  permissions: ['messages.send'],
  allowed_addresses: null,
  expires_at: null,
  created_at: 1767224000,
}
