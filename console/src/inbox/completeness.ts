// What of a message must be filled in before it can be sent, and what is asked about its price until then. Pure.

import type { NewMessage, Template } from '@samvad/sdk'
import type { Draft } from '../app/draft-fields.ts'
import { faultsIn, isTextTooLong } from './interactive.ts'
import { missingIn, shownValues } from './template-values.ts'

/** What was checked, where it is no template: the text with its buttons or list. */
export const INTERACTIVE = 'interactive'

/** The names of the fields, in the order in which they stand. */
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

/** The price does not wait for the last value, and nothing is refused before it was typed. */
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
