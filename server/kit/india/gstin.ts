// The GSTIN: who somebody is to India's tax on goods and services. Pure.

import { stateNames } from './states.ts'

// State, PAN (five letters, four digits, a letter), entity, Z, check digit.
const GSTIN = /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The GST code of its state, whatever the rest is. */
export const stateOfGstin = (gstin: string): string => gstin.slice(0, 2)

/** What is wrong with the GSTIN of somebody in that state, or null. `stateField` is where the state was given. */
export function gstinFault(gstin: string, stateCode: string, stateField = 'state_code'): string | null {
  if (!GSTIN.test(gstin)) return 'must be the 15 characters of a GSTIN, such as 27AAPFU0939F1ZV'
  if (!(gstin.slice(0, 2) in stateNames)) return `begins with ${gstin.slice(0, 2)}, which is no state's code`
  if (gstin[14] !== gstinCheckDigit(gstin.slice(0, 14)))
    return 'has a check digit that does not fit the rest; look for a typing mistake'
  if (stateOfGstin(gstin) !== stateCode)
    return `belongs to state ${stateOfGstin(gstin)}, but ${stateField} is ${stateCode}; they must be the same`
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
