// Examples for the API contract: Asha recharged her company's wallet.

export const auditEntry = {
  id: 'audit_01jd3v9c5he2n8q4x5c6t7w8yz',
  sequence: 4,
  actor: 'user',
  user_id: 'user_01jd3v8a1pe2n8q4x5c6t7w8yz',
  token_id: 'token_01jd3v8qcde2n8q4x5c6t7w8yz',
  action: 'recharge.created',
  object: 'rech_01jd3v9c5ge2n8q4x5c6t7w8yz',
  details: {
    amount: '1000.00',
    tax: '180.00',
    total: '1180.00',
    gateway: 'razorpay',
    origin: 'customer',
  },
  created_at: 1767225300,
  hash: '5ec1ccc20b1d2da17c8aaee21bcbd012a3322976b5db9de0132b1114c0748295',
}
