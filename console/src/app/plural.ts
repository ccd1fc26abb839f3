// Plural forms by the language's rules (CLDR, by ICU).

import type { Language } from '#kit/messages/texts.ts'

const rules: Record<Language, Intl.PluralRules> = { en: new Intl.PluralRules('en'), hi: new Intl.PluralRules('hi') }

/** `plural('en', n, { one: '1 contact', other: `${n} contacts` })`. */
export function plural(language: Language, count: number, forms: { one: string; other: string }): string {
  return rules[language].select(count) === 'one' ? forms.one : forms.other
}
