// What went wrong, in words of the person: by the code of the problem, else as the service itself says it.

import { SamvadError } from '@samvad/sdk'
import { fieldTextIn } from '#kit/field-texts.ts'
import { errorTexts } from './error-texts.ts'
import { useLanguage } from './language.tsx'

export interface ErrorWords {
  title: string
  detail: string | null
  requestId: string | null
}

/** `useErrorWords()(error)`. */
export function useErrorWords(): (error: unknown) => ErrorWords {
  const { language } = useLanguage()
  return (error) => {
    const texts = errorTexts[language]
    if (!(error instanceof SamvadError)) return { title: texts.unknown, detail: null, requestId: null }
    const title = texts.codes[error.code as keyof typeof texts.codes] ?? error.title
    // The service writes English: in Hindi its detail is shown only where there is nothing better.
    const isTold = language === 'en' || !(error.code in texts.codes)
    return { title, detail: isTold && error.status !== null ? error.detail : null, requestId: error.requestId }
  }
}

/** The words for a field at fault, null where it is not one of them. */
export function fieldError(error: unknown, field: string): string | null {
  if (!(error instanceof SamvadError)) return null
  const message = error.errors.find((one) => one.field === field)?.message
  return message === undefined ? null : fieldTextIn(document.documentElement.lang, message)
}
