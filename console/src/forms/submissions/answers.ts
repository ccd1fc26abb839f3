// A submission's answers as displayed text. Pure.

import { labelOf } from '../builder/options.ts'
import { type Definition, type Field, hasOptions, isAnswered } from '../shape.ts'
import { shownText } from '../texts.ts'

interface Shown {
  language: string
  yes: string
  no: string
}

/** As one text; empty without an answer, and for files, which are shown separately. */
export function answerText(
  field: Field | undefined,
  answer: unknown,
  { settings }: Pick<Definition, 'settings'>,
  shown: Shown,
): string {
  if (answer === undefined || answer === null || field?.type === 'file') return ''
  if (typeof answer === 'boolean') return answer ? shown.yes : shown.no
  const one = (value: unknown): string => {
    const option = field && hasOptions(field) ? field.options?.find((known) => known.value === value) : undefined
    return option ? labelOf(option, shown.language, settings) : plain(value)
  }
  if (Array.isArray(answer)) return answer.map(one).join(', ')
  if (field?.type === 'rating' && typeof answer === 'number') return `${answer}/${field.max ?? 5}`
  return one(answer)
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The fields with answers and their names; keys of earlier versions come last. */
export function columnsOf(
  { fields, settings }: Definition,
  answers: readonly Readonly<Record<string, unknown>>[],
  language: string,
): { key: string; name: string; field: Field | undefined }[] {
  const known = fields.filter((field) => isAnswered(field) && field.type !== 'file')
  const keys = new Set(fields.map(({ key }) => key))
  const others = new Set(answers.flatMap((one) => Object.keys(one)).filter((key) => !keys.has(key)))
  return [
    ...known.map((field) => ({
      key: field.key,
      name: shownText(field.label, language, settings) || field.key,
      field,
    })),
    ...[...others].map((key) => ({ key, name: key, field: undefined })),
  ]
}
