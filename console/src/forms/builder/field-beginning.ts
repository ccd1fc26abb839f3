// The initial texts of a new field, in the form's languages. Pure.

import type { FieldType, Settings, Text } from '../shape.ts'
import { fieldWords } from './field-words.ts'
import type { NewTexts } from './order.ts'

const known = ['en', 'hi'] as const

/** In each of the form's languages that Samvad supports; otherwise in English. */
export function textIn(settings: Settings, of: (language: 'en' | 'hi') => string): Text {
  const languages = known.filter((one) => settings.languages.includes(one))
  const first = known.find((one) => one === settings.default_language)
  if (first !== undefined && languages.length === 1) return of(first)
  if (first === undefined) return { ...perLanguage(languages, of), [settings.default_language]: of('en') }
  return perLanguage(languages, of)
}

const perLanguage = (languages: readonly ('en' | 'hi')[], of: (language: 'en' | 'hi') => string) =>
  Object.fromEntries(languages.map((language) => [language, of(language)]))

export const newTexts = (type: FieldType, settings: Settings, channels: readonly string[]): NewTexts => ({
  label: textIn(settings, (language) => fieldWords[language].firstLabels[type]),
  text: textIn(settings, (language) => fieldWords[language].consentText),
  option: (number) => textIn(settings, (language) => fieldWords[language].option(number)),
  channels,
})
