// Meta's notices about a contact, sent in the contact's place: their number, id or key changed, or they opened the
// chat. Pure.

import { addressOfNumber } from './addresses.ts'
import { type Fields, fieldsOf, textOf } from './json-values.ts'

export interface Notice {
  /** The contact's former addresses, for a message that names no sender. */
  formerly: string[]
  /** The contact's addresses from now on; empty when none changed. */
  movesTo: string[]
}

/** Null for a message that the contact wrote. */
export function noticeOf(message: Fields): Notice | null {
  if (message.type === 'request_welcome') return { formerly: [], movesTo: [] }
  if (message.type !== 'system') return null
  const system = fieldsOf(message.system)
  // In the same order as `addressesOf`: the id within the business first.
  const movesTo = [textOf(system?.user_id), numberOf(system?.wa_id ?? system?.new_wa_id)]
  const formerly = [textOf(system?.previous_user_id), numberOf(system?.customer), formerlyIn(textOf(system?.body))]
  return { formerly: formerly.filter((one) => one !== null), movesTo: movesTo.filter((one) => one !== null) }
}

const numberOf = (value: unknown): string | null => {
  const number = textOf(value)
  return number === null ? null : addressOfNumber(number)
}

/** "User Ravi changed from 919876543210 to 919876543211": the only place where Meta may name the former id. */
const CHANGED = /\bchanged from (\S{7,140}) to \S{7,140}\s*$/

function formerlyIn(body: string | null): string | null {
  const former = CHANGED.exec(body?.slice(0, 1000) ?? '')?.[1]
  return former === undefined ? null : addressOfNumber(former)
}
