// Pure rules of a month's usage statement: when a month can be stated, its lines, and which recharges paid for it.

import type { PriceKindDescription } from '#channels/description.ts'
import { priceKindDescriptions } from '#channels/table.ts'
import { capitalised, messagesIn, several } from '#channels/words.ts'
import type { Uuid } from '#kit/ids.ts'
import { MICROS_PER_PAISA, type Micros } from '#kit/money.ts'
import type { Tax } from './rules.ts'

/** Delay after a month's end, by which its last messages have been booked. */
export const CLOSING_MS = 5 * 60_000

/** When the statement of a month with this end can be issued. */
export function closedFrom(monthEnd: Date): Date {
  return new Date(monthEnd.getTime() + CLOSING_MS)
}

export interface UsageLine {
  description: string
  /** Negative for returned amounts. */
  quantity: number
  unitPrice: Micros
}

export interface Usage {
  charges: { kind: string; price_micros: Micros; messages: bigint }[]
  returns: { kind: string | null; movement: string; account: string; price_micros: Micros; returns: bigint }[]
  /** As booked in the ledger: all charges, and the same minus what was returned. */
  charged: Micros
  used: Micros
}

const kinds: Readonly<Record<string, PriceKindDescription>> = priceKindDescriptions
const messagesByChannel: Readonly<Record<string, string>> = messagesIn('en')

/** The statement's lines; they add up to the ledger's total, and to whole paise. */
export function usageLines({ charges, returns, charged, used }: Usage): UsageLine[] {
  const lines: UsageLine[] = charges.map(({ kind, price_micros, messages }) => ({
    description: nameOf(kind),
    quantity: Number(messages),
    unitPrice: price_micros,
  }))
  // Charges that belong to no message.
  const other = charged - sumOf(lines)
  if (other !== 0n) lines.push({ description: 'Other charges', quantity: 1, unitPrice: other })
  for (const { kind, movement, account, price_micros, returns: quantity } of returns) {
    lines.push({ description: reasonOf(kind, movement, account), quantity: -Number(quantity), unitPrice: price_micros })
  }
  if (sumOf(lines) !== used) throw new Error('the lines of a usage statement do not add up to the ledger')
  const rounding = roundedToPaisa(used) - used
  if (rounding !== 0n) lines.push({ description: 'Rounding to the paisa', quantity: 1, unitPrice: rounding })
  return lines
}

/** A statement may contain a kind that is no longer sold. */
function nameOf(kind: string): string {
  const known = kinds[kind]
  return known ? capitalised(several(known.singular)) : kind
}

function reasonOf(kind: string | null, movement: string, account: string): string {
  if (kind !== null) return `${nameOf(kind)}: not sent, charge reversed`
  const name = messagesOfAccount(account)
  return movement === 'credit' ? `Volume price adjustment, ${name}` : `Refunded charges, ${name}`
}

/** Converts an account name such as `revenue:email` to `email messages`. */
export function messagesOfAccount(account: string): string {
  const channel = account.slice(account.indexOf(':') + 1)
  return messagesByChannel[channel] ?? channel
}

function sumOf(lines: UsageLine[]): Micros {
  return lines.reduce((sum, { quantity, unitPrice }) => sum + BigInt(quantity) * unitPrice, 0n)
}

/** Rounds to the nearest paisa, halves away from zero. */
export function roundedToPaisa(micros: Micros): Micros {
  if (micros < 0n) return -roundedToPaisa(-micros)
  return ((micros + MICROS_PER_PAISA / 2n) / MICROS_PER_PAISA) * MICROS_PER_PAISA
}

// --- Payment of the usage ------------------------------------------------------------------------------------------

/** Money received by the wallet, or returned to its source. */
export interface Money {
  transactionId: Uuid
  /** Negative for returned money. */
  amount: Micros
  reversesId: Uuid | null
  /** The invoice of a recharge. */
  invoice: { number: string; taxes: Tax[]; isTestMode: boolean } | null
}

interface Portion {
  length: Micros
  /** The amount before any part was returned, which its taxes refer to. */
  whole: Micros
  invoice: Money['invoice']
}

/** The wallet's money in the order of use, first in, first out, without the parts returned to their source. */
function portionsOf(money: Money[]): Portion[] {
  const portions: Portion[] = []
  const byTransaction = new Map<Uuid, Portion>()
  for (const { transactionId, amount, reversesId, invoice } of money) {
    let portion = reversesId === null ? undefined : byTransaction.get(reversesId)
    if (portion) {
      portion.length += amount
    } else if (amount < 0n) {
      shorten(portions, -amount)
    } else {
      portion = { length: amount, whole: amount, invoice }
      portions.push(portion)
    }
    if (portion) byTransaction.set(transactionId, portion)
  }
  return portions
}

/** A withdrawal that names no credit is taken from the latest credits. */
function shorten(portions: Portion[], amount: Micros): void {
  let left = amount
  for (const portion of portions.toReversed()) {
    const taken = portion.length < left ? portion.length : left
    portion.length -= taken
    left -= taken
  }
}

export interface Payment {
  /** The usage paid by taxed recharges, and the taxes charged with that part of them. */
  paid: Micros
  taxes: Tax[]
  invoices: string[]
}

/**
 * The money that paid for `used` micro-rupees of usage starting after the first `before`, real and test money
 * separately. The monthly parts of a recharge's tax add up exactly to the tax collected, because each is the difference
 * of two sums.
 */
export function paymentOf(money: Money[], before: Micros, used: Micros): { real: Payment; test: Payment } {
  const real: Payment = { paid: 0n, taxes: [], invoices: [] }
  const test: Payment = { paid: 0n, taxes: [], invoices: [] }
  let start = 0n
  for (const { length, whole, invoice } of portionsOf(money)) {
    const from = within(before - start, length)
    const to = within(before + used - start, length)
    start += length
    if (from === to || invoice === null) continue
    const payment = invoice.isTestMode ? test : real
    payment.paid += to - from
    payment.invoices.push(invoice.number)
    for (const { name, rate, amount } of invoice.taxes) {
      const part = roundedToPaisa((amount * to) / whole) - roundedToPaisa((amount * from) / whole)
      const known = payment.taxes.find((tax) => tax.name === name && tax.rate === rate)
      if (known) known.amount += part
      else payment.taxes.push({ name, rate, amount: part })
    }
  }
  return { real, test }
}

function within(place: Micros, length: Micros): Micros {
  if (place < 0n) return 0n
  return place > length ? length : place
}
