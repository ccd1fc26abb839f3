import type { Language } from './language.tsx'

/**
 * The name of a template's language by its code, such as `en_US`: "American English". Unknown codes are returned
 * unchanged.
 */
export function languageName(code: string, language: Language): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(code.replaceAll('_', '-')) ?? code
  } catch {
    return code
  }
}
