// Invoices and the billing profile as the API shows them.

import { amount, publicId, seconds } from '#kit/wire.ts'
import type { InvoiceRow, ProfileRow } from './queries.ts'
import { statusOf } from './rules.ts'
import type { BillingProfile, Invoice } from './schema.ts'

/** Defaults for documents from before credit notes: all were about recharges, through the only gateway of the time. */
const unsaid = {
  sandbox: true,
  amount_due: '0.00',
  original_invoice: null,
  reason: null,
  period: null,
  notes: [],
} satisfies Partial<Invoice>

export function showInvoice({ id, document, total_micros, credited_micros }: InvoiceRow): Invoice {
  return {
    id: publicId('inv', id),
    ...unsaid,
    ...document,
    status: statusOf(document.kind, total_micros, credited_micros),
    amount_credited: amount(credited_micros),
  }
}

/** Without a profile: the organization's name and null fields, as an invoice would show them. */
export function showProfile(row: ProfileRow | undefined, organizationName: string): BillingProfile {
  return {
    legal_name: row?.legal_name ?? organizationName,
    gstin: row?.gstin ?? null,
    address_lines: row?.address_lines ?? [],
    state_code: row?.state_code ?? null,
    email: row?.email ?? null,
    phone: row?.phone ?? null,
    updated_at: seconds(row?.updated_at ?? null),
  }
}
