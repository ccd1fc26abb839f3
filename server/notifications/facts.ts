// An event's data for notice texts: amounts in Indian notation, Indian time, and user-written text shortened to one
// line.

import { rupees } from '#kit/india/amounts.ts'
import { indianMoment } from '#kit/india/calendar.ts'
import { type Detail, detailQuoted } from '#kit/messages/details.ts'
import type { Language } from '#kit/messages/texts.ts'
import { parseMicros } from '#kit/money.ts'
import type { Fact, NoticeType, StoredFacts } from './kinds.ts'

const counts = new Intl.NumberFormat('en-IN')
const LINE_MAX = 120
const EXPLANATION_MAX = 500
const BREAKS = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu

export function shortLine(text: string, max = LINE_MAX): string {
  const letters = [...text.replace(BREAKS, ' ').trim()]
  return letters.length > max ? `${letters.slice(0, max - 1).join('')}…` : letters.join('')
}

const isDetail = (row: Record<string, Fact> | Detail): row is Detail => typeof row.params === 'object'
const isRow = (row: Record<string, Fact> | Detail): row is Record<string, Fact> => !isDetail(row)

/** Values looked up when the notice is read, in addition to the event's stored data. */
export interface Live {
  /** The sender's name: a contact or a group; null when it has no name or was deleted. */
  from: string | null
  /** The number of messages that the notice represents. */
  count: number
}

export class Facts {
  readonly #stored: StoredFacts
  readonly live: Live

  constructor(stored: StoredFacts, live: Live) {
    this.#stored = stored
    this.live = live
  }

  /** A list is no text. */
  #plain(name: string): string {
    const value = this.#stored[name] ?? ''
    return typeof value === 'object' ? '' : String(value)
  }

  has(name: string): boolean {
    return (this.#stored[name] ?? null) !== null
  }

  is(name: string, value: Fact): boolean {
    return this.#stored[name] === value
  }

  text(name: string): string {
    return shortLine(this.#plain(name))
  }

  number(name: string): number {
    return Number(this.#stored[name] ?? 0)
  }

  /** A number with Indian digit grouping. */
  count(name: string): string {
    return counts.format(this.number(name))
  }

  /** `₹1,18,000.00`; text that is not an amount is returned unchanged. */
  rupees(name: string): string {
    const text = this.text(name)
    return parseMicros(text.replace(/^-/, '')) === null ? text : rupees(text)
  }

  /** `2026-11-23 18:30 IST` */
  time(name: string): string {
    return indianMoment(new Date(this.number(name) * 1000))
  }

  /** `October 2026` for `2026-10`. */
  month(name: string, locale: string): string {
    const month = this.text(name)
    const at = new Date(`${month}-01T00:00:00Z`)
    if (Number.isNaN(at.getTime())) return month
    return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(at)
  }

  /** A complete URL: a shortened one would not work. */
  address(name: string): string {
    return this.#plain(name).replace(BREAKS, '')
  }

  /** The rows of a list; empty for notices from before lists were stored. */
  rows(name: string): Facts[] {
    const rows = this.#stored[name]
    return Array.isArray(rows) ? rows.filter(isRow).map((row) => new Facts(row, this.live)) : []
  }

  /**
   * The explanation in `details` in the reader's language; `text` for an event of an earlier version, without codes.
   */
  explanation(language: Language, text: string, details: string): string {
    const stored = this.#stored[details]
    const sentences = Array.isArray(stored) ? stored.filter(isDetail) : []
    const texts = sentences.map((one) => detailQuoted(language, one))
    return texts.length === 0 || texts.includes(null) ? this.text(text) : shortLine(texts.join(' '), EXPLANATION_MAX)
  }

  /** Several words of a closed list, each as a sentence in the language. */
  sentences(name: string, words: Readonly<Record<string, string>>): string {
    return this.text(name)
      .split(' ')
      .flatMap((one) => (Object.hasOwn(words, one) ? [words[one] as string] : []))
      .join(' ')
  }

  /** The translation of a word from a closed list; unknown words are returned unchanged. */
  word(name: string, words: Readonly<Record<string, string>>): string {
    const text = this.text(name)
    return Object.hasOwn(words, text) ? (words[text] as string) : text
  }
}

export interface Said {
  title: string
  text: string
  /** Additional sections in mails and the console's list; SMS and push have no room for them. */
  details?: readonly Section[]
}

export interface Section {
  heading: string
  lines: readonly string[]
}
/** Of one language. */
export type Texts = Readonly<Record<NoticeType, (facts: Facts) => Said>>
