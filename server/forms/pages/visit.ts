// One step of a visit through a form's pages: reads the submitted page and determines the next one. Pure.

import { answerErrorText } from '#forms/definitions/answer-texts.ts'
import { type AnswersRead, answersOf } from '#forms/definitions/answers.ts'
import { type Field, type FormDefinition, pagesOf, textIn } from '#forms/definitions/definition.ts'
import { pageAfter } from '#forms/definitions/form-pages.ts'
import type { FileAnswer } from '#forms/definitions/holds.ts'
import { type AnswerFault, HIDDEN_MAX } from '#forms/definitions/read-answer.ts'
import { indianDate } from '#kit/india/calendar.ts'
import type { VisitState } from './state.ts'

/** The fields of one page as submitted. */
export interface Sent {
  values: ReadonlyMap<string, readonly string[]>
  files: ReadonlyMap<string, readonly FileAnswer[]>
  faults: ReadonlyMap<string, AnswerFault>
  act: string
  /** The conditional fields that were on the page when it was sent. */
  displayed: ReadonlySet<string>
}

export type Step =
  | { kind: 'show'; page: number; errors: Map<string, string>; isRevealed?: boolean }
  | { kind: 'submit'; read: AnswersRead }

const mapOf = <Value>(values: Record<string, Value>): Map<string, Value> => new Map(Object.entries(values))

/** Adds the visitor's input on the page to the state. */
export function takeOver(state: VisitState, definition: FormDefinition, { values, files }: Sent): void {
  for (const { key, type } of pagesOf(definition)[state.page]?.fields ?? []) {
    if (type === 'heading' || type === 'hidden') continue
    if (type !== 'file') state.values[key] = [...(values.get(key) ?? [])]
    else if (files.has(key)) state.files[key] = [...(state.files[key] ?? []), ...(files.get(key) ?? [])]
  }
}

export const readUpTo = (state: VisitState, definition: FormDefinition, now: Date, upToPage?: number): AnswersRead =>
  answersOf(definition, mapOf(state.values), {
    files: mapOf(state.files),
    language: state.language,
    now,
    ...(upToPage === undefined ? {} : { upToPage }),
  })

/** After `takeOver`. */
export function stepOf(state: VisitState, definition: FormDefinition, sent: Sent, now: Date): Step {
  const pages = pagesOf(definition)
  const read = readUpTo(state, definition, now, state.page)
  const here = new Map((pages[state.page]?.fields ?? []).map((field) => [field.key, field]))
  if (sent.act === 'back') return { kind: 'show', page: read.path.at(-2) ?? 0, errors: new Map() }
  if (sent.act === 'stay') return { kind: 'show', page: state.page, errors: new Map() }

  const isNew = ({ key, show_if }: Field) => show_if !== undefined && !sent.displayed.has(key)
  const shown = read.shownKeys.flatMap((key) => here.get(key) ?? [])
  const revealed = new Set(shown.filter(isNew).map(({ key }) => key))
  const errors = new Map<string, string>()
  for (const [key, fault] of sent.faults) if (here.has(key)) errors.set(key, answerErrorText(state.language, fault))
  for (const { key, code, text } of read.errors)
    if (!errors.has(key) && !revealed.has(key)) errors.set(key, ownText(definition, state.language, code) ?? text)
  // An answer of an earlier page is invalid: its page was skipped, or a date limit has moved since.
  const earlier = [...errors.keys()].filter((key) => !here.has(key))
  if (earlier.length > 0) {
    const page = pages.findIndex(({ fields }) => fields.some(({ key }) => earlier.includes(key)))
    return { kind: 'show', page, errors }
  }
  if (errors.size > 0) return { kind: 'show', page: state.page, errors }
  if (shown.some((field) => isNew(field) && field.type !== 'heading'))
    return { kind: 'show', page: state.page, errors, isRevealed: true }

  const next = pageAfter(pages, state.page, read.answers, indianDate(now))
  return next === null
    ? submitOf(state, definition, now, pages.length - 1 === state.page ? read : undefined)
    : { kind: 'show', page: next, errors }
}

/** Of the last page the whole form is read already. */
function submitOf(state: VisitState, definition: FormDefinition, now: Date, whole?: AnswersRead): Step {
  const read = whole ?? readUpTo(state, definition, now)
  const [first] = read.errors
  if (first === undefined) return { kind: 'submit', read }
  const page = pagesOf(definition).findIndex(({ fields }) => fields.some(({ key }) => key === first.key))
  return { kind: 'show', page, errors: new Map(read.errors.map(({ key, text }) => [key, text])) }
}

/** An author's text for a language without texts of ours. */
function ownText(definition: FormDefinition, language: string, code: string): string | null {
  if (language === 'en' || language === 'hi') return null
  const { texts = {} } = definition.settings
  const text = code.endsWith('required') ? texts.required : texts.invalid
  return text === undefined ? null : textIn(text, language, definition.settings)
}

/** Values of hidden fields from the URL, cut to the maximum length. */
export function hiddenValues(
  definition: FormDefinition,
  query: Readonly<Record<string, unknown>>,
): Record<string, string[]> {
  const values: Record<string, string[]> = {}
  for (const { key, type, from } of definition.fields) {
    if (type !== 'hidden') continue
    const given = query[from ?? key]
    if (typeof given === 'string' && given !== '') values[key] = [given.slice(0, 4 * HIDDEN_MAX).toWellFormed()]
  }
  return values
}
