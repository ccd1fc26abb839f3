// One small company in the examples of the contract: Asha Textiles writes to Ravi.

export const contact = {
  id: 'contact_01jd3v9k2be2n8q4x5c6t7w8yz',
  display_name: 'Ravi',
  email: 'ravi@company.example',
  phone_number: '+919876543210',
  app_id: null,
  avatar_url: null,
  attributes: { city: 'Pune' },
  owner_id: 'user_01jd3v8a1pe2n8q4x5c6t7w8yz',
  unsubscribed: {},
  last_active_at: null,
  conversation_id: null,
  created_at: 1767225000,
}

export const conversation = {
  id: 'conv_01jd3v9k7he2n8q4x5c6t7w8yz',
  contact_id: contact.id,
  group_id: null,
  pinned_message_id: null,
  is_pinned: false,
  is_muted: false,
  last_active_at: null,
  last_opened_at: null,
  created_at: 1767225600,
  archived_at: null,
}

export const draft = {
  conversation_id: conversation.id,
  channel: 'email',
  subject: 'Your order',
  text: 'It leaves today.',
}

export const message = {
  id: 'msg_01jd3vb2m4e2n8q4x5c6t7w8yz',
  conversation_id: conversation.id,
  direction: 'outbound',
  channel: 'email',
  sender: contact.owner_id,
  subject: draft.subject,
  text: draft.text,
  html: null,
  template_id: null,
  variables: null,
  attachments: [],
  reactions: [],
  status: 'queued',
  price: '0.15',
  error: null,
  read_at: null,
  created_at: 1767225660,
  updated_at: null,
}

export const recharge = {
  id: 'rech_01jd3v9c5ge2n8q4x5c6t7w8yz',
  status: 'created',
  amount: '1000.00',
  tax: '180.00',
  total: '1180.00',
  currency: 'INR',
  payment_method: 'upi',
  bank: null,
  failure_reason: null,
  checkout_url: 'https://samvad.example/checkout/order',
  invoice_id: null,
  created_at: 1767225300,
  completed_at: null,
}

export const balance = {
  currency: 'INR',
  balance: '999.85',
  available_credits: '999.85',
  reserved: '0.00',
  pending_transactions: { count: 0, amount: '0.00' },
  low_balance_warning: null,
  sending_paused: false,
  grace_until: null,
  auto_recharge: { enabled: false, threshold: null, amount: null, status: 'off' },
  updated_at: 1767225660,
}

export const deduction = {
  id: 'txn_01jd3vb2m8e2n8q4x5c6t7w8yz',
  kind: 'deduction',
  status: 'completed',
  amount: '-0.15',
  currency: 'INR',
  balance_after: '999.85',
  payment_method: null,
  failure_reason: null,
  description: '1 email message',
  channel: 'email',
  message_count: 1,
  campaign_id: null,
  recharge_id: null,
  invoice_id: null,
  reverses_id: null,
  created_at: 1767225660,
  completed_at: 1767225660,
}

export const token = {
  id: 'token_01jd3v8qcde2n8q4x5c6t7w8yz',
  user_id: contact.owner_id,
  name: 'Order notices',
  hint: 'q7Xk',
  permissions: ['messages.send'],
  allowed_addresses: null,
  expires_at: null,
  created_at: 1767224000,
}
