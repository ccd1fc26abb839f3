// Recharges as the API takes and shows them: decisions §5 and §8.

import { pageQuery } from '#edge/paging.ts'
import { formatMicros } from '#kit/money.ts'
import { In, Out, oneOf, publicId, type Static, seconds, Type } from '#kit/wire.ts'
import type { RechargeRow } from './queries.ts'
import { failureReasons, paymentMethods } from '#gateways/rules.ts'
import { rechargeStatuses } from './rules.ts'

const BANK_MAX = 100

export const Recharge = Type.Object(
  {
    id: Out.id('rech'),
    status: oneOf(rechargeStatuses, 'RechargeStatus'),
    amount: Out.amount(),
    tax: Out.amount(),
    total: Out.amount(),
    currency: Type.String(),
    payment_method: Out.nullable(oneOf(paymentMethods, 'PaymentMethod')),
    bank: Out.nullable(Type.String({ description: 'For net banking.' })),
    failure_reason: Out.nullable(oneOf(failureReasons, 'PaymentFailureReason')),
    checkout_url: Out.nullable(Type.String({ description: 'Where the customer pays; null once it is paid.' })),
    invoice_id: Out.nullable(Out.id('inv')),
    created_at: Out.time(),
    completed_at: Out.nullable(Out.time()),
  },
  { $id: 'Recharge' },
)
export type Recharge = Static<typeof Recharge>

export const NewRecharge = In.object(
  {
    amount: In.amount('paise'),
    payment_method: Type.Optional(In.nullable(oneOf(paymentMethods, 'PaymentMethod'))),
    bank: Type.Optional(In.nullable(In.text(BANK_MAX))),
  },
  'NewRecharge',
)
export type NewRecharge = Static<typeof NewRecharge>

export const RechargeQuery = In.object({
  ...pageQuery('rech'),
  status: Type.Optional(oneOf(rechargeStatuses, 'RechargeStatus')),
})
export type RechargeQuery = Static<typeof RechargeQuery>

export function showRecharge(row: RechargeRow, checkoutUrl: string | null): Recharge {
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
  }
}
