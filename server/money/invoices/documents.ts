// What all kinds of documents share: the next number of the series, the content, and the database row.

import type { NewEvent } from '#events/declaration.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { inWords } from '#kit/india/amounts.ts'
import { financialYear } from '#kit/india/calendar.ts'
import { formatMicros, type Micros } from '#kit/money.ts'
import { publicId, seconds } from '#kit/wire.ts'
import type { PaymentMethod } from '#money/wallet/rules.ts'
import * as audit from '#people/audit/actions.ts'
import { invoiceGenerated } from './events.ts'
import * as queries from './queries.ts'
import { invoiceNumber, seriesOf, sumOf, type Tax } from './rules.ts'
import type { InvoiceDocument, Party } from './schema.ts'

export interface Line {
  description: string
  sac: string
  /** Negative for reversed charges. */
  quantity: number
  unitPrice: Micros
}

/** A document before it has a number. */
export interface Draft extends Pick<InvoiceDocument, 'kind' | 'original_invoice' | 'reason' | 'period' | 'notes'> {
  /** Test money of the sandbox gateway: a separate number series, and no tax document. */
  isTestMode: boolean
  supplier: Party
  customer: Party
  placeOfSupply: string
  lines: Line[]
  taxes: Tax[]
  paymentMethod: PaymentMethod | null
  paymentReference: string | null
  /** References of the database row: the recharge, transaction, original invoice or usage month of the document. */
  rechargeId: Uuid | null
  transactionId: Uuid | null
  originalId: Uuid | null
  usageMonth: string | null
}

export interface Issued {
  id: Uuid
  row: queries.InvoiceRow
  /** Emitted by the caller together with its other events. */
  issued: NewEvent
}

const TEST_MONEY = 'Test money from the sandbox payment gateway. This is not a tax document.'

/**
 * Numbers and stores the draft permanently. Lock the wallet first: the number series stays locked until the transaction
 * ends.
 */
export async function issueDocument(tx: Tx, scope: Scope, draft: Draft, doer: audit.Doer = 'system'): Promise<Issued> {
  const { organizationId, at } = scope
  // The time of the payment determines the financial year, even if the series is locked only in the next one.
  const year = financialYear(at)
  const series = seriesOf(draft.kind, draft.isTestMode)
  const taken = await tx.row<queries.SeriesRow>(queries.takeNumber(series, year, at))
  if (!taken) throw new Error('the invoice series gave no number')

  const lines = draft.lines.map((line) => ({ ...line, amount: line.unitPrice * BigInt(line.quantity) }))
  const taxable = sumOf(lines)
  const tax = sumOf(draft.taxes)
  const total = taxable + tax
  const number = invoiceNumber(series, year, taken.last_number)
  const document: InvoiceDocument = {
    number,
    kind: draft.kind,
    sandbox: draft.isTestMode,
    issued_at: seconds(taken.last_issued_at),
    supplier: draft.supplier,
    customer: draft.customer,
    place_of_supply: draft.placeOfSupply,
    reverse_charge: false,
    lines: lines.map(({ description, sac, quantity, unitPrice, amount }) => ({
      description,
      sac,
      quantity,
      unit_price: formatMicros(unitPrice),
      amount: formatMicros(amount),
    })),
    taxable_amount: formatMicros(taxable),
    taxes: draft.taxes.map(({ name, rate, amount }) => ({ name, rate, amount: formatMicros(amount) })),
    total: formatMicros(total),
    amount_due: formatMicros(0n),
    amount_in_words: inWords(total),
    currency: 'INR',
    payment_method: draft.paymentMethod,
    payment_reference: draft.paymentReference,
    original_invoice: draft.original_invoice,
    reason: draft.reason,
    period: draft.period,
    notes: draft.isTestMode ? [TEST_MONEY, ...draft.notes] : draft.notes,
  }
  const { rechargeId, transactionId, originalId, usageMonth } = draft
  const invoice: queries.NewInvoice = {
    id: newUuid(at.getTime()),
    number,
    series,
    financialYear: year,
    seriesNumber: taken.last_number,
    rechargeId,
    transactionId,
    originalId,
    usageMonth,
    document,
    taxable,
    tax,
    total,
    issuedAt: taken.last_issued_at,
  }
  await tx.run(queries.insert(organizationId, invoice))
  await tx.run(queries.insertNumber(organizationId, invoice))
  const { id } = invoice
  audit.record(tx, scope, doer, {
    action: 'invoice.issued',
    object: publicId('inv', id),
    details: { number, kind: draft.kind, total: document.total },
  })
  const row: queries.InvoiceRow = { id, document, total_micros: total, credited_micros: 0n }
  return { id, row, issued: invoiceGenerated(row) }
}
