// Recharges as the API shows them.

import type { Uuid } from '#kit/ids.ts'
import { formatMicros } from '#kit/money.ts'
import { publicId, seconds } from '#kit/wire.ts'
import type { PaymentClaim } from '#money/claims/schema.ts'
import type { Gateways } from '#money/gateways/providers/index.ts'
import { receiptOf } from '#money/gateways/rules.ts'
import type { RechargeRow } from './queries.ts'
import type { Recharge } from './schema.ts'

export function showRecharge(row: RechargeRow, checkoutUrl: string | null, claims: readonly PaymentClaim[]): Recharge {
  return {
    id: publicId('rech', row.id),
    status: row.status,
    amount: formatMicros(row.amount_micros),
    tax: formatMicros(row.tax_micros),
    total: formatMicros(row.total_micros),
    currency: 'INR',
    payment_method: row.payment_method,
    bank: row.payment_method_detail,
    failure_reason: row.failure_reason,
    checkout_url: row.status === 'succeeded' ? null : checkoutUrl,
    invoice_id: publicId('inv', row.invoice_id),
    created_at: seconds(row.created_at),
    completed_at: seconds(row.completed_at),
    claims: [...claims],
  }
}

/** With the payment page of its gateway. */
export function showPayable(
  organizationId: Uuid,
  row: RechargeRow,
  gateways: Gateways,
  claims: readonly PaymentClaim[],
): Recharge {
  return showRecharge(row, gateways.named(row.gateway)?.checkoutUrl(organizationId, receiptOf(row)) ?? null, claims)
}
