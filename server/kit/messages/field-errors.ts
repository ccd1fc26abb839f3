// Every error of a field: its code, its parameters and its text in both languages. One file for each part of the
// product; a code has one meaning everywhere.

import { channels } from './field-errors/channels.ts'
import { forms } from './field-errors/forms.ts'
import { imports } from './field-errors/imports.ts'
import { integrations } from './field-errors/integrations.ts'
import { messaging } from './field-errors/messaging.ts'
import { money } from './field-errors/money.ts'
import { people } from './field-errors/people.ts'
import { templates } from './field-errors/templates.ts'
import { values } from './field-errors/values.ts'
import type { Language, Params, ParamsOf } from './texts.ts'
import { render, renderIfPossible } from './texts.ts'

const en = {
  ...values.en,
  ...people.en,
  ...money.en,
  ...messaging.en,
  ...templates.en,
  ...imports.en,
  ...channels.en,
  ...forms.en,
  ...integrations.en,
}
const hi: typeof en = {
  ...values.hi,
  ...people.hi,
  ...money.hi,
  ...messaging.hi,
  ...templates.hi,
  ...imports.hi,
  ...channels.hi,
  ...forms.hi,
  ...integrations.hi,
}

export const fieldErrorTexts = { en, hi }

export type FieldErrorCode = keyof typeof en

/** A validation error of one value, for programs and for people. */
export interface ValidationError {
  readonly code: FieldErrorCode
  readonly params: Params
  /** In English. */
  readonly message: string
}

export function validationError<Code extends FieldErrorCode>(
  code: Code,
  ...[params]: ParamsOf<(typeof en)[Code]>
): ValidationError {
  const filled: Params = params ?? {}
  return { code, params: filled, message: render(en[code], filled) }
}

/** The text of a received code; null for a code of a newer version. */
export function fieldErrorText(language: Language, code: string, params: Params): string | null {
  return Object.hasOwn(en, code) ? renderIfPossible(fieldErrorTexts[language][code as FieldErrorCode], params) : null
}
