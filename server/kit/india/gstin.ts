// The GSTIN, a business's tax number in India. Pure.

import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import { stateNames } from './states.ts'

// State, PAN (five letters, four digits, a letter), entity, Z, check digit.
const GSTIN = /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The GST state code, whether or not the rest is valid. */
export const stateOfGstin = (gstin: string): string => gstin.slice(0, 2)

/** The error in a GSTIN for a company in that state, or null. `stateField`: the field name of the state. */
export function gstinError(gstin: string, stateCode: string, stateField = 'state_code'): ValidationError | null {
  if (!GSTIN.test(gstin)) return validationError('gstin_format')
  const state = stateOfGstin(gstin)
  if (!(state in stateNames)) return validationError('gstin_state_unknown', { state })
  if (gstin[14] !== gstinCheckDigit(gstin.slice(0, 14))) return validationError('gstin_check_digit')
  if (state !== stateCode)
    return validationError('gstin_other_state', { gstin_state: state, state: stateCode, other: stateField })
  return null
}

/** Luhn's algorithm in base 36, over the first 14 characters. */
export function gstinCheckDigit(first14: string): string {
  let sum = 0
  for (let index = 0; index < 14; index++) {
    const product = DIGITS.indexOf(first14[index] as string) * (index % 2 === 0 ? 1 : 2)
    sum += Math.floor(product / 36) + (product % 36)
  }
  return DIGITS[(36 - (sum % 36)) % 36] as string
}
