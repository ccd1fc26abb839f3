// Search terms of a submission: a hash of each answer and of each word, salted with the form and the part of the list
// that the submission is in. Because each part has its own hashes, a search reads the list from its newest part and
// stops when the page is full, however frequent a word is. Pure.

import { createHash } from 'node:crypto'
import type { Uuid } from '#kit/ids.ts'
import { tokensOf } from '#messaging/search/words.ts'

/** Submissions per part. */
export const PART_SUBMISSIONS = 4096
/** Maximum number of terms per submission; text beyond it cannot be found. */
const TERMS_MAX = 400
const VALUE_MAX = 200

export type Answer = string | number | boolean | readonly unknown[] | null
export type Answers = Readonly<Record<string, Answer>>

/** Null for a field without an answer. Own properties only: every object has a `constructor`. */
export const answerTo = (answers: Answers, key: string): Answer =>
  Object.hasOwn(answers, key) ? (answers[key] ?? null) : null

/** Part of the list that the submission with this number is in. */
export const partOf = (number: number): number => Math.floor(number / PART_SUBMISSIONS)

/** An answer as texts, one per value. For a file: its name. */
export function valuesOf(answer: Answer): string[] {
  if (answer === null) return []
  if (Array.isArray(answer)) return answer.map(oneOf)
  return [String(answer)]
}

const oneOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'filename' in value ? String(value.filename) : String(value)

/** Normal form in which values of a field are compared. */
const folded = (value: string): string => value.normalize('NFKC').toLowerCase().trim().slice(0, VALUE_MAX)

const wordsIn = (text: string): string[] => tokensOf(text).map(({ word }) => word)

/** Hashes of one submission. */
export function termsOf(formId: Uuid, part: number, answers: Answers): bigint[] {
  const texts = new Set<string>()
  for (const [key, answer] of Object.entries(answers))
    for (const value of valuesOf(answer)) {
      texts.add(answerText(key, value))
      for (const word of wordsIn(value)) texts.add(wordText(word))
      if (texts.size > TERMS_MAX) break
    }
  return [...texts].slice(0, TERMS_MAX).map((text) => hashOf(formId, part, text))
}

export interface Sought {
  q?: string | undefined
  field?: string | undefined
  value?: string | undefined
}

/** Texts that a submission must all contain; null without a search. */
export function soughtTexts({ q, field, value }: Sought): string[] | null {
  const texts = [
    ...(q === undefined ? [] : wordsIn(q).map(wordText)),
    ...(field === undefined || value === undefined ? [] : [answerText(field, value)]),
  ]
  return q === undefined && field === undefined ? null : [...new Set(texts)]
}

const answerText = (key: string, value: string): string => `=${key}=${folded(value)}`
const wordText = (word: string): string => `~${word}`

/** A signed 64-bit number, as PostgreSQL stores it. */
export function hashOf(formId: Uuid, part: number, text: string): bigint {
  return createHash('sha256').update(`${formId} ${part} ${text}`).digest().readBigInt64BE(0)
}
