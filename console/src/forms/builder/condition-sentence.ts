// A form's condition as one sentence. Pure.

import type { Language } from '#kit/messages/texts.ts'
import { type Condition, type Field, hasOptions, type Settings } from '../shape.ts'
import { shownText } from '../texts.ts'
import { labelOf } from './options.ts'
import { sentenceWords } from './sentence-words.ts'

interface Named {
  fields: readonly Field[]
  settings: Settings
  language: Language
}

/** "“City” is “Pune” and “Age” is answered". */
export function sentenceOf(condition: Condition, named: Named): string {
  const w = sentenceWords[named.language]
  const { all, any, not } = condition
  if (not) return w.not(sentenceOf(not, named))
  const parts = all ?? any
  if (parts)
    return parts
      .map((one) => (one.all || one.any ? `(${sentenceOf(one, named)})` : sentenceOf(one, named)))
      .join(all ? w.and : w.or)
  return comparisonOf(condition, named)
}

function comparisonOf(condition: Condition, { fields, settings, language }: Named): string {
  const w = sentenceWords[language]
  const field = fields.find(({ key }) => key === condition.field)
  const name = `“${field ? nameOf(field, settings, language) : (condition.field ?? '')}”`
  if (condition.answered !== undefined) return condition.answered ? w.answered(name) : w.notAnswered(name)
  const value = (given: unknown): string => {
    if (typeof given === 'boolean') return given ? w.yes : w.no
    const option = field && hasOptions(field) && field.options?.find((one) => one.value === given)
    return `“${option ? labelOf(option, language, settings) : String(given)}”`
  }
  for (const comparison of ['is', 'is_not', 'contains', 'before', 'after'] as const)
    if (condition[comparison] !== undefined) return w[comparison](name, value(condition[comparison]))
  return name
}

/** The label in the language of the console, if the form has it; a field without a label by its key. */
export const nameOf = (field: Field, settings: Settings, language: string): string =>
  shownText(field.label, language, settings).trim() || field.key
