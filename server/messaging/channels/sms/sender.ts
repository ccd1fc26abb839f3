// The sender of a message: a phone number, or an alphanumeric header.

import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import type { SmppSettings } from './settings.ts'

export type Sender = Pick<SmppSettings, 'from' | 'from_ton' | 'from_npi'>

const PRINTABLE = /^[\x20-\x7e]+$/
const NUMBER = /^\+?\d+$/
const HEADER_MAX = 11
/** SMPP 3.4, 5.2.5 and 5.2.6: types of number and numbering plans. */
const TON = { unknown: 0, international: 1, alphanumeric: 5 }
const NPI = { unknown: 0, isdn: 1 }
const INTERNATIONAL_FROM = 8

/** The sender as it is submitted, or its error. */
export function readSender(from: string): Sender | ValidationError {
  if (!PRINTABLE.test(from)) return validationError('not_ascii')
  if (NUMBER.test(from)) {
    const isInternational = from.startsWith('+') || from.length >= INTERNATIONAL_FROM
    return { from, from_ton: isInternational ? TON.international : TON.unknown, from_npi: NPI.isdn }
  }
  if (from.length > HEADER_MAX) return validationError('sender_too_long', { max: HEADER_MAX })
  return { from, from_ton: TON.alphanumeric, from_npi: NPI.unknown }
}
