// Examples for the API contract: a thousand rupees, to be paid by UPI.

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
  claims: [],
}

export const estimate = {
  currency: 'INR',
  minimum: '100.00',
  maximum: '500000.00',
  estimate: {
    amount: recharge.amount,
    taxes: [
      { name: 'CGST', rate: '9', amount: '90.00' },
      { name: 'SGST', rate: '9', amount: '90.00' },
    ],
    tax: recharge.tax,
    total: recharge.total,
  },
}
