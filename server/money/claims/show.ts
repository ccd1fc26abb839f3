// Claims on payments as the API shows them.

import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { formatMicros, type Micros } from '#kit/money.ts'
import { publicId, type Static, seconds } from '#kit/wire.ts'
import type { ClaimRow, TakingRow } from './queries.ts'
import * as queries from './queries.ts'
import type { PaymentClaim, QueuedPaymentClaim } from './schema.ts'

export function showClaim(row: ClaimRow, takings: readonly TakingRow[]): PaymentClaim {
  return {
    id: publicId('claim', row.id),
    kind: row.kind,
    status: row.status,
    recharge_id: row.purpose === 'recharge' ? publicId('rech', row.recharge_id) : null,
    subscription_payment_id: row.purpose === 'subscription' ? publicId('spay', row.recharge_id) : null,
    gateway: row.gateway,
    reference: row.reference,
    payment_reference: row.payment_id,
    phase: row.phase,
    reason_code: row.reason_code,
    respond_by: seconds(row.respond_by),
    total: formatMicros(row.total_micros),
    is_paid_out: row.is_paid_out,
    ...showSums(takings),
    takings: takings.map((one) => ({
      transaction_id: publicId('txn', one.transaction_id),
      ...showSums([one]),
      refund_transaction_id: publicId('txn', one.refund_transaction_id),
      credit_note_id: publicId('inv', one.credit_note_id),
      created_at: seconds(one.created_at),
    })),
    created_at: seconds(row.created_at),
    updated_at: seconds(row.updated_at),
  }
}

function showSums(takings: readonly TakingRow[]) {
  const sum = (of: (taking: TakingRow) => Micros) => formatMicros(takings.reduce((all, one) => all + of(one), 0n))
  return {
    taken: sum((one) => one.taken_micros),
    taken_tax: sum((one) => one.taken_tax_micros),
    shortfall: sum((one) => one.amount_micros - one.taken_micros),
    shortfall_tax: sum((one) => one.tax_micros - one.taken_tax_micros),
  }
}

export function showQueued(
  claim: PaymentClaim,
  row: ClaimRow,
  { name, isPriority }: { name: string; isPriority: boolean },
): Static<typeof QueuedPaymentClaim> {
  return { organization_id: publicId('org', row.org_id), organization_name: name, is_priority: isPriority, ...claim }
}

/** Shows claims with the amounts that they took. */
export async function showClaims(tx: Tx, rows: readonly ClaimRow[]): Promise<PaymentClaim[]> {
  if (rows.length === 0) return []
  const takings = await tx.rows<TakingRow>(
    queries.takingsOf(
      [...new Set(rows.map(({ org_id }) => org_id))],
      rows.map(({ id }) => id),
    ),
  )
  const byClaim = Map.groupBy(takings, ({ claim_id }) => claim_id)
  return rows.map((row) => showClaim(row, byClaim.get(row.id) ?? []))
}

/** The claims on the payments of recharges, in the order they were reported. */
export async function claimsOf(
  tx: Tx,
  organizationId: Uuid,
  rechargeIds: readonly Uuid[],
): Promise<Map<Uuid, PaymentClaim[]>> {
  const rows = await tx.rows<ClaimRow>(queries.ofRecharges(organizationId, rechargeIds))
  const shown = await showClaims(tx, rows)
  const byRecharge = new Map<Uuid, PaymentClaim[]>()
  rows.forEach(({ recharge_id }, index) => {
    byRecharge.set(recharge_id, [...(byRecharge.get(recharge_id) ?? []), shown[index] as PaymentClaim])
  })
  return byRecharge
}
