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
  user_id: contact.owner_id,
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
  unreachable: null,
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

export const refund = {
  id: 'rfnd_01jd3vc4d7e2n8q4x5c6t7w8yz',
  status: 'requested',
  reason: 'duplicate_charge',
  destination: 'source',
  amount: '500.00',
  tax: '90.00',
  total: '590.00',
  currency: 'INR',
  transaction_id: 'txn_01jd3v9c5he2n8q4x5c6t7w8yz',
  recharge_id: recharge.id,
  refund_transaction_id: null,
  credit_note_id: null,
  note: null,
  decision_note: null,
  expected_from: null,
  expected_by: null,
  reference: null,
  failure_reason: null,
  created_at: 1767226000,
  approved_at: null,
  completed_at: null,
}

/** Of a month in which three emails were sent and one of them was taken back before it left. */
export const usageStatement = {
  id: 'inv_01jd3vc9k7e2n8q4x5c6t7w8yz',
  number: 'USG/25-26/000001',
  kind: 'usage',
  sandbox: false,
  issued_at: 1767226100,
  supplier: {
    name: 'Samvad',
    gstin: '29AAGCB7383J1Z4',
    address_lines: ['Residency Road', 'Bengaluru 560025'],
    state_code: '29',
    state: 'Karnataka',
    email: 'bills@samvad.example',
  },
  customer: {
    name: 'Asha Textiles',
    gstin: null,
    address_lines: ['Chickpet', 'Bengaluru 560053'],
    state_code: '29',
    state: 'Karnataka',
    email: null,
  },
  place_of_supply: '29',
  reverse_charge: false,
  lines: [
    { description: 'Email messages', sac: '998413', quantity: 3, unit_price: '0.15', amount: '0.45' },
    {
      description: 'Email messages: not sent, reversed',
      sac: '998413',
      quantity: -1,
      unit_price: '0.15',
      amount: '-0.15',
    },
  ],
  taxable_amount: '0.30',
  taxes: [
    { name: 'CGST', rate: '9', amount: '0.03' },
    { name: 'SGST', rate: '9', amount: '0.03' },
  ],
  total: '0.36',
  amount_due: '0.00',
  amount_in_words: 'Rupees Zero and Thirty Six Paise Only',
  currency: 'INR',
  payment_method: null,
  payment_reference: null,
  original_invoice: null,
  reason: null,
  period: { from: 1764527400, to: 1767205800 },
  notes: [
    'GST of ₹0.06 was charged when the wallet was recharged (INV/25-26/000001): nothing is taxed twice, and nothing is left to pay.',
    'This statement is not a tax invoice: claim input tax credit on the invoices of the recharges.',
  ],
  status: 'paid',
  amount_credited: '0.00',
}

export const balance = {
  currency: 'INR',
  balance: '999.85',
  available_credits: '999.85',
  reserved: '0.00',
  pending_transactions: { count: 0, amount: '0.00' },
  low_balance_warning: null,
  sending_paused: false,
  days_left: 46,
  grace_until: null,
  auto_recharge: { enabled: false, threshold: null, amount: null, status: 'off' },
  updated_at: 1767225660,
}

export const autoRecharge = {
  enabled: true,
  status: 'active',
  currency: 'INR',
  threshold: '500.00',
  amount: '1000.00',
  monthly_limit: '10000.00',
  mandate_max_amount: '15000.00',
  charged_this_month: '2000.00',
  mandate: {
    id: 'mand_01jd3v9d4ke2n8q4x5c6t7w8yz',
    status: 'active',
    payment_method: 'credit_card',
    max_amount: '15000.00',
    expires_at: 1861833600,
  },
  authorization_url: null,
  open_recharge_id: null,
  payment_url: null,
  debit_at: null,
  next_attempt_at: null,
  failed_attempts: 0,
  grace_until: null,
  limited_until: null,
  updated_at: 1767225600,
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

export const invitation = {
  id: 'invite_01jd3v8qcde2n8q4x5c6t7w8yz',
  email: 'kiran@company.example',
  role: 'agent',
  status: 'open',
  created_at: 1767225600,
  expires_at: 1767830400,
}

export const serviceUser = {
  id: 'user_01jd3v8qcde2n8q4x5c6t7w8yz',
  name: 'Web shop',
  role: 'agent',
  created_at: 1767225600,
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

export const priceList = {
  name: 'Asha Textiles 2026',
  organization_id: 'org_01jd3v8a0re2n8q4x5c6t7w8yz',
  effective_from: 1775001600,
  sms_unit: 'message',
  prices: {
    email: {
      mode: 'volume',
      tiers: [
        { up_to: 100_000, price: '0.09' },
        { up_to: null, price: '0.0725' },
      ],
    },
    app_session: { mode: 'graduated', tiers: [{ up_to: null, price: '0.42' }] },
    app_template: { mode: 'graduated', tiers: [{ up_to: null, price: '0.61' }] },
    sms: { mode: 'graduated', tiers: [{ up_to: null, price: '0.20' }] },
  },
}
