// A paid month of premium inserted directly: subscription, payment, capture and invoice, without a gateway.

import { newUuid } from '#kit/ids.ts'
import { firstPeriod } from '#money/subscriptions/periods.ts'
import type { Company, TestSamvad } from './harness.ts'

/** The invoice is the first of a separate series. */
export async function insertPaidMonth(samvad: TestSamvad, { organizationId, userId }: Company): Promise<void> {
  const at = new Date('2026-05-10T10:00:00Z')
  const { anchorDay, period } = firstPeriod(at)
  const [id, invoiceId] = [newUuid(), newUuid()]
  const number = 'SBX/26-27/000001'
  const line = { description: 'Premium plan, one month', quantity: 1, unit_price: '499.00', amount: '499.00' }
  const taxes = [{ amount: '44.91' }, { amount: '44.91' }]
  const document = { number, lines: [line], taxable_amount: '499.00', taxes, total: '588.82' }
  await samvad.rows(
    `insert into recharges (org_id, id, status, amount_micros, tax_micros, total_micros, payment_method, gateway,
       purpose, invoice_id, created_by, created_at, completed_at)
     values ($1, $2, 'succeeded', 499000000, 89820000, 588820000, 'upi', 'test', 'subscription', $3, $4, $5, $5)`,
    [organizationId, id, invoiceId, userId, at],
  )
  await samvad.rows(
    `insert into gateway_payments (gateway, payment_id, org_id, recharge_id, transaction_id, captured_at)
     values ('test', $2::text, $1, $2::uuid, null, $3)`,
    [organizationId, id, at],
  )
  await samvad.rows(
    `insert into invoices (org_id, id, kind, number, series, financial_year, series_number, status, recharge_id,
       document, taxable_micros, tax_micros, total_micros, issued_at)
     values ($1, $2, 'subscription', $3, 'SBX', 2026, 1, 'paid', $4, $5, 499000000, 89820000, 588820000, $6)`,
    [organizationId, invoiceId, number, id, JSON.stringify(document), at],
  )
  await samvad.rows(
    `insert into invoice_numbers (number, series, financial_year, series_number, org_id, invoice_id, issued_at)
     values ($1, 'SBX', 2026, 1, $2, $3, $4)`,
    [number, organizationId, invoiceId, at],
  )
  await samvad.rows(
    `insert into invoice_series (series, financial_year, last_number, last_issued_at) values ('SBX', 2026, 1, $1)`,
    [at],
  )
  await samvad.rows(
    `insert into subscription_payments (org_id, payment_id, purpose, kind, period_from, period_to, is_test_mode, due_at,
       begun_at, asked_at, outcome, ended_at)
     values ($1, $2, 'first', 'link', $3, $4, false, $5, $5, $5, 'used', $5)`,
    [organizationId, id, period.from, period.to, at],
  )
  await samvad.rows(
    `insert into subscriptions (org_id, status, anchor_day, period_from, period_to, subscribed_by, updated_at)
     values ($1, 'active', $2, $3, $4, $5, $6)`,
    [organizationId, anchorDay, period.from, period.to, userId, at],
  )
  await samvad.rows(`insert into due_work (kind, org_id, due_at) values ('subscription', $1, $2)`, [
    organizationId,
    period.to,
  ])
}
