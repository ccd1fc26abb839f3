// Values that a message needs before it can be sent, and the estimate's request until then. Pure.

import type { NewMessage, Template } from '@samvad/sdk'
import type { Draft } from '../app/draft-fields.ts'
import { faultsIn, isTextTooLong } from './interactive.ts'
import { missingIn, shownValues } from './template-values.ts'

/** Stands for a message without a template: its text with buttons or list. */
export const INTERACTIVE = 'interactive'

/** The names of the incomplete fields, in display order. */
export function faultyFields(
  { text, variables, interactive }: Draft,
  template: Template | undefined,
  body: NewMessage,
): string[] {
  if (template) return missingIn(template, variables).map((name) => `variable-${name}`)
  if (!interactive || !body.interactive) return []
  const isTextWrong = text.trim() === '' || isTextTooLong(text)
  return [
    ...faultsIn(interactive, body.attachments != null && body.attachments.length > 0).keys(),
    ...(isTextWrong ? ['text'] : []),
  ]
}

/** The price is estimated before the last value is entered, and nothing is refused before it was typed. */
export function estimatedBody(
  body: NewMessage,
  { variables }: Draft,
  template: Template | undefined,
  isIncomplete: boolean,
): NewMessage {
  if (template) return { ...body, variables: shownValues(template, variables) }
  if (!isIncomplete) return body
  const { interactive: _, ...rest } = body
  return rest
}
