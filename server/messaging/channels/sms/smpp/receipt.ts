// Receipts: SMPP 3.4 appendix B, whose format is each provider's own, and the TLVs that say the same.

import type { ReportedStatus } from '../../arrivals/arrived.ts'
import { type ShortMessage, tags } from './pdu.ts'

/** esm_class, 5.2.12: a receipt of the SMSC, or a word on the way. */
const RECEIPT = 0x04
const NOTIFICATION = 0x20
const TYPE_BITS = 0x3c

const states = ['ENROUTE', 'DELIVRD', 'EXPIRED', 'DELETED', 'UNDELIV', 'ACCEPTD', 'UNKNOWN', 'REJECTD'] as const
type State = (typeof states)[number]

/** Of message_state, 5.2.28, from 1. */
const stateOfTlv = (value: number): State | null => states[value - 1] ?? null

/**
 * DELIVRD arrived; what ended otherwise had left, except what was rejected: that never left the provider. Null:
 * nothing is decided yet.
 */
const meanings: Record<State, ReportedStatus | null> = {
  ENROUTE: null,
  DELIVRD: 'delivered',
  EXPIRED: 'undelivered',
  DELETED: 'undelivered',
  UNDELIV: 'undelivered',
  ACCEPTD: null,
  UNKNOWN: null,
  REJECTD: 'failed',
}

/** By its name. */
export const stateMeaning = (name: string): ReportedStatus | null =>
  states.find((one) => one === name) ? meanings[name as State] : null

export interface SmppReceipt {
  id: string
  status: ReportedStatus | null
  error: { code: string; detail: string } | null
}

/** By what the provider calls it; a text that only looks like one is somebody's message. */
export function isReceipt({ esmClass, tlvs }: ShortMessage): boolean {
  const type = esmClass & TYPE_BITS
  return type === RECEIPT || type === NOTIFICATION || tlvs.some(([tag]) => tag === tags.receipted_message_id)
}

/** Null when it names no message. */
export function readReceipt({ message, tlvs }: ShortMessage): SmppReceipt | null {
  const text = message.toString('latin1')
  const idTlv = tlvs.find(([tag]) => tag === tags.receipted_message_id)?.[1].toString('latin1')
  const id = (idTlv ?? fieldOf(text, 'id') ?? '').replaceAll('\0', '').trim()
  if (id === '') return null
  const stateTlv = tlvs.find(([tag]) => tag === tags.message_state)?.[1]
  const said = (fieldOf(text, 'stat') ?? '').toUpperCase()
  const named = states.find((one) => one === said) ?? null
  const state = named ?? (stateTlv?.length === 1 ? stateOfTlv(stateTlv[0] as number) : null)
  const status = state === null ? null : meanings[state]
  const isBad = status === 'failed' || status === 'undelivered'
  const code = (fieldOf(text, 'err') ?? '').replace(/[^0-9a-zA-Z]/g, '').slice(0, ERROR_MAX)
  return { id, status, error: isBad && state !== null ? errorOf(state, code) : null }
}

const ERROR_MAX = 20
const NO_ERROR = /^0*$/

function errorOf(state: State, code: string): NonNullable<SmppReceipt['error']> {
  const isTold = !NO_ERROR.test(code)
  return {
    code: state.toLowerCase(),
    detail: `The provider reported ${state}${isTold ? `, error ${code}` : ', without an error code'}.`,
  }
}

/** What stands behind `name:` up to the next space, wherever in the text; in whichever case it is written. */
function fieldOf(text: string, name: string): string | null {
  const lower = text.toLowerCase()
  const wanted = `${name}:`
  for (let from = 0; ; ) {
    const at = lower.indexOf(wanted, from)
    if (at === -1) return null
    // Not the end of another word: `id:` is no field of `paid:`.
    if (at === 0 || /\s/.test(lower[at - 1] as string))
      return text.slice(at + wanted.length).split(/\s/, 1)[0] as string
    from = at + 1
  }
}
