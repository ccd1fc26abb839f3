// Validates a submission: determines which fields are shown by conditions and jumps, parses their answers and collects
// errors. Values of fields that were not shown are discarded. Pure.

import { indianDate } from '#kit/india/calendar.ts'
import type { AnswerError, AnswerErrorCode } from './answer-texts.ts'
import { answerErrorText } from './answer-texts.ts'
import { type Field, type FormDefinition, pagesOf } from './definition.ts'
import { pageAfter } from './form-pages.ts'
import { type Answer, type Answers, type FileAnswer, holds } from './holds.ts'
import { readAnswer } from './read-answer.ts'

export interface AnswersOptions {
  files?: ReadonlyMap<string, readonly FileAnswer[]>
  language: string
  now: Date
  /** Only answers up to and including this page, on the visitor's path; unset for the whole form. */
  upToPage?: number
}

export interface AnswersRead {
  answers: Record<string, Answer>
  /** The shown fields in order, without hidden fields. */
  shownKeys: string[]
  errors: AnswerError[]
  /** The pages on the visitor's path, given these answers. */
  path: number[]
}

const NO_FILES: ReadonlyMap<string, readonly FileAnswer[]> = new Map()

export function answersOf(
  definition: FormDefinition,
  raw: ReadonlyMap<string, readonly string[]>,
  { files = NO_FILES, language, now, upToPage = Number.POSITIVE_INFINITY }: AnswersOptions,
): AnswersRead {
  const today = indianDate(now)
  const answers: Record<string, Answer> = {}
  const shownKeys: string[] = []
  const errors: AnswerError[] = []
  const path: number[] = []
  const pages = pagesOf(definition)

  const read = (field: Field): void => {
    if (field.show_if && !holds(field.show_if, answers, today)) return
    if (field.type !== 'hidden') shownKeys.push(field.key)
    const reading = readAnswer(field, raw.get(field.key) ?? [], files.get(field.key) ?? [], now)
    if (reading === null) return
    if ('value' in reading) answers[field.key] = reading.value
    else errors.push({ key: field.key, code: reading.code, text: answerErrorText(language, reading) })
  }

  // A value of the address is captured whichever pages follow, and conditions of the first page may name it.
  let at: number | null = 0
  while (at !== null) {
    path.push(at)
    for (const field of pages[at]?.fields ?? []) read(field)
    if (at >= upToPage) break
    const next: number | null = pageAfter(pages, at, answers, today)
    for (const passed of pages.slice(at + 1, next ?? pages.length))
      for (const field of passed.fields) if (field.type === 'hidden') read(field)
    at = next
  }
  return { answers, shownKeys, errors, path }
}

export type { Answer, AnswerError, AnswerErrorCode, Answers, FileAnswer }
