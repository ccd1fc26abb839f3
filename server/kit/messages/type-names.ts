// The names of JSON's types, as errors use them.

import type { Language } from './texts.ts'

const typeNames: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    boolean: 'true or false',
    integer: 'a whole number',
    number: 'a number',
    string: 'a text',
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

export const nameTypes = (language: Language, types: readonly string[]): string =>
  types.map((type) => typeNames[language][type] ?? type).join(language === 'en' ? ' or ' : ' या ')
