// An SMS account's rules for texts to India: with DLT they must match an approved template, and promotional ones are
// sent by day. spec 7.80, 7.83.

import { validationError } from '#kit/messages/field-errors.ts'
import { reasonOf } from '#kit/messages/reasons.ts'
import { invalid, Refusal } from '#kit/refusals.ts'
import type { MadeFrom, SendingRule } from '../sending-rules.ts'
import { dltError, isIndian } from './dlt.ts'
import { promotionalAt } from './quiet-hours.ts'
import { readyTemplates } from './registered-index.ts'
import { PLACE_MAX, placeTagIn } from './registered-text.ts'
import type { SmsSettings } from './settings.ts'

/** The newest templates of an organization. */
const TEMPLATES_MAX = 1000
/** DLT registers no longer texts. */
const TEXT_MAX = 2000

const words: SendingRule['words'] = {
  templatesMax: TEMPLATES_MAX,
  textMax: TEXT_MAX,
  ready: readyTemplates,
  notFound: (nearest) => {
    if (nearest === null)
      return new Refusal('dlt_template_missing', reasonOf('dlt_no_template'), [
        { field: 'text', ...validationError('dlt_no_template') },
      ])
    const near = { template: nearest, max: PLACE_MAX }
    return new Refusal('dlt_template_missing', reasonOf('dlt_nearest_template', near), [
      { field: 'text', ...validationError('dlt_nearest_template', near) },
    ])
  },
  refusalOf,
}

function refusalOf({ text, variables, ...registered }: MadeFrom): Refusal | null {
  const error = dltError(registered)
  if (error !== null)
    return new Refusal('dlt_template_missing', reasonOf(error, { template: registered.name }), [
      { field: 'template_id', ...validationError(error) },
    ])
  const place = placeTagIn(text ?? '')
  if (place !== null) return invalid('template_id', 'dlt_place_without_value', { place })
  const long = Object.keys(variables).find((one) => [...(variables[one] as string)].length > PLACE_MAX)
  return long === undefined ? null : invalid(`variables.${long}`, 'dlt_value_too_long', { max: PLACE_MAX })
}

export function smsSendingRule({ dlt, quiet_hours }: SmsSettings): SendingRule {
  return {
    isFor: isIndian,
    words: dlt === null ? null : words,
    mayLeaveAt: (category, at) => (category === 'promotional' ? promotionalAt(at) : at),
    ifTooEarly: quiet_hours ?? QUIET_HOURS,
  }
}

/** The default when the account has no setting. */
export const QUIET_HOURS = 'refuse'
