// Calls in the app: Meta's reports of their start and end. Pure.

import type { Incoming, IncomingCall } from '../arrivals/arrived.ts'
import { type Fields, fieldsOf, listOf, textOf } from './json-values.ts'

/** Statuses of calls by the business are listed among those of messages. */
export const isOfCall = (status: unknown): boolean => fieldsOf(status)?.type === 'call'

/** Each call in a webhook: its start, its end, or the status of a call by the business. */
export function callsIn(value: Fields): (Fields | null)[] {
  const statuses = listOf(value.statuses)
    .filter(isOfCall)
    .map((one) => {
      const { status, recipient_id: to, ...rest } = fieldsOf(one) as Fields
      const event = status === 'REJECTED' ? 'terminate' : 'connect'
      return { ...rest, to, direction: 'BUSINESS_INITIATED', event, status: 'FAILED' }
    })
  return [...listOf(value.calls).map(fieldsOf), ...statuses]
}

/** A call as a message: who called, and when. `read` extracts the sender as from a message. */
export function callIn(call: Fields | null, read: (message: Fields) => Incoming | null): Incoming | null {
  if (call === null) return null
  const isOut = call.direction === 'BUSINESS_INITIATED'
  // The called party is the contact.
  const contact = isOut ? { from: call.to, from_user_id: call.to_user_id } : {}
  const message = read({ ...call, ...contact, type: 'call' })
  if (message === null) return null
  const content = { subject: null, text: null, html: null, attachments: [] }
  // An outbound call needs nobody's attention.
  const seen = isOut ? { isAutomaticReply: true } : {}
  return { ...message, ...seen, content, call: callOf(call, isOut) }
}

function callOf(call: Fields, isOut: boolean): IncomingCall {
  const direction = isOut ? 'outbound' : 'inbound'
  if (call.event !== 'terminate') return { direction, status: 'ringing', durationSeconds: null }
  const duration = Number(call.duration)
  const durationSeconds = Number.isSafeInteger(duration) && duration > 0 ? duration : null
  // A single value, or a list with one.
  const status = textOf(call.status) ?? textOf(listOf(call.status)[0])
  const isAnswered = durationSeconds !== null && status?.toUpperCase() !== 'FAILED'
  return {
    direction,
    status: isAnswered ? 'completed' : 'missed',
    durationSeconds: isAnswered ? durationSeconds : null,
  }
}
