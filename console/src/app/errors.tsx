// Error texts in the user's language, by the code, reason and parameters of a problem.

import { SamvadError } from '@samvad/sdk'
import { useSyncExternalStore } from 'react'
import { quotation } from '#kit/messages/quotation.ts'
import type { Params } from '#kit/messages/texts.ts'
import { titles } from '#kit/messages/titles.ts'
import { connectionTitles } from './connection-titles.ts'
import { withoutFields } from './field-errors.ts'
import { fieldLabel } from './field-labels.ts'
import { type Language, useLanguage } from './language.tsx'

type Catalogue = typeof import('./error-catalogue.ts')

let catalogue: Catalogue | null = null
let loading: Promise<void> | null = null
const waiting = new Set<() => void>()

/** Until the texts are loaded, and when they cannot be loaded, an error shows the server's English text. */
async function load(): Promise<void> {
  try {
    catalogue = await import('./error-catalogue.ts')
    for (const notify of waiting) notify()
  } catch {
    loading = null
  }
}
const mustLoad = () => {
  loading ??= load()
}

/** Loads the error texts at the first click or key press: any error follows one. */
export function loadErrorTextsEarly(): void {
  for (const event of ['pointerdown', 'keydown']) addEventListener(event, mustLoad, { once: true, capture: true })
}

function onLoaded(notify: () => void): () => void {
  waiting.add(notify)
  return () => waiting.delete(notify)
}

export interface ErrorWords {
  title: string
  detail: string | null
  requestId: string | null
}

/** The stored data of a refused call, which survives a reload. */
export type Problem = { code: string } & Pick<SamvadError, 'title' | 'detail' | 'requestId'> &
  Partial<Pick<SamvadError, 'reason' | 'params' | 'errors'>>

/** `useErrorWords()(error)`. Omits errors that a form shows at `fields` already, under its own labels. */
export function useErrorWords(): (error: unknown, fields?: ReadonlySet<string>) => ErrorWords {
  const { language } = useLanguage()
  const wordsOf = useProblemWords()
  return (error, fields) =>
    error instanceof SamvadError
      ? wordsOf(fields ? withoutFields(error, fields) : error)
      : { title: connectionTitles[language].unknown, detail: null, requestId: null }
}

export function useProblemWords(): (problem: Problem) => ErrorWords {
  const { language } = useLanguage()
  useSyncExternalStore(onLoaded, () => catalogue)
  return (problem) => {
    mustLoad()
    const known: Readonly<Record<string, string>> = { ...titles[language], ...connectionTitles[language].codes }
    const title = known[problem.code] ?? problem.title
    return { title, detail: detailOf(language, problem), requestId: problem.requestId }
  }
}

/** The title of an error code; the code itself when this version does not know it. */
export const titleOf = (language: Language, code: string): string =>
  (titles[language] as Readonly<Record<string, string>>)[code] ?? code

function detailOf(language: Language, { reason = null, params = {}, errors = [], detail }: Problem): string | null {
  const text =
    reason === null ? null : (catalogue?.reasonText(language, reason, labelled(language, params as Params)) ?? null)
  if (text !== null) return text
  const fields = errors.map((error) => `${fieldLabel(language, error.field)}: ${textOf(language, error)}`)
  if (fields.length > 0) return fields.join(' ')
  // The English text of a newer version, or of the connection.
  return language === 'en' && detail !== '' ? detail : null
}

type FieldError = SamvadError['errors'][number]

function textOf(language: Language, { code, params = {}, message }: FieldError): string {
  return catalogue?.fieldErrorText(language, code ?? '', labelled(language, params as Params)) ?? message
}

type Detail = { code: string; message: string; params: { [name: string]: unknown } }
export type Explanation = readonly Detail[]

/**
 * The text of a stored failure reason, by its codes in the user's language. A text without codes stays as stored, and
 * an unknown code stays in English.
 */
export function useExplanation(): (text: string | null, details: Explanation | undefined) => string | null {
  const { language } = useLanguage()
  useSyncExternalStore(onLoaded, () => catalogue)
  // Missing from a server of the previous version, and in data stored since then.
  return (text, details = []) => {
    if (details.length === 0) return text
    mustLoad()
    return details.map((one) => sentenceOf(language, one)).join(' ')
  }
}

function sentenceOf(language: Language, { code, message, params }: Detail): string {
  if (code === 'provider_said') return quotation[language](message)
  return catalogue?.detailText(language, { code, params: params as Params }) ?? message
}

/** Parameters that name fields, by the labels of the forms. */
function labelled(language: Language, params: Params): Params {
  const { other, field, fields } = params
  return {
    ...params,
    ...(typeof other === 'string' && { other: fieldLabel(language, other) }),
    ...(typeof field === 'string' && { field: fieldLabel(language, field) }),
    ...(Array.isArray(fields) && { fields: fields.map((name) => fieldLabel(language, String(name))) }),
  }
}

/** The error text at a form's field; null when the error is not about this field. */
export function fieldError(error: unknown, field: string): string | null {
  if (!(error instanceof SamvadError)) return null
  const found = error.errors.find((one) => one.field === field)
  if (found !== undefined) mustLoad()
  return found === undefined ? null : textOf(document.documentElement.lang === 'hi' ? 'hi' : 'en', found)
}
