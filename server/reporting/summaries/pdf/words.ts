// Amounts, numbers, months and names on a summary's page.

import { type ChannelName, channelDescriptions, priceKindDescriptions } from '#channels/table.ts'
import { capitalised } from '#channels/words.ts'
import { grouped } from '#kit/india/amounts.ts'
import { MICROS_PER_RUPEE, type Micros, parseMicros } from '#kit/money.ts'
import type { Fonts } from '#money/invoices/pdf/fonts.ts'
import { roundedToPaisa } from '#money/invoices/usage-rules.ts'
import { UNATTRIBUTED } from '#reporting/usage/rules.ts'
import type { Summary } from '../schema.ts'

export function microsOf(text: string): Micros {
  const micros = parseMicros(text.replace('-', ''))
  if (micros === null) throw new Error(`${text} is no amount`)
  return text.startsWith('-') ? -micros : micros
}

/** `₹1,18,000.00`, rounded to the paisa; the data has the exact amount. */
export function rupees(micros: Micros): string {
  const rounded = roundedToPaisa(micros)
  return `${rounded < 0n ? '−' : ''}₹${grouped(rounded < 0n ? -rounded : rounded)}`
}

/** Without paise, for a chart's axis. */
export const wholeRupees = (micros: Micros): string => rupees(micros).replace(/\.00$/, '')

export const count = (number: number): string => grouped(BigInt(number) * MICROS_PER_RUPEE).replace('.00', '')

/** A summary that was made before `sent` was counted has all that were accepted. */
export const sentOf = ({ sent, messages }: Pick<Summary['total'], 'sent' | 'messages'>): number => sent ?? messages

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** `October 2026` for `2026-10`. */
export function monthInWords(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return `${MONTHS[number - 1]} ${year}`
}

export const monthName = (month: string): string => monthInWords(month).split(' ')[0] as string

/** Replaces characters that the fonts lack by a dot. */
export function drawable(text: string, { regular, strong }: Fonts): string {
  const hasLetter = (one: string) => {
    const code = one.codePointAt(0) as number
    return regular.hasGlyphForCodePoint(code) && strong.hasGlyphForCodePoint(code)
  }
  return [...text].map((one) => (hasLetter(one) ? one : '·')).join('')
}

export const channelTitle = (channel: ChannelName): string => capitalised(channelDescriptions[channel].name.en)

export const kindTitle = (kind: Summary['by_kind'][number]['kind']): string =>
  kind === UNATTRIBUTED ? 'Refunds for several types' : priceKindDescriptions[kind].name.en

export const tipTitles: Record<Summary['tips'][number]['code'], string> = {
  reply_in_session: 'Reply while the session is open',
  next_tier: 'The next price tier is close',
  addresses_that_bounce: 'Some addresses bounce',
  sms_encoding: 'One character makes SMS longer',
  auto_recharge_headroom: 'Auto-recharge runs earlier than needed',
}
