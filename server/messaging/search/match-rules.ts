// Parses queries, builds index conditions, and finds the matches in a text. Pure.

import { createHash } from 'node:crypto'
import type { Uuid } from '#kit/ids.ts'
import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import { invalidFields, type Refusal } from '#kit/refusals.ts'
import { JOINED_MAX, joinedFrom, type Range, TEXT_READ_MAX, tokensOf } from './words.ts'

/** Words used of a query: more do not narrow it down. */
const TERMS_MAX = 8
/** A last word this short matches too many words as a prefix: it is checked on the rows that the other words found. */
const LOOSE_PREFIX_MAX = 1
/** Characters of a snippet, and of its part before the first match. */
const SNIPPET_MAX = 160
const SNIPPET_BEFORE = 40

/** `isPrefix`: the word may still be being typed. */
export interface Term {
  word: string
  isPrefix: boolean
}

export type Kind = 'message' | 'contact' | 'group' | 'submission'

/** The last word is a prefix, unless a space follows it. */
export function termsOf(query: string): Term[] {
  const terms: Term[] = []
  const tokens = tokensOf(query)
  for (let at = 0; at < tokens.length; ) {
    const { group } = tokens[at] as (typeof tokens)[number]
    let end = at
    while (end < tokens.length && end - at < JOINED_MAX && tokens[end]?.group === group) end++
    terms.push({
      word: tokens
        .slice(at, end)
        .map(({ word }) => word)
        .join(''),
      isPrefix: end === tokens.length && !/\s$/.test(query),
    })
    at = end
  }
  if (terms.length === 0) throw invalidQuery(validationError('search_without_words'))
  if (terms.length > TERMS_MAX) throw invalidQuery(validationError('search_too_many_words', { max: TERMS_MAX }))
  return terms
}

const invalidQuery = (error: ValidationError): Refusal => invalidFields('invalid_query', [{ field: 'q', ...error }])

/**
 * Prefix of each indexed word: organization, kind and bucket. Organizations whose hash collides are separated by
 * `org_id`.
 */
export function spaceOf(organizationId: Uuid, kind: Kind, bucket: number | string): string {
  if (last.organizationId !== organizationId)
    last = { organizationId, own: createHash('sha256').update(organizationId).digest('base64url').slice(0, 6) }
  return `${last.own}${kind[0]}${bucket}.`
}

/** Cache of one: entries are written for one organization at a time. */
let last = { organizationId: '', own: '' }

/** A word that no text contains: the assignee of a message's conversation. */
export const wordOfUser = (userId: Uuid): string => `@${userId}`

export const lexemesOf = (space: string, words: Iterable<string>): string[] =>
  [...words].map((word) => `${space}${word}`)

/** Placeholder for the bucket in a condition. */
export const BUCKET = '~'

export interface Condition {
  /** A tsquery with `BUCKET` in it, answered by the index. */
  indexed: string
  /** The full tsquery, checked on the rows that `indexed` finds; null if it is the same. */
  asked: string | null
}

/** `userId`: restricts to conversations assigned to this user. */
export function conditionOf(organizationId: Uuid, kind: Kind, terms: readonly Term[], userId: Uuid | null): Condition {
  const space = spaceOf(organizationId, kind, BUCKET)
  const written = (some: readonly Term[]) =>
    [
      ...some.map(({ word, isPrefix }) => `'${space}${word}'${isPrefix ? ':*' : ''}`),
      ...(userId === null ? [] : [`'${space}${wordOfUser(userId)}'`]),
    ].join(' & ')
  // Digits of a number are found from any of them on: spec 7.143.
  const asked =
    kind === 'contact' ? terms.map((one) => (/^[0-9]+$/.test(one.word) ? { ...one, isPrefix: true } : one)) : terms
  const tight = asked.filter(({ word, isPrefix }) => !isPrefix || [...word].length > LOOSE_PREFIX_MAX)
  if (tight.length === 0 || tight.length === asked.length) return { indexed: written(asked), asked: null }
  return { indexed: written(tight), asked: written(asked) }
}

/** The ranges of the text that match a term, in order. */
export function rangesIn(text: string, terms: readonly Term[]): Range[] {
  const tokens = tokensOf(text.slice(0, TEXT_READ_MAX))
  const ranges: Range[] = []
  for (let at = 0; at < tokens.length; at++) {
    const { start } = tokens[at] as Range
    if (start < (ranges.at(-1)?.end ?? 0)) continue
    let found: Range | undefined
    for (const { word, end } of joinedFrom(tokens, at))
      if (terms.some((term) => isMatch(word, term))) {
        found = { start, end }
        break
      }
    if (found) ranges.push(found)
  }
  return ranges
}

const isMatch = (word: string, term: Term) =>
  term.isPrefix
    ? word.startsWith(term.word)
    : word === term.word || (/^[0-9]{10}$/.test(term.word) && word.endsWith(term.word))

export interface Snippet {
  text: string
  matches: Range[]
}

/** Cuts out the text around its first match, never inside a surrogate pair. */
export function snippetOf(text: string, terms: readonly Term[]): Snippet {
  const ranges = rangesIn(text, terms)
  const first = ranges[0]?.start ?? 0
  const from = first <= SNIPPET_BEFORE ? 0 : wordStart(text, first - SNIPPET_BEFORE, first)
  const to = Math.min(text.length, from + SNIPPET_MAX)
  const end = isInside(text, to) ? to - 1 : to
  return {
    text: text.slice(from, end),
    matches: ranges
      .filter((one) => one.start >= from && one.start < end)
      .map((one) => ({ start: one.start - from, end: Math.min(one.end, end) - from })),
  }
}

function wordStart(text: string, from: number, before: number): number {
  const space = text.slice(from, before).search(/\s/)
  const at = space < 0 ? from : from + space + 1
  return isInside(text, at) ? at + 1 : at
}

/** True between the two code units of a surrogate pair. */
const isInside = (text: string, at: number): boolean => /[\udc00-\udfff]/.test(text[at] ?? '')
