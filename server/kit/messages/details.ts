// Stored explanations: why a delivery failed, a template was rejected, a webhook attempt failed. Each is one or more
// sentences, stored by code and parameters, with the text of each code in both languages.

import { connectionTests } from './details/connection-tests.ts'
import { providers } from './details/providers.ts'
import { sending } from './details/sending.ts'
import { suppressions } from './details/suppressions.ts'
import { templates } from './details/templates.ts'
import { webhooks } from './details/webhooks.ts'
import { quotation } from './quotation.ts'
import { type ReasonCode, reasonText } from './reasons.ts'
import type { Language, Params, ParamsOf } from './texts.ts'
import { renderIfPossible } from './texts.ts'

const en = {
  ...sending.en,
  ...providers.en,
  ...templates.en,
  ...webhooks.en,
  ...suppressions.en,
  ...connectionTests.en,
}
const hi: typeof en = {
  ...sending.hi,
  ...providers.hi,
  ...templates.hi,
  ...webhooks.hi,
  ...suppressions.hi,
  ...connectionTests.hi,
}

export const detailTexts = { en, hi }

/** A code of this catalogue, or the reason of a refusal that took effect later. */
export type DetailCode = keyof typeof en | ReasonCode

/** One sentence. */
export interface Detail {
  readonly code: string
  readonly params: Params
}

/** Sentences, or a provider's own words. */
export type Details = string | readonly Detail[]

/** The code under which a provider's words are stored. */
export const PROVIDER_SAID = 'provider_said'

export function detailsOf<Code extends keyof typeof en>(
  code: Code,
  ...[params]: ParamsOf<(typeof en)[Code]>
): readonly [Detail] {
  return [{ code, params: params ?? {} }]
}

/** The message of a program or a library, such as that of a failed connection. */
export const technicalError = ({ message }: Pick<Error, 'message'>): readonly Detail[] =>
  detailsOf('technical_error', { error: message })

export const sentencesOf = (details: Details): readonly Detail[] =>
  typeof details === 'string' ? (details === '' ? [] : detailsOf(PROVIDER_SAID, { said: details })) : details

/** Null for a code or parameters of another version. */
export const detailText = (language: Language, { code, params }: Detail): string | null =>
  Object.hasOwn(en, code)
    ? renderIfPossible(detailTexts[language][code as keyof typeof en], params)
    : reasonText(language, code, params)

/** Text for people, with a provider's words quoted. */
export const detailQuoted = (language: Language, detail: Detail): string | null =>
  detail.code === PROVIDER_SAID ? quotation[language](String(detail.params.said)) : detailText(language, detail)

/** All sentences; null when one is of another version. */
export function detailsText(language: Language, details: readonly Detail[]): string | null {
  const texts = details.map((one) => detailText(language, one))
  return texts.includes(null) ? null : texts.join(' ')
}

export const englishOf = (details: Details): string =>
  typeof details === 'string' ? details : (detailsText('en', details) ?? details.map(({ code }) => code).join(' '))
