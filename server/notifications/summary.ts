// The monthly summary as a notice: total and trend are its text, breakdown and tips its details.

import type { Facts, Said } from './facts.ts'

/** More than this is said in rupees alone. */
const PERCENT_MAX = 1000

type OfKind = (kind: string) => string

export interface SummaryWords {
  locale: string
  title: (month: string) => string
  total: (messages: string, amount: string) => string
  /** `before`: the month before; `amount`: what was spent in it. */
  trend: {
    less: (percent: number, before: string, amount: string) => string
    more: (percent: number, before: string, amount: string) => string
    same: (before: string, amount: string) => string
    other: (before: string, amount: string) => string
    nothing: (before: string) => string
  }
  breakdown: string
  kinds: Readonly<Record<string, string>>
  line: (kind: string, messages: string, amount: string) => string
  nothingSent: string
  tips: string
  tip: Readonly<Record<string, (amount: string, kind: string) => string>>
  noTips: string
  end: string
}

export const summaryIn =
  (words: SummaryWords) =>
  (facts: Facts): Said => {
    const month = monthOf(facts.text('month'), words)
    const total = words.total(sentOf(facts, 'total.'), facts.rupees('total.amount'))
    const title = words.title(month)
    // A notice of before there were details.
    if (!facts.has('previous.month')) return { title, text: `${total}${words.end}` }
    const kindOf: OfKind = (kind) => words.kinds[kind] ?? kind
    const lines = facts.rows('by_kind').map((row) => lineOf(row, words, kindOf))
    const tips = facts.rows('tips').map((row) => tipOf(row, words, kindOf))
    return {
      title,
      text: `${total}${trendOf(facts, words)}${words.end}`,
      details: [
        { heading: words.breakdown, lines: lines.length > 0 ? lines : [words.nothingSent] },
        { heading: words.tips, lines: tips.length > 0 ? tips : [words.noTips] },
      ],
    }
  }

/** Summaries of before `sent` was counted have `messages` alone. */
const sentOf = (facts: Facts, of: string): string => facts.count(facts.has(`${of}sent`) ? `${of}sent` : `${of}messages`)

function trendOf(facts: Facts, { trend, ...words }: SummaryWords): string {
  const before = monthOf(facts.text('previous.month'), words)
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

/** A tip that this version does not have words for still says what it saves. */
function tipOf(row: Facts, { tip }: SummaryWords, kindOf: OfKind): string {
  const say = tip[row.text('code')] ?? ((amount: string) => `${row.text('code')}: ${amount}`)
  return say(row.rupees('amount'), kindOf(row.text('kind')))
}

/** `October 2026` for `2026-10`. */
function monthOf(month: string, { locale }: Pick<SummaryWords, 'locale'>): string {
  const at = new Date(`${month}-01T00:00:00Z`)
  if (Number.isNaN(at.getTime())) return month
  return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(at)
}
