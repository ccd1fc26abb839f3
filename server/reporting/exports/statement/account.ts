// A period's account for its statement: opening balance, every kind of movement, closing balance. Pure.

import { capitalised } from '#channels/words.ts'
import { grouped } from '#kit/india/amounts.ts'
import { indianDate } from '#kit/india/calendar.ts'
import { MICROS_PER_RUPEE, type Micros } from '#kit/money.ts'
import { readAmount } from '#money/invoices/rules.ts'
import { messagesOfAccount } from '#money/invoices/usage-rules.ts'
import type { SingleRow, SpendingRow, TaxRow } from './queries.ts'

export interface Movement {
  /** In India. */
  day: string
  text: string
  reference: string
  amount: Micros
  /** The balance after it; null for messages whose bookings are interleaved with those of the following lines. */
  balance: Micros | null
}

/** A movement with its position in booking order. */
interface Booked extends Omit<Movement, 'balance'> {
  /** The wallet version after its last booking. */
  version: bigint
  /** Equal for lines whose bookings are interleaved. */
  run: string
}

export interface Total {
  name: string
  /** The number of movements or messages. */
  count: bigint
  amount: Micros
}

export interface UsageLine {
  name: string
  price: Micros | null
  messages: bigint
  amount: Micros
}

export interface TaxLine {
  number: string
  day: string
  text: string
  taxable: Micros
  central: Micros
  state: Micros
  integrated: Micros
  total: Micros
}

export interface Account {
  opening: Micros
  closing: Micros
  totals: Total[]
  usage: UsageLine[]
  movements: Movement[]
  taxes: TaxLine[]
  isSandbox: boolean
}

const nameOf = (account: string) => capitalised(messagesOfAccount(account))

const SUFFIXES: Readonly<Record<SpendingRow['kind'], string>> = {
  deduction: '',
  refund: ', reversed',
  credit: ', volume price adjustment',
}

const taxTitles: Readonly<Record<TaxRow['kind'], string>> = {
  recharge: 'Recharge',
  subscription: 'Subscription',
  credit_note: 'Credit note',
}

interface Books {
  opening: Micros
  spending: readonly SpendingRow[]
  singles: readonly SingleRow[]
  taxes: readonly TaxRow[]
}

export function accountOf({ opening, spending, singles, taxes }: Books): Account {
  const movements = withBalances(opening, [...singles.map(movementOf), ...spendingByDay(spending)])
  return {
    opening,
    closing: movements.reduce((sum, { amount }) => sum + amount, opening),
    totals: totalsOf(singles, spending),
    usage: usageOf(spending),
    movements,
    taxes: taxes.map(taxLineOf),
    isSandbox: taxes.some(({ is_sandbox }) => is_sandbox),
  }
}

function movementOf({ completed_at, kind, description, number, amount_micros, ...row }: SingleRow): Booked {
  const text = kind === 'credit' ? `Credit: ${description}` : description
  const version = row.wallet_version
  return { day: indianDate(completed_at), text, reference: number ?? '', amount: amount_micros, version, run: '' }
}

/** Grouped as in India. */
const inThousands = (count: bigint) => grouped(count * MICROS_PER_RUPEE).replace(/\.00$/, '')

/** One line per run of a day (between two single movements), channel and direction, whatever the price per message. */
function spendingByDay(spending: readonly SpendingRow[]): Booked[] {
  const runOf = ({ day, singles_before }: SpendingRow) => `${day} ${singles_before}`
  const groups = Map.groupBy(spending, (row) => `${runOf(row)} ${row.account} ${row.kind}`)
  return [...groups.values()].map((rows) => {
    const { day, account, kind } = rows[0] as SpendingRow
    const messages = sumOf(rows, (row) => row.messages)
    return {
      day,
      text: nameOf(account) + SUFFIXES[kind],
      reference: kind === 'deduction' ? `${inThousands(messages)} ${messages === 1n ? 'message' : 'messages'}` : '',
      amount: sumOf(rows, (row) => row.amount_micros),
      version: rows.reduce((last, { last_version }) => (last_version > last ? last_version : last), 0n),
      run: runOf(rows[0] as SpendingRow),
    }
  })
}

/**
 * In booking order. Messages of several channels are booked interleaved, so only the last line of their run has a
 * balance: the balance after any other line never existed in the wallet.
 */
function withBalances(opening: Micros, booked: Booked[]): Movement[] {
  let balance = opening
  const ordered = booked.toSorted((one, other) => (one.version < other.version ? -1 : 1))
  return ordered.map(({ version: _, run, ...movement }, index) => {
    balance += movement.amount
    return { ...movement, balance: run !== '' && ordered[index + 1]?.run === run ? null : balance }
  })
}

function totalsOf(singles: readonly SingleRow[], spending: readonly SpendingRow[]): Total[] {
  const totals: Total[] = []
  const add = (name: string, rows: readonly SingleRow[]) => {
    if (rows.length > 0)
      totals.push({ name, count: BigInt(rows.length), amount: sumOf(rows, (row) => row.amount_micros) })
  }
  add(
    'Recharges',
    singles.filter(({ kind }) => kind === 'recharge'),
  )
  add(
    'Credits',
    singles.filter(({ kind }) => kind === 'credit'),
  )
  add(
    'Refunds to the wallet',
    singles.filter(({ kind, amount_micros }) => kind === 'refund' && amount_micros >= 0n),
  )
  add(
    'Refunds to the source',
    singles.filter(({ kind, amount_micros }) => kind === 'refund' && amount_micros < 0n),
  )
  for (const rows of Map.groupBy(spending, ({ account, kind }) => `${account} ${kind}`).values()) {
    const { account, kind } = rows[0] as SpendingRow
    const name = nameOf(account) + SUFFIXES[kind]
    totals.push({
      name,
      count: sumOf(rows, ({ messages }) => messages),
      amount: sumOf(rows, (row) => row.amount_micros),
    })
  }
  return totals
}

function usageOf(spending: readonly SpendingRow[]): UsageLine[] {
  const charges = spending.filter(({ kind }) => kind === 'deduction')
  const lines = [...Map.groupBy(charges, ({ account, price_micros }) => `${account} ${price_micros}`).values()].map(
    (rows) => {
      const { account, price_micros } = rows[0] as SpendingRow
      return {
        name: nameOf(account),
        price: price_micros,
        messages: sumOf(rows, ({ messages }) => messages),
        amount: sumOf(rows, (row) => -row.amount_micros),
      }
    },
  )
  const priceOf = ({ price }: UsageLine) => price ?? -1n
  return lines.toSorted((a, b) => a.name.localeCompare(b.name, 'en') || Number(priceOf(b) - priceOf(a)))
}

/** A credit note has negative amounts. */
function taxLineOf({ number, kind, issued_at, taxable_micros, total_micros, taxes, is_sandbox }: TaxRow): TaxLine {
  const sign = kind === 'credit_note' ? -1n : 1n
  const tax = (...names: string[]) =>
    sign *
    sumOf(
      taxes.filter(({ name }) => names.includes(name)),
      ({ amount }) => readAmount(amount),
    )
  return {
    number,
    day: indianDate(issued_at),
    text: taxTitles[kind] + (is_sandbox ? ', test' : ''),
    taxable: sign * taxable_micros,
    central: tax('CGST'),
    state: tax('SGST', 'UTGST'),
    integrated: tax('IGST'),
    total: sign * total_micros,
  }
}

export function sumOf<T>(rows: readonly T[], of: (row: T) => bigint): bigint {
  return rows.reduce((sum, row) => sum + of(row), 0n)
}
