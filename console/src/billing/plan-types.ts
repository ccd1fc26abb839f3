// The plan as the API shows it.

import type { AutoRecharge } from '@samvad/sdk'

export interface Subscription {
  plan: string
  status: string
  price: string
  tax: string
  total: string
  current_period: { from: number; to: number } | null
  next_debit_at: number | null
  grace_until: number | null
  next_attempt_at: number | null
  failed_attempts: number
  failure_reason: string | null
  authorization_url: string | null
  payment_url: string | null
  cancel_at_period_end: boolean
  mandate: AutoRecharge['mandate']
  updated_at: number
}

export interface SubscriptionPayment {
  id: string
  status: string
  total: string
  tax: string
  period: { from: number; to: number } | null
  payment_method: string | null
  failure_reason: string | null
  invoice_id: string | null
  refund_status: string | null
  created_at: number
}
