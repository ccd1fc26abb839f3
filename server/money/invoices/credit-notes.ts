// Credit notes: return an invoice's amount in part or in full. The invoice itself never changes (spec 12.11).

import type { NewEvent } from '#events/declaration.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import type { Settings } from '#kit/settings.ts'
import { publicId } from '#kit/wire.ts'
import { issueDocument } from './documents.ts'
import * as queries from './queries.ts'
import { type Charged, overCredited, readAmount, readTax, type Tax } from './rules.ts'
import type { InvoiceDocument } from './schema.ts'

export interface CreditNote {
  supplier: Settings['supplier']
  /** The corrected invoice: a recharge's, by its transaction, or one by its own id. */
  of: { transactionId: Uuid } | { invoiceId: Uuid }
  /** The returned amount before tax and the tax on it; both positive. */
  amount: Micros
  taxes: Tax[]
  /** Null when none was given, as for a lost dispute. */
  reason: string | null
  /** Null for a subscription. */
  refundTransactionId: Uuid | null
}

/**
 * Issues a credit note and returns its event. The wallet must be locked. Parties, place of supply and rates are copied
 * from the invoice, whatever the current profile and settings are; only the contact address is the current one. Throws
 * when the recharge has no invoice, or when its credit notes would exceed it; callers check that first.
 */
export async function issueCreditNote(tx: Tx, scope: Scope, note: CreditNote): Promise<{ id: Uuid; issued: NewEvent }> {
  const { organizationId } = scope
  const original = await tx.row<{ id: Uuid; document: InvoiceDocument }>(
    'transactionId' in note.of
      ? queries.lockOfTransaction(organizationId, note.of.transactionId)
      : queries.lockById(organizationId, note.of.invoiceId),
  )
  if (!original) throw new Error('the payment has no invoice to credit')
  const { id, document } = original
  const earlier = await tx.rows<{ document: InvoiceDocument }>(queries.creditNotesOf(organizationId, id))
  const problem = overCredited(
    chargedBy(document),
    earlier.map((one) => chargedBy(one.document)),
    { taxable: note.amount, taxes: note.taxes },
  )
  if (problem) throw new Error(`a credit note on ${document.number} is refused: ${problem}`)

  const { number, issued_at } = document
  return issueDocument(tx, scope, {
    kind: 'credit_note',
    // Older invoices lack the field: only the sandbox existed then.
    isTestMode: document.sandbox ?? true,
    supplier: { ...document.supplier, email: note.supplier.email || null },
    customer: document.customer,
    placeOfSupply: document.place_of_supply,
    lines: [
      {
        description: `Credit for invoice ${number}`,
        sac: document.lines[0]?.sac ?? note.supplier.sac,
        quantity: 1,
        unitPrice: note.amount,
      },
    ],
    taxes: note.taxes,
    paymentMethod: null,
    paymentReference: null,
    original_invoice: { id: publicId('inv', id), number, issued_at },
    reason: note.reason,
    period: null,
    notes: [],
    rechargeId: null,
    transactionId: note.refundTransactionId,
    originalId: id,
    usageMonth: null,
  })
}

/** The invoice of a subscription payment, if it was issued for this captured payment. */
export async function subscriptionInvoice(
  tx: Tx,
  { organizationId }: Scope,
  rechargeId: Uuid,
  paymentReference: string,
): Promise<{ invoiceId: Uuid } | null> {
  const row = await tx.row<{ id: Uuid }>(queries.ofSubscription(organizationId, rechargeId, paymentReference))
  return row ? { invoiceId: row.id } : null
}

function chargedBy({ taxable_amount, taxes }: InvoiceDocument): Charged {
  return { taxable: readAmount(taxable_amount), taxes: taxes.map(readTax) }
}
