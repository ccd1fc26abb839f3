// Invoices and the billing profile as the API shows them.

import { publicId, seconds } from '#kit/wire.ts'
import type { InvoiceRow, ProfileRow } from './queries.ts'
import type { BillingProfile, Invoice } from './schema.ts'

export function showInvoice({ id, status, document }: InvoiceRow): Invoice {
  return { id: publicId('inv', id), ...document, status }
}

/** Without a profile, what an invoice would say: the organization's name, and nothing that nobody has told. */
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
