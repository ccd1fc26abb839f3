// Amounts in Indian notation: grouped by thousand, lakh and crore, and in words.

import { formatMicros, MICROS_PER_PAISA, type Micros } from '#kit/money.ts'

/** `1,18,000.00`: the last three digits, then pairs. */
export function grouped(micros: Micros): string {
  const [rupees, decimals] = formatMicros(micros).split('.') as [string, string]
  const sign = rupees.startsWith('-') ? '-' : ''
  const digits = rupees.slice(sign.length)
  return `${sign}${byLakh(digits)}.${decimals}`
}

/** `₹1,18,000.00` for an amount in the API's format: used in every text for people. */
export function rupees(amount: string): string {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(amount) ?? []
  if (whole === '') return `₹${amount}`
  return `${sign}₹${byLakh(whole)}${decimals}`
}

/** Groups the last three digits, then pairs. */
function byLakh(digits: string): string {
  const head = digits.slice(0, -3).replace(/\B(?=(\d\d)+$)/g, ',')
  return `${head === '' ? '' : `${head},`}${digits.slice(-3)}`
}

/** `Rupees One Lakh Eighteen Thousand and Fifty Paise Only`. */
export function inWords(micros: Micros): string {
  if (micros < 0n) return `Minus ${inWords(-micros)}`
  if (micros % MICROS_PER_PAISA !== 0n) throw new Error(`${micros} micro-rupees are not whole paise`)
  const paise = micros / MICROS_PER_PAISA
  const rupees = `Rupees ${wordsOf(paise / 100n) || 'Zero'}`
  const rest = paise % 100n
  return rest === 0n ? `${rupees} Only` : `${rupees} and ${wordsOf(rest)} Paise Only`
}

const UNITS = [
  ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'],
  ['Ten', 'Eleven', 'Twelve', 'Thirteen', 'Fourteen', 'Fifteen', 'Sixteen', 'Seventeen', 'Eighteen', 'Nineteen'],
].flat()
const TENS = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety']

// Crore is the largest unit: larger amounts are counted in crores (One Lakh Crore), as in Indian accounts, not in Arab
// or Kharab.
const GROUPS: [bigint, string][] = [
  [10_000_000n, 'Crore'],
  [100_000n, 'Lakh'],
  [1_000n, 'Thousand'],
  [100n, 'Hundred'],
]

function wordsOf(number: bigint): string {
  const group = GROUPS.find(([size]) => number >= size)
  if (group) {
    const [size, name] = group
    return join(wordsOf(number / size), name, wordsOf(number % size))
  }
  const small = Number(number)
  return small < 20
    ? (UNITS[small] as string)
    : join(TENS[Math.floor(small / 10)] as string, UNITS[small % 10] as string)
}

function join(...words: string[]): string {
  return words.filter(Boolean).join(' ')
}
