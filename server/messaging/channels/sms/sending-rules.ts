// What an SMS account asks of texts to India: where it has DLT the words of an approved template, and of promotional
// ones that they leave by day. spec 7.80, 7.83.

import { invalid, Refusal } from '#kit/refusals.ts'
import type { MadeFrom, SendingRule } from '../sending-rules.ts'
import { dltFault, isIndian } from './dlt.ts'
import { promotionalAt } from './quiet-hours.ts'
import { readyTemplates } from './registered-index.ts'
import { PLACE_MAX, placeTagIn } from './registered-text.ts'
import type { SmsSettings } from './settings.ts'

/** The newest of an organization's. */
const TEMPLATES_MAX = 1000
/** What DLT registers has no more characters. */
const TEXT_MAX = 2000

const words: SendingRule['words'] = {
  templatesMax: TEMPLATES_MAX,
  textMax: TEXT_MAX,
  ready: readyTemplates,
  notFound: (nearest) => {
    const near =
      nearest === null
        ? 'There is none that it resembles: register it with DLT, make a template of it with its DLT id and have it approved (POST /v1/templates)'
        : `The nearest is ${nearest}: write it as that says, with at most ${PLACE_MAX} characters in each place, or send with its template_id`
    return new Refusal(
      'dlt_template_missing',
      `A text to +91 must be of an approved template with a DLT id. ${near}.`,
      [{ field: 'text', message: 'is of no approved template with a DLT id' }],
    )
  },
  faultOf,
}

function faultOf({ text, variables, ...registered }: MadeFrom): Refusal | null {
  const fault = dltFault(registered)
  if (fault !== null)
    return new Refusal('dlt_template_missing', `${fault} Change the template, and have that approved.`, [
      { field: 'template_id', message: 'has no DLT template id, or a wrong header' },
    ])
  const tag = placeTagIn(text ?? '')
  if (tag !== null)
    return invalid('template_id', `has the place ${tag}, which no value fills: send its text as \`text\`, filled`)
  const long = Object.keys(variables).find((one) => [...(variables[one] as string)].length > PLACE_MAX)
  return long === undefined
    ? null
    : invalid(`variables.${long}`, `must have at most ${PLACE_MAX} characters in an SMS to +91 (DLT)`)
}

export function smsSendingRule({ dlt, quiet_hours }: SmsSettings): SendingRule {
  return {
    isFor: isIndian,
    words: dlt === null ? null : words,
    mayLeaveAt: (category, at) => (category === 'promotional' ? promotionalAt(at) : at),
    ifTooEarly: quiet_hours ?? QUIET_HOURS,
  }
}

/** Of an account that does not say. */
export const QUIET_HOURS = 'refuse'
