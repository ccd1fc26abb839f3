// Describes a filter as one sentence, in English and Hindi. Pure.

import { messagesIn } from '#channels/words.ts'
import type { Language } from '#kit/messages/texts.ts'
import { type Clause, type Condition, type ContactFilter, isDay, isGroup, isNumber } from './segment-clauses.ts'
import { clauseOf } from './segment-filter.ts'
import { segmentWords } from './segment-words.ts'

/** A list's name; undefined while loading. */
export type ListName = (id: string) => string | undefined

export function sentenceOf(filter: ContactFilter, language: Language, listName: ListName): string {
  return sentenceOfClause(clauseOf(filter), language, listName) ?? ''
}

/** Null where the clause has no condition. */
export function sentenceOfClause(clause: Clause, language: Language, listName: ListName): string | null {
  const simple = simplified(clause)
  if (simple === null) return null
  const w = segmentWords[language]
  const said = new Sayer(language, listName)
  const excepted = exceptedOf(simple)
  if (excepted.length > 0 && isGroup(simple) && positivesOf(simple).length === 0)
    return w.allExcept(said.joined(excepted, w.or))
  return w.those(said.clause(simple))
}

// --- Shape ---------------------------------------------------------------------------------------------------------

/** Removes empty groups, groups of one clause and groups nested in the same kind; null when nothing remains. */
function simplified(clause: Clause): Clause | null {
  if (!isGroup(clause)) return clause
  const { join } = clause
  const inner = clause.items.map(simplified).filter((one) => one !== null)
  const same = join === 'none' ? 'any' : join
  const flat = inner.flatMap((one) => (isGroup(one) && one.join === same ? one.items : [one]))
  // Groups in brackets come after plain clauses.
  const items = [...flat.filter((one) => !isGroup(one)), ...flat.filter(isGroup)]
  const [only] = items
  if (only === undefined) return null
  return items.length === 1 && join !== 'none' ? only : { join, items }
}

const isNone = (clause: Clause): boolean => isGroup(clause) && clause.join === 'none'

/** The conditions of an `all` without its exceptions. */
const positivesOf = (clause: Clause): Clause[] =>
  isGroup(clause) && clause.join === 'all'
    ? clause.items.filter((item) => !isNone(item))
    : isNone(clause)
      ? []
      : [clause]

/** Outside each of several groups is outside all of them together. */
function exceptedOf(clause: Clause): Clause[] {
  if (!isGroup(clause)) return []
  if (clause.join === 'none') return clause.items
  return clause.join === 'all' ? clause.items.flatMap((item) => (isGroup(item) && isNone(item) ? item.items : [])) : []
}

// --- Words ---------------------------------------------------------------------------------------------------------

class Sayer {
  readonly #language: Language
  readonly #listName: ListName

  constructor(language: Language, listName: ListName) {
    this.#language = language
    this.#listName = listName
  }

  clause(clause: Clause): string {
    if (!isGroup(clause)) return this.condition(clause)
    const w = segmentWords[this.#language]
    if (clause.join === 'any') return this.joined(clause.items, w.or)
    const positives = positivesOf(clause)
    const excepted = exceptedOf(clause)
    if (positives.length === 0) return w.notAmong(this.joined(excepted, w.or))
    const said = this.joined(positives, w.and)
    return excepted.length === 0 ? said : w.except(said, this.joined(excepted, w.or))
  }

  /** "a, b and c", with nested groups in brackets. */
  joined(clauses: readonly Clause[], word: string): string {
    const said = clauses.map((one) => (isGroup(one) && clauses.length > 1 ? `(${this.clause(one)})` : this.clause(one)))
    const last = said.at(-1) ?? ''
    return said.length < 2 ? last : `${said.slice(0, -1).join(', ')} ${word} ${last}`
  }

  condition({ field, operator, name, value, until }: Condition): string {
    const w = segmentWords[this.#language]
    const phrases: Readonly<Record<string, ((name: string, value: string) => string) | undefined>> = w[field]
    const phrase = phrases[operator]
    if (!phrase) throw new RangeError(`${field} has no operator ${operator}`)
    return operator === 'between'
      ? phrase(this.#time(value), this.#time(until))
      : phrase(quoted(name), this.#value({ field, operator, value }))
  }

  #value({ field, operator, value }: Pick<Condition, 'field' | 'operator' | 'value'>): string {
    if (field === 'list') return quoted(this.#listName(value) ?? '…')
    if (field === 'reachable' || field === 'consent') {
      const messages: Readonly<Record<string, string>> = messagesIn(this.#language)
      return messages[value] ?? value
    }
    if (operator === 'within' || operator === 'not_within') return segmentWords[this.#language].days(Number(value))
    if (operator === 'since' || operator === 'before') return this.#time(value)
    return isNumber(value) ? value : quoted(value)
  }

  /** "5 Nov 2026", with the time of day unless it is a whole day; other text is returned unchanged. */
  #time(text: string): string {
    const at = isDay(text)
      ? Date.parse(`${text}T12:00:00Z`)
      : /^\d+$/.test(text)
        ? Number(text) * 1000
        : Date.parse(text)
    if (Number.isNaN(at)) return quoted(text)
    return formats[this.#language][isDay(text) ? 'day' : 'moment'].format(at)
  }
}

const quoted = (text: string): string => `“${text}”`

const format = (language: Language, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(`${language}-IN`, { timeZone: 'Asia/Kolkata', ...options })
const formatsOf = (language: Language) => ({
  day: format(language, { dateStyle: 'medium' }),
  moment: format(language, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' }),
})
const formats = { en: formatsOf('en'), hi: formatsOf('hi') }
