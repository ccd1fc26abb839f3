// Examples for the API contract: Asha's wallet is nearly empty.

export const notification = {
  id: 'ntf_01jd3v9k7he2n8q4x5c6t7w8yz',
  type: 'balance.low',
  title: 'Balance at 20 percent',
  text: '₹198.50 is left of ₹1,000.00. Recharge before sending stops.',
  url: 'https://samvad.example/console/billing',
  event_id: 'evt_01jd3v9k7he2n8q4x5c6t7w8yz',
  object_id: 'org_01jd3v8a1pe2n8q4x5c6t7w8yz',
  conversation_id: null,
  count: 1,
  created_at: 1767225600,
  read_at: null,
}

export const change = {
  language: 'hi',
  quiet_hours: { from: '22:00', to: '07:00' },
  types: { 'balance.low': { sms: false } },
}
