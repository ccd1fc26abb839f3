// Auto-recharge as the API and its events show it.

import { formatMicros, type Micros } from '#kit/money.ts'
import { publicId, seconds } from '#kit/wire.ts'
import { showMandate } from '#money/recharges/mandate-show.ts'
import { current } from '#money/recharges/mandates.ts'
import type { AttemptRow, SettingsRow } from './queries.ts'
import { MONTHLY_LIMIT_TIMES } from './rules.ts'
import type { AutoRecharge, AutoRechargeSettings } from './schema.ts'
import { graceUntil, type Known, status } from './store.ts'

export function showSettings(known: Known, at: Date): AutoRechargeSettings {
  const { row, open } = known
  return {
    enabled: row.enabled,
    status: status(known, at),
    currency: 'INR',
    threshold: formatMicros(row.threshold_micros),
    amount: formatMicros(row.amount_micros),
    monthly_limit: formatMicros(monthlyLimit(row)),
    mandate_max_amount: formatMicros(row.mandate_max_micros),
    open_recharge_id: publicId('rech', open?.recharge_id ?? null),
    debit_at: seconds(debitAt(open)),
    next_attempt_at: seconds(row.next_attempt_at),
    failed_attempts: row.failed_attempts,
    grace_until: seconds(graceUntil(row)),
    limited_until: seconds(row.held_until),
    updated_at: seconds(row.updated_at),
  }
}

export function monthlyLimit({ monthly_limit_micros, amount_micros }: SettingsRow): Micros {
  return monthly_limit_micros ?? amount_micros * MONTHLY_LIMIT_TIMES
}

/** Until the gateway has accepted the debit: when it would debit if it accepted now. */
function debitAt(open: AttemptRow | null): Date | null {
  if (open?.kind !== 'debit') return null
  return open.debit_at ?? new Date(open.begun_at.getTime() + Number(open.notice_ms))
}

export interface RequestedDetails {
  charged: Micros
  authorizationUrl: string | null
  paymentUrl: string | null
  at: Date
}

export function showAutoRecharge(
  known: Known | null,
  { charged, authorizationUrl, paymentUrl, at }: RequestedDetails,
): AutoRecharge {
  const mandate = known && current(known.mandates, at)
  return {
    ...(known ? showSettings(known, at) : neverSet),
    charged_this_month: formatMicros(charged),
    mandate: mandate && showMandate(mandate),
    authorization_url: authorizationUrl,
    payment_url: paymentUrl,
  }
}

const neverSet = {
  enabled: false,
  status: 'off',
  currency: 'INR',
  threshold: null,
  amount: null,
  monthly_limit: null,
  mandate_max_amount: null,
  open_recharge_id: null,
  debit_at: null,
  next_attempt_at: null,
  failed_attempts: 0,
  grace_until: null,
  limited_until: null,
  updated_at: null,
} as const
