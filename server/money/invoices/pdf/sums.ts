// The part below the lines: totals, amount in words, tax by SAC, payment, and notes.

import { formatMicros } from '#kit/money.ts'
import { readAmount, sumOf } from '../rules.ts'
import type { Invoice } from '../schema.ts'
import {
  type Doc,
  GUTTER,
  HALF,
  INK,
  INSET,
  LEFT,
  label,
  MUTED,
  regular,
  rule,
  rupees,
  SHADE,
  strong,
  WIDTH,
} from './sheet.ts'

export function drawSums(doc: Doc, invoice: Invoice, top: number): number {
  const y = Math.max(drawTotals(doc, invoice, top), drawWords(doc, invoice, top))
  // A usage statement is not used for tax returns: its tax is on the recharges' invoices.
  return invoice.kind === 'usage' ? y : drawTaxTable(doc, invoice, y + 16)
}

function drawTotals(doc: Doc, invoice: Invoice, top: number): number {
  const x = LEFT + HALF + GUTTER
  const width = HALF - INSET
  let y = top
  const row = (name: string, value: string) => {
    regular(doc, 9, MUTED).text(name, x, y, { width: width * 0.6, lineBreak: false })
    regular(doc, 9, INK).text(value, x + width * 0.5, y, { width: width * 0.5, align: 'right', lineBreak: false })
    y += 16
  }
  const isUsage = invoice.kind === 'usage'
  row(isUsage ? 'Usage' : 'Taxable amount', rupees(invoice.taxable_amount))
  for (const { name, rate, amount } of invoice.taxes) {
    row(`${name} @ ${rate}%${isUsage ? ', already charged' : ''}`, rupees(amount))
  }
  y += 3
  doc.rect(x - INSET, y, HALF + INSET, 28).fill(SHADE)
  const total = invoice.kind === 'credit_note' ? 'Total credited' : 'Total'
  strong(doc, 10.5, INK).text(total, x, y + 7, { width: 90, lineBreak: false })
  const sum = `₹${rupees(invoice.total)}`
  strong(doc, 12.5, INK).text(sum, x + 90, y + 5.5, { width: width - 90, align: 'right', lineBreak: false })
  y += 35
  if (invoice.kind !== 'credit_note') row('Amount due', `₹${rupees(invoice.amount_due)}`)
  return y
}

function drawWords(doc: Doc, invoice: Invoice, top: number): number {
  let y = top
  const block = (name: string, text: string, set: (doc: Doc) => Doc) => {
    label(doc, name, LEFT, y, HALF)
    set(doc).text(text, LEFT, y + 12, { width: HALF - INSET, lineGap: 1.2 })
    y = doc.y + 7
  }
  block('Amount in words', invoice.amount_in_words, (one) => strong(one, 9, INK))
  const paid = paymentOf(invoice)
  if (paid !== null) block('Payment', paid, (one) => regular(one, 9, INK))
  const notes = notesOf(invoice)
  if (notes.length > 0) block('Notes', notes.join('\n'), (one) => regular(one, 8, INK))
  return y - 7
}

/** A sandbox document is marked at its top. */
function notesOf({ notes, sandbox }: Invoice): string[] {
  return sandbox ? notes.slice(1) : notes
}

function paymentOf({ kind, payment_method, payment_reference }: Invoice): string | null {
  if (kind === 'credit_note' || kind === 'usage') return null
  const parts = [
    'Paid in full',
    payment_method ? `by ${methodNames[payment_method] ?? payment_method}` : '',
    payment_reference ? `· reference ${payment_reference}` : '',
  ]
  return parts.filter(Boolean).join(' ')
}

const methodNames: Readonly<Record<string, string>> = {
  credit_card: 'credit card',
  debit_card: 'debit card',
  net_banking: 'net banking',
  upi: 'UPI',
  wallet: 'wallet',
}

/**
 * By SAC, as tax returns require it. A document has one tax for all its lines, so with several SACs only the total row
 * shows it.
 */
function drawTaxTable(doc: Doc, invoice: Invoice, top: number): number {
  const bySac = new Map<string, bigint>()
  for (const { sac, amount } of invoice.lines) bySac.set(sac, (bySac.get(sac) ?? 0n) + readAmount(amount))
  const taxes = invoice.taxes.map(({ amount }) => rupees(amount))
  const tax = rupees(formatMicros(sumOf(invoice.taxes.map(({ amount }) => ({ amount: readAmount(amount) })))))
  const titles = [
    'SAC',
    'Taxable amount (₹)',
    ...invoice.taxes.map(({ name, rate }) => `${name} ${rate}% (₹)`),
    'Total tax (₹)',
  ]
  const isOne = bySac.size === 1
  const rows = [...bySac].map(([sac, amount]) => [sac, rupees(formatMicros(amount)), ...(isOne ? [...taxes, tax] : [])])
  if (!isOne) rows.push(['Total', rupees(invoice.taxable_amount), ...taxes, tax])

  label(doc, 'Tax summary', LEFT, top, HALF)
  let y = top + 13
  const width = WIDTH / titles.length
  const line = (cells: string[], set: (doc: Doc) => Doc) => {
    cells.forEach((cell, index) => {
      set(doc).text(cell, LEFT + INSET + index * width, y + 3, {
        width: width - 2 * INSET,
        align: index === 0 ? 'left' : 'right',
        lineBreak: false,
      })
    })
    y += 17
    rule(doc, y)
  }
  rule(doc, y)
  line(titles, (one) => strong(one, 7.5, MUTED))
  for (const row of rows) line(row, (one) => regular(one, 8.5, INK))
  return y
}
