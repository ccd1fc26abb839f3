// Usage statements: the cost of a month's messages, line by line, and the tax already charged for it. Requested by the
// customer, issued once per month. spec 12.2.

import { emit } from '#events/actions.ts'
import type { Actor } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { grouped } from '#kit/india/amounts.ts'
import { indianTime, monthBounds } from '#kit/india/calendar.ts'
import { MICROS_PER_PAISA, type Micros } from '#kit/money.ts'
import { invalid } from '#kit/refusals.ts'
import { seconds } from '#kit/wire.ts'
import { customerOf, type Supplier, supplierParty } from './actions.ts'
import { issueDocument } from './documents.ts'
import type { InvoiceRow } from './queries.ts'
import * as queries from './queries.ts'
import { placeOfSupply, readTax, sumOf } from './rules.ts'
import * as read from './usage-queries.ts'
import { closedFrom, type Money, type Payment, paymentOf, usageLines } from './usage-rules.ts'

/** The statement of the month `YYYY-MM`: the issued one, or a new one. */
export async function statementOf(
  tx: Tx,
  actor: Actor,
  month: string,
  supplier: Supplier,
): Promise<{ row: InvoiceRow; isNew: boolean }> {
  const { organizationId, at } = actor
  const { from, to } = monthBounds(month)
  const closed = closedFrom(to)
  if (at < closed) throw invalid('month', 'month_not_over', { month, from: indianTime(closed) })
  const key = `${month}-01`
  await tx.run(queries.takeTurn(organizationId, key))
  const issued = await tx.row<InvoiceRow>(queries.ofUsage(organizationId, key))
  if (issued) return { row: issued, isNew: false }
  return { row: await issue(tx, actor, { organizationId, key, from, to }, supplier), isNew: true }
}

async function issue(tx: Tx, actor: Actor, month: read.Month, supplier: Supplier): Promise<InvoiceRow> {
  const { organizationId, at } = actor
  await tx.run(read.allowTime())
  const charges = await tx.rows<read.ChargeRow>(read.charges(month))
  const returns = await tx.rows<read.ReturnRow>(read.returns(month))
  if (charges.length + returns.length === 0)
    throw invalid('month', 'month_without_usage', { month: month.key.slice(0, 7) })
  const position = await tx.row<read.PositionRow>(read.position(month))
  if (!position) throw new Error('the ledger has no position')
  const { charged_micros: charged, used_micros: used, used_before_micros: before } = position
  const money = (await tx.rows<read.MoneyRow>(read.money(month))).map(moneyOf)
  const { real, test } = paymentOf(money, before, used)
  const isTestMode = real.paid === 0n && test.paid !== 0n
  const payment = isTestMode ? test : real

  const customer = await customerOf(tx, organizationId)
  const lines = usageLines({ charges, returns, charged, used })
  const { row, issued } = await issueDocument(
    tx,
    actor,
    {
      kind: 'usage',
      isTestMode,
      supplier: supplierParty(supplier),
      customer,
      placeOfSupply: placeOfSupply(customer.state_code, supplier.stateCode),
      lines: lines.map((line) => ({ ...line, sac: supplier.sac })),
      taxes: payment.taxes,
      paymentMethod: null,
      paymentReference: null,
      original_invoice: null,
      reason: null,
      period: { from: seconds(month.from), to: seconds(month.to) },
      notes: notesOf(payment, test, used),
      rechargeId: null,
      transactionId: null,
      originalId: null,
      usageMonth: month.key,
    },
    actor,
  )
  await emit(tx, organizationId, at, [issued])
  return row
}

function moneyOf({ id, amount_micros, reverses_id, invoice }: read.MoneyRow): Money {
  return {
    transactionId: id,
    amount: amount_micros,
    reversesId: reverses_id,
    // Older invoices lack the field: only the sandbox existed then.
    invoice: invoice && {
      number: invoice.number,
      taxes: invoice.taxes.map(readTax),
      isTestMode: invoice.sandbox ?? true,
    },
  }
}

const INVOICES_NAMED_MAX = 6

function notesOf(payment: Payment, test: Payment, used: Micros): string[] {
  const { taxes, invoices, paid } = payment
  const notes: string[] = []
  const tax = sumOf(taxes)
  if (tax === 0n) {
    notes.push('No GST was charged for this usage. No amount is due.')
  } else {
    const named = invoices.slice(0, INVOICES_NAMED_MAX).join(', ')
    const more = invoices.length > INVOICES_NAMED_MAX ? ` and ${invoices.length - INVOICES_NAMED_MAX} more` : ''
    notes.push(
      `GST of ₹${grouped(tax)} was charged when the wallet was recharged (${named}${more}), so this usage is not taxed again. No amount is due.`,
      'This statement is not a tax invoice. Claim input tax credit on the invoices of your recharges.',
    )
  }
  const fromTest = payment === test ? 0n : test.paid
  const fromCredits = used - paid - fromTest
  if (isWorthTelling(fromCredits)) notes.push(`₹${grouped(fromCredits)} was paid from credits, on which no GST is due.`)
  if (isWorthTelling(fromTest))
    notes.push(`₹${grouped(fromTest)} was paid with test money from the sandbox payment gateway.`)
  return notes
}

/** Less than a paisa is not mentioned. */
const isWorthTelling = (micros: Micros) => micros >= MICROS_PER_PAISA
