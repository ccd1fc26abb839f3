// Examples for the API contract: the accounts of an installation.

export const razorpayAccount = {
  name: 'razorpay',
  base_url: 'https://api.razorpay.com',
  account_id: 'rzp_live_EXAMPLE',
  secrets: { key_secret: '…CRET', webhook_secret: '…CRET' },
  is_enabled: true,
  is_default: true,
  is_current: true,
  webhook_url: 'https://samvad.example/webhooks/gateways/razorpay',
  updated_at: 1767224500,
}

export const cashfreeAccount = {
  ...razorpayAccount,
  name: 'cashfree',
  base_url: 'https://api.cashfree.com',
  account_id: 'EXAMPLE',
  secrets: { client_secret: '…CRET' },
  is_default: false,
  is_current: false,
  webhook_url: 'https://samvad.example/webhooks/gateways/cashfree',
}

export const newRazorpayAccount = {
  key_id: 'rzp_live_EXAMPLE',
  key_secret: 'EXAMPLE-KEY-SECRET',
  webhook_secret: 'EXAMPLE-WEBHOOK-SECRET',
}

export const newCashfreeAccount = { client_id: 'EXAMPLE', client_secret: 'EXAMPLE-CLIENT-SECRET' }
