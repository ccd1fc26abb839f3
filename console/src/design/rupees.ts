// Amounts in Indian notation. They come as decimal text in rupees and never become floats.

import { latinDigits } from '#kit/digits.ts'

const AMOUNT = /^(-?)(\d+)(?:\.(\d+))?$/

/** `"123456.78"` is `₹1,23,456.78`, `"0.085"` is `₹0.085`: always with paise, and fractions of a paisa in full. */
export function rupees(amount: string): string {
  const parts = AMOUNT.exec(amount)
  if (!parts) return amount
  const [, sign, whole = '0', fraction = ''] = parts
  const paise = fraction.replace(/0+$/, '').padEnd(2, '0')
  return `${sign ? '−' : ''}₹${grouped(whole)}.${paise}`
}

/** `1234567` is `12,34,567`. */
export function grouped(digits: string | number | bigint): string {
  const text = String(digits)
  const last = text.slice(-3)
  const before = text.slice(0, -3)
  return before === '' ? last : `${before.replace(/\B(?=(\d{2})+$)/g, ',')},${last}`
}

const MICROS = 6

/** In micro-rupees, exactly: for sums and comparisons. */
export function micros(amount: string): bigint {
  const parts = AMOUNT.exec(amount)
  if (!parts) throw new RangeError(`${amount} is no amount`)
  const [, sign, whole = '0', fraction = ''] = parts
  const value = BigInt(whole + fraction.slice(0, MICROS).padEnd(MICROS, '0'))
  return sign ? -value : value
}

/** The text of an amount in micro-rupees. */
export function amountOf(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(MICROS + 1, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -MICROS)}.${digits.slice(-MICROS)}`
}

/** Parses a typed amount for the API; null when invalid. Accepts "1,500", "₹ 1500.5" and "१५००". */
export function typedAmount(text: string): string | null {
  const plain = latinDigits(text).replace(/[₹,\s]/g, '')
  return /^\d{1,12}(\.\d{1,6})?$/.test(plain) ? plain : null
}
