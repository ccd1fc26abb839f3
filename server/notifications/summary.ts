// The monthly summary as a notice: total and trend are its text, breakdown and tips its details.

import type { PriceKind } from '#money/pricing/rules.ts'
import type { TipCode } from '#reporting/summaries/rules.ts'
import type { Facts, Said } from './facts.ts'

/** Larger changes are expressed in rupees only, without a percentage. */
const PERCENT_MAX = 1000

type OfKind = (kind: string) => string

export interface SummaryWords {
  locale: string
  title: (month: string) => string
  total: (messages: string, amount: string) => string
  /** A sentence about the month before, `before`, and the amount spent in it. */
  trend: {
    less: (percent: number, before: string, amount: string) => string
    more: (percent: number, before: string, amount: string) => string
    same: (before: string, amount: string) => string
    other: (before: string, amount: string) => string
    nothing: (before: string) => string
  }
  breakdown: string
  kinds: Readonly<Record<PriceKind | 'unattributed', string>>
  line: (kind: string, messages: string, amount: string) => string
  nothingSent: string
  tips: string
  tip: Readonly<Record<TipCode, (amount: string, kind: string) => string>>
  noTips: string
}

export const summaryIn =
  (words: SummaryWords) =>
  (facts: Facts): Said => {
    const month = facts.month('month', words.locale)
    const total = words.total(sentOf(facts, 'total.'), facts.rupees('total.amount'))
    const title = words.title(month)
    // A notice of before there were details.
    if (!facts.has('previous.month')) return { title, text: total }
    const kindOf: OfKind = (kind) => (words.kinds as Record<string, string>)[kind] ?? kind
    const lines = facts.rows('by_kind').map((row) => lineOf(row, words, kindOf))
    const tips = facts.rows('tips').map((row) => tipOf(row, words, kindOf))
    return {
      title,
      text: `${total} ${trendOf(facts, words)}`,
      details: [
        { heading: words.breakdown, lines: lines.length > 0 ? lines : [words.nothingSent] },
        { heading: words.tips, lines: tips.length > 0 ? tips : [words.noTips] },
      ],
    }
  }

/** Summaries of before `sent` was counted have `messages` alone. */
const sentOf = (facts: Facts, of: string): string => facts.count(facts.has(`${of}sent`) ? `${of}sent` : `${of}messages`)

function trendOf(facts: Facts, { trend, locale }: SummaryWords): string {
  const before = facts.month('previous.month', locale)
  const amount = facts.rupees('previous.amount')
  if (!facts.has('change.percent')) return trend.nothing(before)
  const percent = facts.number('change.percent')
  if (percent === 0) return trend.same(before, amount)
  if (Math.abs(percent) >= PERCENT_MAX) return trend.other(before, amount)
  return percent < 0 ? trend.less(-percent, before, amount) : trend.more(percent, before, amount)
}

/** Refunds that belong to several kinds are no messages. */
function lineOf(row: Facts, { line }: SummaryWords, kindOf: OfKind): string {
  const kind = kindOf(row.text('kind'))
  const amount = row.rupees('amount')
  return row.is('kind', 'unattributed') ? `${kind}: ${amount}` : line(kind, sentOf(row, ''), amount)
}

/** A tip without a text in this version still shows its amount. */
function tipOf(row: Facts, { tip }: SummaryWords, kindOf: OfKind): string {
  const code = row.text('code')
  const amount = row.rupees('amount')
  return Object.hasOwn(tip, code) ? tip[code as TipCode](amount, kindOf(row.text('kind'))) : `${code}: ${amount}`
}
