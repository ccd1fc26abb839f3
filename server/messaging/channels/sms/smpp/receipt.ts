// Parses receipts: SMPP 3.4 appendix B, whose format varies by provider, and the equivalent TLVs.

import { type Detail, detailsOf } from '#kit/messages/details.ts'
import { NotUnderstood } from '../../arrivals/arrival.ts'
import type { ReportedStatus } from '../../arrivals/arrived.ts'
import { meaningOfState, type ReportMeaning, type ReportStates } from '../report-states.ts'
import { type ShortMessage, tags } from './pdu.ts'

/** esm_class, 5.2.12: a receipt of the SMSC, or an intermediate notification. */
const RECEIPT = 0x04
const NOTIFICATION = 0x20
const TYPE_BITS = 0x3c

/** The values of message_state (SMPP 5.0, 4.7.15) from 0, by their SMPP 3.4 names in texts. */
const statesOfTlv = [
  'SCHEDULED',
  'ENROUTE',
  'DELIVRD',
  'EXPIRED',
  'DELETED',
  'UNDELIV',
  'ACCEPTD',
  'UNKNOWN',
  'REJECTD',
  'SKIPPED',
] as const

const statusOf = (meaning: ReportMeaning): ReportedStatus | null => (meaning === 'pending' ? null : meaning)

/** The status of a state by the table of usual states; null when it has none. */
export function stateMeaning(state: string): ReportedStatus | null {
  const meaning = meaningOfState(state, null)
  return meaning === null ? null : statusOf(meaning)
}

export interface SmppReceipt {
  id: string
  /** Null: not final yet. */
  status: ReportedStatus | null
  error: { code: string; detail: readonly Detail[] } | null
}

/** By the provider's flags; a text that merely looks like a receipt is a message. */
export function isReceipt({ esmClass, tlvs }: ShortMessage): boolean {
  const type = esmClass & TYPE_BITS
  return type === RECEIPT || type === NOTIFICATION || tlvs.some(([tag]) => tag === tags.receipted_message_id)
}

/**
 * Throws NotUnderstood when the receipt has no message id, or a state that neither the account (`own`) nor the table
 * explains: dropping it would hide the result of a message.
 */
export function readReceipt(given: ShortMessage, own: Partial<ReportStates> | null = null): SmppReceipt {
  const { message, tlvs } = given
  const text = message.toString('latin1')
  const idTlv = tlvs.find(([tag]) => tag === tags.receipted_message_id)?.[1].toString('latin1')
  const id = (idTlv ?? fieldOf(text, 'id') ?? '').replaceAll('\0', '').trim()
  if (id === '') throw new NotUnderstood('a delivery receipt without a message ID')
  const found = stateIn(given, text, own)
  if (found === null) return { id, status: null, error: null }
  const status = statusOf(found.meaning)
  const code = (fieldOf(text, 'err') ?? '').replace(/[^0-9a-zA-Z]/g, '').slice(0, ERROR_MAX)
  return { id, status, error: status === null || status === 'delivered' ? null : errorOf(found.state, code) }
}

/** The state in the text, unless only that of the TLV is known; null for an intermediate notification without one. */
function stateIn(
  { esmClass, tlvs }: ShortMessage,
  text: string,
  own: Partial<ReportStates> | null,
): { state: string; meaning: ReportMeaning } | null {
  const tlv = tlvs.find(([tag]) => tag === tags.message_state)?.[1]
  const number = tlv?.length === 1 ? (tlv[0] as number) : null
  const states = [
    stateOf(fieldOf(text, 'stat') ?? ''),
    number === null ? '' : (statesOfTlv[number] ?? String(number)),
  ].filter((state) => state !== '')
  for (const state of states) {
    const meaning = meaningOfState(state, own)
    if (meaning !== null) return { state, meaning }
  }
  const [unknown] = states
  if (unknown !== undefined)
    throw new NotUnderstood(
      `a receipt with the state "${unknown}", which is neither a standard state nor set in the account`,
    )
  if ((esmClass & TYPE_BITS) === NOTIFICATION) return null
  throw new NotUnderstood('a delivery receipt without a state')
}

const STATE_MAX = 40

/** Normalized for display and comparison: visible ASCII in upper case, without a separating comma. */
const stateOf = (written: string): string =>
  written
    .replace(/[,;].*$/, '')
    .replace(/[^\x21-\x7e]/g, '')
    .toUpperCase()
    .slice(0, STATE_MAX)

const ERROR_MAX = 20
const NO_ERROR = /^0*$/

function errorOf(state: string, code: string): NonNullable<SmppReceipt['error']> {
  const isTold = !NO_ERROR.test(code)
  return {
    code: state.toLowerCase().replace(/[^a-z0-9]+/g, '_'),
    detail: isTold
      ? detailsOf('provider_reported_error', { state, error: code })
      : detailsOf('provider_reported', { state }),
  }
}

/** The text after `name:` up to the next space, anywhere in the text and in any case. */
function fieldOf(text: string, name: string): string | null {
  const lower = text.toLowerCase()
  const wanted = `${name}:`
  for (let from = 0; ; ) {
    const at = lower.indexOf(wanted, from)
    if (at === -1) return null
    // Not the end of another word: `paid:` does not contain the field `id:`.
    if (at === 0 || /\s/.test(lower[at - 1] as string))
      return text.slice(at + wanted.length).split(/\s/, 1)[0] as string
    from = at + 1
  }
}
