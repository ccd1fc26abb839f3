// The location of a template message at the sandbox's Cloud API: refused where Meta refuses it. Pure. Source: Meta's
// "Location templates" and "Cloud API error codes".

import { fieldsOf, textOf } from '#messaging/channels/app/json-values.ts'
import type { WordsRow } from '#messaging/templates/component-queries.ts'
import { locationError, locationFields } from '#messaging/templates/location.ts'
import type { CloudApiFault } from './cloud-api-interactive.ts'
import { parametersOf, type ToldTemplate } from './template-words.ts'

const MISSING = 131008
const NOT_VALID = 131009
const OTHER_FORMAT = 132012

/** `words`: the template's content; undefined when it is unknown here. */
export function locationFault(template: ToldTemplate, words: WordsRow | undefined): CloudApiFault | null {
  const told = parametersOf(template, 'header').find((one) => one.type === 'location')
  const expected = words && (words.components?.header?.type ?? 'none')
  if (expected !== undefined && (expected === 'location') !== (told !== undefined)) {
    const received = told === undefined ? 'UNKNOWN' : 'LOCATION'
    const details = `header: Format mismatch, expected ${expected.toUpperCase()}, received ${received}`
    return { code: OTHER_FORMAT, details }
  }
  if (told === undefined) return null
  const location = fieldsOf(told.location)
  for (const field of locationFields) {
    const value = textOf(location?.[field])
    if (value === null) return { code: MISSING, details: `location.${field} is missing` }
    if (locationError(field, value) !== null) return { code: NOT_VALID, details: `location.${field} is not valid` }
  }
  return null
}
