// Submits one message on a bind, whole or part by part, and returns the result.

import { detailsOfError } from '#kit/explained.ts'
import { detailsOf } from '#kit/messages/details.ts'
import { encodeSms, type SmsText } from '#kit/sms-text.ts'
import type { OutboundMessage, SendResult } from '../../adapter.ts'
import type { PartOutcome, PartRow } from '../queries.ts'
import type { SmppSettings } from '../settings.ts'
import { AnswerLost, NotSubmitted } from './faults.ts'
import { meaningOf } from './outcomes.ts'
import { type PartsStore } from './parts.ts'
import { messageBody, type Tlv, tags, UDH_INDICATOR } from './pdu.ts'
import type { SmppSession } from './session.ts'

/** How a message is submitted, apart from its content. */
export type Shape = Pick<SmppSettings, 'from' | 'from_ton' | 'from_npi' | 'long_messages' | 'data_coding'> & {
  tlvs: readonly Tlv[]
  /** Requests a receipt; default: true. */
  isReported?: boolean
}

export interface Submitting {
  session: Pick<SmppSession, 'submit'>
  shape: Shape
  parts: PartsStore
  /** Converts an id of the provider to the form of its receipts. */
  normalise(id: string): string
  /** Reports that it was sent in part and will not be delivered completely. */
  tellUndelivered(message: OutboundMessage, code: string): Promise<void>
}

const REPORTS_WANTED = 1
const INTERNATIONAL = 1
const ISDN = 1
/** The concatenation element: 3GPP TS 23.040, 9.2.3.24.1. */
const CONCATENATION = 0x00
const PARTS_MAX = 255
const NOT_GOING_ON = detailsOf('parts_sent_in_part')

export async function submitMessage(
  to: Submitting,
  message: OutboundMessage,
  signal: AbortSignal,
): Promise<SendResult> {
  const text = encodeSms(message.content.text ?? '')
  if (text.parts.length > PARTS_MAX)
    return {
      outcome: 'refused',
      code: 'text_too_long',
      detail: detailsOf('text_has_too_many_parts', { parts: text.parts.length }),
    }
  const isWhole = text.parts.length === 1 || to.shape.long_messages === 'payload'
  return isWhole ? submitWhole(to, message, text, signal) : submitParts(to, message, text, signal)
}

async function submitWhole(
  { session, shape, normalise }: Submitting,
  message: OutboundMessage,
  { encoding, parts }: SmsText,
  signal: AbortSignal,
): Promise<SendResult> {
  const body = bodyOf(shape, message, encoding, Buffer.concat(parts), 0, parts.length > 1)
  const outcome = await submitOne(session, body, message.leaving, signal)
  if (outcome.outcome !== 'accepted') return outcome
  return { outcome: 'accepted', providerId: normalise(outcome.providerId) || message.deliveryId }
}

async function submitParts(
  to: Submitting,
  message: OutboundMessage,
  { encoding, parts }: SmsText,
  signal: AbortSignal,
): Promise<SendResult> {
  const rows = await to.parts.begin({ ...message, parts })
  const done = rows.filter(({ status }) => isTaken(status))
  const open = rows.filter(({ status }) => !isTaken(status))
  const leaving = once(message.leaving)
  const submit = async ({ part, reference }: PartRow): Promise<Tried> => {
    const header = Buffer.of(5, CONCATENATION, 3, reference, parts.length, part)
    const octets = Buffer.concat([header, parts[part - 1] as Buffer])
    const result = await submitOne(
      to.session,
      bodyOf(to.shape, message, encoding, octets, UDH_INDICATOR),
      leaving,
      signal,
    )
    return { part, result }
  }
  // Sent alone first: when it is refused, no part of the message was sent.
  const [first, ...others] = open
  const tried: Tried[] = []
  if (first) tried.push(await submit(first))
  if (done.length > 0 || tried[0]?.result.outcome === 'accepted') tried.push(...(await Promise.all(others.map(submit))))
  const outcomes = tried.map((one) => outcomeOfPart(one, to.normalise))
  const taken = done.length + outcomes.filter(({ status }) => status === 'accepted').length
  const isRecorded = await to.parts.record(message, outcomes, taken > 0 && taken < rows.length).then(
    () => true,
    () => false,
  )
  return together(to, message, { rows, done, tried, outcomes, isRecorded })
}

interface Tried {
  part: number
  result: SendResult
}

