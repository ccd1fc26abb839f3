// The names of JSON's types, as used in errors.

import type { Language } from './texts.ts'

const typeNames: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    boolean: 'true or false',
    integer: 'a whole number',
    number: 'a number',
    string: 'text',
    array: 'a list',
    object: 'an object with fields',
    null: 'null',
  },
  hi: {
    boolean: 'true या false',
    integer: 'पूरी संख्या',
    number: 'संख्या',
    string: 'टेक्स्ट',
    array: 'सूची',
    object: 'फ़ील्ड वाला ऑब्जेक्ट',
    null: 'null',
  },
}

/**
 * `text, a number, or true or false`: a comma before `or` when there are more than two, or one contains an `or` itself.
 */
export function nameTypes(language: Language, types: readonly string[]): string {
  const names = types.map((type) => typeNames[language][type] ?? type)
  const or = language === 'en' ? 'or' : 'या'
  const [last = '', ...before] = names.toReversed()
  if (before.length === 0) return last
  const isPlain = names.length === 2 && !names.some((name) => name.includes(` ${or} `))
  return `${before.toReversed().join(', ')}${isPlain ? '' : ','} ${or} ${last}`
}
