import type { Language } from './language.tsx'

/** The language of a template by its code, such as `en_US`: "American English". A code of no language stays. */
export function languageName(code: string, language: Language): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(code.replaceAll('_', '-')) ?? code
  } catch {
    return code
  }
}
