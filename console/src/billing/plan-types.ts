// The plan as the API shows it.

import type { AutoRecharge } from '@samvad/sdk'

export interface Subscription {
  plan: string
  status: string
  price: string
  tax: string
  total: string
  current_period: { from: number; to: number } | null
  cancel_at_period_end: boolean
  next_debit_at: number | null
  next_payment_kind: string | null
  grace_until: number | null
  next_attempt_at: number | null
  failed_attempts: number
  failure_reason: string | null
  authorization_url: string | null
  mandate: AutoRecharge['mandate']
  updated_at: number | null
}

export interface SubscriptionPayment {
  id: string
  status: string
  kind: string
  total: string
  tax: string
  period: { from: number; to: number } | null
  payment_method: string | null
  failure_reason: string | null
  checkout_url: string | null
  invoice_id: string | null
  refunded: string
  refund_pending: boolean
  created_at: number
}
