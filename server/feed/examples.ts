// Examples for the API contract: a delivered message.

export const event = {
  id: 'evt_01jd3v9k7he2n8q4x5c6t7w8yz',
  type: 'balance.low',
  object_id: 'org_01jd3v8a1pe2n8q4x5c6t7w8yz',
  position: 1204,
  data: {
    level: '20',
    balance: '198.50',
    of: '1000.00',
    next_price: '0.15',
    currency: 'INR',
    wallet_version: 412,
  },
  created_at: 1767225600,
}
