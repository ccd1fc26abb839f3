// What Meta writes about a contact in the contact's place: that their number, their id or their key changed, that they
// opened the chat. Pure.

import { addressOfNumber } from './addresses.ts'
import { type Fields, fieldsOf, textOf } from './json-values.ts'

export interface Notice {
  /** Addresses that the contact had, where the message names no writer. */
  formerly: string[]
  /** Addresses that the contact has from now on; none where none of them changed. */
  movesTo: string[]
}

/** Null for what the contact wrote. */
export function noticeOf(message: Fields): Notice | null {
  if (message.type === 'request_welcome') return { formerly: [], movesTo: [] }
  if (message.type !== 'system') return null
  const system = fieldsOf(message.system)
  // In the order in which `addressesOf` has those of a writer: the id within the business first.
  const movesTo = [textOf(system?.user_id), numberOf(system?.wa_id ?? system?.new_wa_id)]
  const formerly = [textOf(system?.previous_user_id), numberOf(system?.customer), formerlyIn(textOf(system?.body))]
  return { formerly: formerly.filter((one) => one !== null), movesTo: movesTo.filter((one) => one !== null) }
}

const numberOf = (value: unknown): string | null => {
  const number = textOf(value)
  return number === null ? null : addressOfNumber(number)
}

/** "User Ravi changed from 919876543210 to 919876543211": the one place where Meta may name the former id. */
const CHANGED = /\bchanged from (\S{7,140}) to \S{7,140}\s*$/

function formerlyIn(body: string | null): string | null {
  const former = CHANGED.exec(body?.slice(0, 1000) ?? '')?.[1]
  return former === undefined ? null : addressOfNumber(former)
}
