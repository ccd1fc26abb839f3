// Reasons of refused requests, more specific than the error code: the reason, its parameters and the text of `detail`
// in both languages. One file per part of the product; a reason has one meaning everywhere.

import { campaigns } from './reasons/campaigns.ts'
import { channels } from './reasons/channels.ts'
import { forms } from './reasons/forms.ts'
import { integrations } from './reasons/integrations.ts'
import { messaging } from './reasons/messaging.ts'
import { money } from './reasons/money.ts'
import { people } from './reasons/people.ts'
import { requests } from './reasons/requests.ts'
import { submissions } from './reasons/submissions.ts'
import type { Language, Params, ParamsOf } from './texts.ts'
import { render, renderIfPossible } from './texts.ts'

const en = {
  ...requests.en,
  ...submissions.en,
  ...people.en,
  ...money.en,
  ...messaging.en,
  ...campaigns.en,
  ...forms.en,
  ...channels.en,
  ...integrations.en,
}
const hi: typeof en = {
  ...requests.hi,
  ...submissions.hi,
  ...people.hi,
  ...money.hi,
  ...messaging.hi,
  ...campaigns.hi,
  ...forms.hi,
  ...channels.hi,
  ...integrations.hi,
}

export const reasonTexts = { en, hi }

export type ReasonCode = keyof typeof en

export interface Reason {
  readonly code: ReasonCode
  readonly params: Params
  /** In English. */
  readonly message: string
}

export function reasonOf<Code extends ReasonCode>(code: Code, ...[params]: ParamsOf<(typeof en)[Code]>): Reason {
  const filled: Params = params ?? {}
  return { code, params: filled, message: render(en[code], filled) }
}

/** The text of a received reason; null for a reason of a newer version. */
export function reasonText(language: Language, code: string, params: Params): string | null {
  return Object.hasOwn(en, code) ? renderIfPossible(reasonTexts[language][code as ReasonCode], params) : null
}
