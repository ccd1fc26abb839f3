// Compares a fake gateway's own book with the ledger. Whatever happened in between (repeated webhooks, lost answers,
// killed processes), the two must agree.

import type { QueryResultRow } from 'pg'
import type { Entry } from './fake.ts'

const MICROS_PER_PAISA = 10_000n

/** The `rows` of the test harness, or any other way to query the database. */
export type Ask = <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

interface Credit {
  payment_id: string
  order_id: string | null
  amount_micros: bigint | string
  purpose: string
  /** Status of the transaction; null for a subscription's payment, which has none. */
  status: string | null
}

/** The disagreements; empty when all is well. With `whileWaiting`, payments may still be unsettled. */
export async function verdict(
  ask: Ask,
  gateway: 'razorpay' | 'cashfree',
  log: readonly Entry[],
  { whileWaiting = false } = {},
): Promise<string[]> {
  const captured = new Map(log.flatMap((one) => (one.kind === 'capture' ? [[one.paymentId, one] as const] : [])))
  const credits = await ask<Credit>(
    `select p.payment_id, r.gateway_order_id as order_id, r.total_micros as amount_micros, r.purpose, t.status
       from gateway_payments p
       join recharges r on r.org_id = p.org_id and r.id = p.recharge_id
       left join transactions t on t.org_id = r.org_id and t.id = p.transaction_id
      where p.gateway = $1`,
    [gateway],
  )
  const findings: string[] = []
  for (const { payment_id, order_id, amount_micros, purpose, status } of credits) {
    const capture = captured.get(payment_id)
    if (!capture) findings.push(`${payment_id} was credited and never captured`)
    else if (capture.amount * MICROS_PER_PAISA !== BigInt(amount_micros))
      findings.push(`${payment_id} captured ${capture.amount} paise and credited ${amount_micros} micros`)
    else if (capture.orderId !== order_id) findings.push(`${payment_id} paid ${capture.orderId}, not ${order_id}`)
    if (status !== (purpose === 'recharge' ? 'completed' : null))
      findings.push(`the transaction of ${payment_id} is ${status}`)
  }
  const credited = new Set(credits.map(({ payment_id }) => payment_id))
  if (credited.size !== credits.length) findings.push('a payment was credited twice')
  if (!whileWaiting) {
    for (const id of captured.keys()) if (!credited.has(id)) findings.push(`${id} was captured and never credited`)
  }
  const keys = await ask<{ key: string }>(`select key from transactions where status = 'completed' and key like $1`, [
    `payment:${gateway}:%`,
  ])
  const recharges = credits.filter(({ purpose }) => purpose === 'recharge')
  if (keys.length !== recharges.length)
    findings.push(`${keys.length} transactions credit payments, ${recharges.length} payments are noted`)
  return [...findings, ...(await refundFindings(ask, gateway, log, whileWaiting))]
}

/** Every refund of the gateway's matches one of ours with the same amount, and none was made twice. */
async function refundFindings(ask: Ask, gateway: string, log: readonly Entry[], whileWaiting: boolean) {
  const findings: string[] = []
  const settled = new Map(log.flatMap((one) => (one.kind === 'refund_settled' ? [[one.refundId, one.status]] : [])))
  const ours = await ask<{ gateway_refund_id: string | null; status: string; total: bigint | string }>(
    `select gateway_refund_id, status, amount_micros + tax_micros as total from refunds where gateway = $1`,
    [gateway],
  )
  const known = new Map(ours.map((one) => [one.gateway_refund_id, one]))
  const begunThere = await ask<{ reference: string; total: bigint | string }>(
    `select reference, total_micros as total from payment_claims where gateway = $1 and kind = 'gateway_refund'`,
    [gateway],
  )
  for (const { reference, total } of begunThere) {
    if (known.has(reference)) findings.push(`${reference} is ours, and was taken for one that was begun at the gateway`)
    known.set(reference, { gateway_refund_id: reference, status: 'claimed', total })
  }
  const receipts = new Set<string>()
  for (const one of log) {
    if (one.kind !== 'refund') continue
    const row = known.get(one.refundId)
    if (!row && !whileWaiting) findings.push(`the gateway gave back ${one.refundId}, of which the ledger knows nothing`)
    if (row && BigInt(row.total) !== one.amount * MICROS_PER_PAISA)
      findings.push(`${one.refundId} gave back ${one.amount} paise, the ledger says ${row.total} micros`)
    if (one.receipt !== null && receipts.has(one.receipt)) findings.push(`${one.receipt} was given back twice`)
    if (one.receipt !== null) receipts.add(one.receipt)
  }
  const made = new Set(log.flatMap((one) => (one.kind === 'refund' ? [one.refundId] : [])))
  for (const { gateway_refund_id: id, status } of ours) {
    if (id !== null && !made.has(id)) findings.push(`${id} is in the ledger, and the gateway never made it`)
    if (status === 'completed' && settled.get(id as string) !== 'processed')
      findings.push(`${id} is completed, and the gateway says ${settled.get(id as string) ?? 'nothing'}`)
    if (status === 'failed' && id !== null && settled.get(id) !== 'failed')
      findings.push(`${id} went back to the wallet, and the gateway says ${settled.get(id) ?? 'nothing'}`)
  }
  return findings
}