interface All {
  rows: readonly PartRow[]
  done: readonly PartRow[]
  tried: readonly Tried[]
  outcomes: readonly PartOutcome[]
  isRecorded: boolean
}

/** The result of the message from the results of its parts, of this and earlier attempts. */
async function together(
  to: Submitting,
  message: OutboundMessage,
  { rows, done, tried, outcomes, isRecorded }: All,
): Promise<SendResult> {
  const results = tried.map(({ result }) => result)
  const taken = [
    ...done.map(({ part, provider_id }) => ({ part, id: provider_id })),
    ...outcomes.filter(({ status }) => status === 'accepted').map(({ part, providerId }) => ({ part, id: providerId })),
  ].sort((one, other) => one.part - other.part)
  const accepted = { outcome: 'accepted' as const, providerId: nameOf(taken, message.deliveryId) }
  if (taken.length === rows.length) return isRecorded ? accepted : { ...accepted, partIds: taken.map(({ id }) => id) }
  const unknown = results.find(({ outcome }) => outcome === 'unknown')
  if (unknown) return unknown
  const [worst] = results.filter(({ outcome }) => outcome !== 'accepted').sort((one, other) => rank(one) - rank(other))
  if (worst === undefined) throw new Error('a part was neither taken nor tried')
  if (taken.length === 0) return worst
  // Accepted parts that could not be recorded would be sent twice.
  if (!isRecorded) return { outcome: 'unknown', detail: NOT_GOING_ON }
  if (worst.outcome !== 'refused' && !message.isLastTry) return worst
  await to.tellUndelivered(message, worst.outcome === 'refused' ? worst.code : 'parts_missing')
  return accepted
}

const rank = ({ outcome }: SendResult): number => ['refused', 'throttled', 'unavailable', 'temporary'].indexOf(outcome)

const isTaken = (status: PartRow['status']): boolean => !['open', 'refused', 'unknown'].includes(status)

/** Not the id of any part, so that a part's receipt is not taken for the message's. */
const nameOf = (taken: readonly { id: string | null }[], deliveryId: string): string =>
  taken.length === 0 ? deliveryId : `parts:${taken.map(({ id }) => id).join(',')}`

function outcomeOfPart({ part, result }: Tried, normalise: (id: string) => string): PartOutcome {
  switch (result.outcome) {
    case 'accepted':
      return { part, status: 'accepted', providerId: normalise(result.providerId) || null, errorCode: null }
    case 'refused':
      return { part, status: 'refused', providerId: null, errorCode: result.code }
    case 'unknown':
      return { part, status: 'unknown', providerId: null, errorCode: null }
    default:
      return { part, status: 'open', providerId: null, errorCode: null }
  }
}

function bodyOf(
  shape: Shape,
  { address }: OutboundMessage,
  encoding: SmsText['encoding'],
  octets: Buffer,
  esmClass: number,
  isPayload = false,
): Buffer {
  const inPayload: Tlv[] = isPayload ? [[tags.message_payload, octets]] : []
  return messageBody({
    source: { ton: shape.from_ton, npi: shape.from_npi, address: shape.from.replace(/^\+/, '') },
    destination: { ton: INTERNATIONAL, npi: ISDN, address: address.replace(/^\+/, '') },
    esmClass,
    registeredDelivery: (shape.isReported ?? true) ? REPORTS_WANTED : 0,
    dataCoding: shape.data_coding[encoding],
    message: isPayload ? Buffer.alloc(0) : octets,
    tlvs: [...shape.tlvs, ...inPayload],
  })
}

async function submitOne(
  session: Submitting['session'],
  body: Buffer,
  leaving: () => Promise<void>,
  signal: AbortSignal,
): Promise<SendResult> {
  try {
    const { status, messageId } = await session.submit(body, leaving, signal)
    if (status === 0) return { outcome: 'accepted', providerId: messageId }
    const { meaning, code, detail } = meaningOf(status)
    if (meaning === 'refused') return { outcome: 'refused', code, detail }
    return meaning === 'unavailable' ? { outcome: meaning, detail } : { outcome: meaning, detail, retryAfterMs: null }
  } catch (error) {
    const detail = detailsOfError(error)
    if (error instanceof NotSubmitted) return { outcome: 'unavailable', detail }
    if (error instanceof AnswerLost) return { outcome: 'unknown', detail }
    throw error
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}
