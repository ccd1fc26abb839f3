// Pure rules of Indian invoices: tax, GSTIN, numbers. spec 12.

import { territoriesOfTheUnion } from '#kit/india/states.ts'
import { formatMicros, type Micros, parseMicros, shareInPaise } from '#kit/money.ts'
import type { Invoice, InvoiceDocument } from './schema.ts'

/** spec 12.4: the tax rate on invoices is 18 percent. A plan list can set another rate for plans. */
const GST_PERCENT = 18
const BASIS_POINTS_OF_PERCENT = 100n
const GST_BASIS_POINTS = BigInt(GST_PERCENT) * BASIS_POINTS_OF_PERCENT

export interface Tax {
  name: 'CGST' | 'SGST' | 'UTGST' | 'IGST'
  /** Percent. */
  rate: string
  amount: Micros
}

/**
 * Two equal halves within the supplier's state, each rounded half up to the paisa; otherwise one tax. Their sum is the
 * tax paid.
 */
export function taxesOn(
  taxable: Micros,
  supplierState: string,
  placeOfSupply: string,
  percent: number = GST_PERCENT,
): Tax[] {
  return splitByState(percent, supplierState, placeOfSupply, (rate) => shareInPaise(taxable, rate))
}

/** The taxes included in a total: CGST Rules, Rule 35, with the same rounding. */
export function taxesWithin(total: Micros, supplierState: string, placeOfSupply: string): Tax[] {
  const whole = 10_000n + GST_BASIS_POINTS
  return splitByState(GST_PERCENT, supplierState, placeOfSupply, (rate) => shareInPaise(total, rate, whole))
}

function splitByState(
  percent: number,
  supplierState: string,
  placeOfSupply: string,
  amountAt: (rateBasisPoints: bigint) => Micros,
): Tax[] {
  const rate = BigInt(percent) * BASIS_POINTS_OF_PERCENT
  if (placeOfSupply !== supplierState) return [{ name: 'IGST', rate: String(percent), amount: amountAt(rate) }]
  const half = String(percent / 2)
  const amount = amountAt(rate / 2n)
  const ofState = territoriesOfTheUnion.has(supplierState) ? 'UTGST' : 'SGST'
  return [
    { name: 'CGST', rate: half, amount },
    { name: ofState, rate: half, amount },
  ]
}

/** The credit and the taxes of a recharge: taxes are added to the amount, or included in it (spec 10.4). */
export function quote(amount: Micros, tax: 'exclusive' | 'inclusive', supplierState: string, placeOfSupply: string) {
  if (tax === 'exclusive') return { credit: amount, taxes: taxesOn(amount, supplierState, placeOfSupply) }
  const taxes = taxesWithin(amount, supplierState, placeOfSupply)
  return { credit: amount - sumOf(taxes), taxes }
}

/** The smallest total, with tax, that pays for this credit. */
export function totalFor(credit: Micros): Micros {
  return credit + shareInPaise(credit, GST_BASIS_POINTS)
}

export function readTax({ name, rate, amount }: InvoiceDocument['taxes'][number]): Tax {
  return { name, rate, amount: readAmount(amount) }
}

/** Parses an amount on a document; credit lines and rounding are negative. */
export function readAmount(text: string): Micros {
  const micros = parseMicros(text.replace('-', ''))
  if (micros === null) throw new Error(`an invoice says the amount ${text}`)
  return text.startsWith('-') ? -micros : micros
}

export function sumOf(items: readonly { amount: Micros }[]): Micros {
  return items.reduce((sum, { amount }) => sum + amount, 0n)
}

/** Without the customer's state, the supply counts in the supplier's own state (IGST Act §12(2)(b)). */
export function placeOfSupply(customerState: string | null, supplierState: string): string {
  return customerState ?? supplierState
}

/** spec 12.11: an invoice never changes; its status follows from its credit notes. */
export function statusOf(kind: InvoiceDocument['kind'], total: Micros, credited: Micros): Invoice['status'] {
  if (kind === 'credit_note') return 'issued'
  if (credited === 0n) return 'paid'
  return credited < total ? 'partially_credited' : 'credited'
}

/** Why this credit note, together with the earlier ones, would exceed the invoice; null when it does not. */
export function overCredited(original: Charged, earlier: Charged[], note: Charged): string | null {
  if (note.taxable <= 0n || note.taxes.some(({ amount }) => amount < 0n)) return 'its amounts must be positive'
  for (const { name, rate } of note.taxes) {
    if (!original.taxes.some((tax) => tax.name === name && tax.rate === rate)) return `there was no ${name} at ${rate}%`
  }
  const all = [...earlier, note]
  const taken = all.reduce((sum, { taxable }) => sum + taxable, 0n)
  if (taken > original.taxable) return `the taxable amount was ${formatMicros(original.taxable)}`
  for (const { name, amount } of original.taxes) {
    if (sumOf(all.flatMap(({ taxes }) => taxes).filter((tax) => tax.name === name)) > amount)
      return `${name} was ${formatMicros(amount)}`
  }
  return null
}

export interface Charged {
  taxable: Micros
  taxes: Tax[]
}

// --- Numbers -------------------------------------------------------------------------------------------------------

const SERIES = { recharge: 'INV', subscription: 'INV', usage: 'USG', credit_note: 'CRN' } as const
const SERIES_OF_TEST_MONEY = 'SBX'

/** Test money has a series of its own, so that tax records never mix with it. */
export function seriesOf(kind: InvoiceDocument['kind'], isTestMode: boolean): string {
  return isTestMode ? SERIES_OF_TEST_MONEY : SERIES[kind]
}

/** CGST Rules, Rule 46(b): at most sixteen characters, unique within the financial year. */
const NUMBER_LENGTH_MAX = 16

/** `INV/26-27/000001`. From the millionth number of a year on, separators are dropped so that the number still fits. */
export function invoiceNumber(series: string, financialYear: number, seriesNumber: bigint): string {
  const [from, to] = [financialYear % 100, (financialYear + 1) % 100].map((year) => String(year).padStart(2, '0'))
  const digits = String(seriesNumber).padStart(6, '0')
  const heads = [`${series}/${from}-${to}/`, `${series}/${from}${to}/`, `${series}${from}${to}/`]
  const head = heads.find(({ length }) => length + digits.length <= NUMBER_LENGTH_MAX)
  if (head === undefined) throw new Error(`the series ${series} of ${financialYear} has no number left`)
  return head + digits
}
