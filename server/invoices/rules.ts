// Pure rules of Indian invoices: tax, GSTIN, numbers. decisions §5 "Invoices".

import { type Micros, shareInPaise } from '#kit/money.ts'
import { stateNames, territoriesOfTheUnion } from './states.ts'

/** service.md §1 rule 7: the tax rate shown on invoices is 18 percent. */
const GST_BASIS_POINTS = 1800n
const HALF_BASIS_POINTS = GST_BASIS_POINTS / 2n

export interface Tax {
  name: 'CGST' | 'SGST' | 'UTGST' | 'IGST'
  /** Percent. */
  rate: string
  amount: Micros
}

/** Two equal halves within the supplier's state, each rounded half up to the paisa, else one tax. Their sum is the tax that is paid. */
export function taxesOn(taxable: Micros, supplierState: string, placeOfSupply: string): Tax[] {
  if (placeOfSupply !== supplierState) {
    return [{ name: 'IGST', rate: '18', amount: shareInPaise(taxable, GST_BASIS_POINTS) }]
  }
  const amount = shareInPaise(taxable, HALF_BASIS_POINTS)
  const ofState = territoriesOfTheUnion.has(supplierState) ? 'UTGST' : 'SGST'
  return [
    { name: 'CGST', rate: '9', amount },
    { name: ofState, rate: '9', amount },
  ]
}

export function sumOf(items: readonly { amount: Micros }[]): Micros {
  return items.reduce((sum, { amount }) => sum + amount, 0n)
}

/** Where nothing is known of the customer, the supply is the supplier's own state's (IGST Act §12(2)(b)). */
export function placeOfSupply(customerState: string | null, supplierState: string): string {
  return customerState ?? supplierState
}

// --- GSTIN ---------------------------------------------------------------------------------------------------------

// State, PAN (five letters, four digits, a letter), entity, Z, check digit.
const GSTIN = /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** What is wrong with a GSTIN of a customer in that state, or null. */
export function gstinFault(gstin: string, stateCode: string): string | null {
  if (!GSTIN.test(gstin)) return 'must be the 15 characters of a GSTIN in capital letters, such as 27AAPFU0939F1ZV'
  if (!(gstin.slice(0, 2) in stateNames)) return `begins with ${gstin.slice(0, 2)}, which is no state's code`
  if (gstin[14] !== gstinCheckDigit(gstin.slice(0, 14)))
    return 'has a check digit that does not fit the rest; look for a typing mistake'
  if (gstin.slice(0, 2) !== stateCode)
    return `belongs to state ${gstin.slice(0, 2)}, but state_code is ${stateCode}; they must be the same`
  return null
}

/** Luhn's algorithm in base 36, over the first 14 characters. */
export function gstinCheckDigit(first14: string): string {
  let sum = 0
  for (let index = 0; index < 14; index++) {
    const product = DIGITS.indexOf(first14[index] as string) * (index % 2 === 0 ? 1 : 2)
    sum += Math.floor(product / 36) + (product % 36)
  }
  return DIGITS[(36 - (sum % 36)) % 36] as string
}

// --- Numbers -------------------------------------------------------------------------------------------------------

/** CGST Rules, Rule 46(b): at most sixteen characters, unique within the financial year. */
const NUMBER_LENGTH_MAX = 16

/** `INV/26-27/000001`. From the millionth of a year on the parts move together, so that the number still fits. */
export function invoiceNumber(series: string, financialYear: number, seriesNumber: bigint): string {
  const [from, to] = [financialYear % 100, (financialYear + 1) % 100].map((year) => String(year).padStart(2, '0'))
  const digits = String(seriesNumber).padStart(6, '0')
  const heads = [`${series}/${from}-${to}/`, `${series}/${from}${to}/`, `${series}${from}${to}/`]
  const head = heads.find(({ length }) => length + digits.length <= NUMBER_LENGTH_MAX)
  if (head === undefined) throw new Error(`the series ${series} of ${financialYear} has no number left`)
  return head + digits
}
