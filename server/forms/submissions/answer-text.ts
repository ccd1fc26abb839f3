// Answers as text for people: one line each, in the order of the form, with the labels of its default language. Pure.

import { type Field, type FormDefinition, isAnswered, textIn } from '#forms/definitions/definition.ts'
import { type Answer, type Answers, answerTo, valuesOf } from './terms.ts'

/** Maximum length of a message. */
const TEXT_MAX = 20_000

const YES_NO = ['Yes', 'No'] as const

export function answerText(field: Field, answer: Answer, { settings }: FormDefinition): string {
  if (typeof answer === 'boolean') return answer ? YES_NO[0] : YES_NO[1]
  const labelOf = (value: string) => {
    const label = field.options?.find((option) => option.value === value)?.label
    return label === undefined ? value : textIn(label, settings.default_language, settings)
  }
  return valuesOf(answer).map(labelOf).join(', ')
}

/** The text of the inbound message that a submission creates in a conversation. */
export function messageText(definition: FormDefinition, answers: Answers): string {
  const { fields, settings } = definition
  const lines = fields.flatMap((field) => {
    const answer = answerTo(answers, field.key)
    if (!isAnswered(field) || answer === null) return []
    return `${textIn(field.label, settings.default_language, settings)}: ${answerText(field, answer, definition)}`
  })
  return lines.join('\n').slice(0, TEXT_MAX)
}

export interface AgreedConsent {
  field: string
  /** The exact sentence that was shown. */
  text: string
  channels: string[]
}

/** The given consents, with the exact sentence in the page's language. */
export function consentsIn({ fields, settings }: FormDefinition, answers: Answers, language: string): AgreedConsent[] {
  return fields.flatMap((field) =>
    field.type === 'consent' && answers[field.key] === true
      ? [
          {
            field: field.key,
            text: textIn(field.text ?? field.label, language, settings),
            channels: [...(field.channels ?? [])],
          },
        ]
      : [],
  )
}
