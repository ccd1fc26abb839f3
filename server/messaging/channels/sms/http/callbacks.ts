// Describes an HTTP gateway's callbacks with receipts and inbound messages as data, like the calls to it. A field is
// found by a JSON pointer in JSON, and by name in a form or query. Values are never patterns.

import { invalid } from '#kit/refusals.ts'
import { mustBeUnambiguous } from '../report-states.ts'
import { isPointer } from './description.ts'

export const callbackFormats = ['json', 'form', 'query'] as const
export type CallbackFormat = (typeof callbackFormats)[number]

interface Items {
  format: CallbackFormat
  /**
   * Pointer to the list in JSON with several items; null for a single one. An empty pointer means the whole document.
   */
  list: string | null
}

export interface ReportsDescription extends Items {
  /** At least one of the two: the id that the gateway returned, and our reference. */
  id: string | null
  reference: string | null
  status: string
  error: string | null
  time: string | null
  /** The values of each meaning, as text, in any case; all others are looked up in the table of usual states. */
  delivered: readonly string[]
  undelivered: readonly string[]
  failed: readonly string[]
  /** States without a decision yet; unset in older accounts. */
  pending?: readonly string[]
}

export interface IncomingDescription extends Items {
  from: string
  text: string
  /** At least one of the two, to tell a repetition apart from the same text written again. */
  id: string | null
  time: string | null
}

export const proofs = ['header', 'query', 'hmac'] as const
export const proofKeys = ['verify_token', 'password', 'callback_secret'] as const

/** How a gateway authenticates itself. */
export interface ProofDescription {
  by: (typeof proofs)[number]
  /** The name of the header or field. */
  name: string
  /** The secret: the token that we issued, or one that the gateway issued. */
  key: (typeof proofKeys)[number]
  /** The text before it: `Bearer `, `sha256=`. */
  prefix: string
  /** The encoding of an HMAC, which is over the raw body (SHA-256). */
  encoding: 'hex' | 'base64'
  /** The header with the time that is signed too, before a point and the body; null when only the body is signed. */
  timestamp_header: string | null
}

export interface Callbacks {
  reports: ReportsDescription | null
  incoming: IncomingDescription | null
  proof: ProofDescription
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** Refuses invalid descriptions. */
export function mustBeCallbacks({ reports, incoming, proof }: Callbacks): void {
  if (reports !== null) mustBePlaces('reports', reports, ['id', 'reference', 'status', 'error', 'time'])
  if (incoming !== null) mustBePlaces('incoming', incoming, ['from', 'text', 'id', 'time'])
  if (reports !== null && reports.id === null && reports.reference === null)
    throw invalid('reports.id', 'one_of_fields', { fields: ['id', 'reference'] })
  if (incoming !== null && incoming.id === null && incoming.time === null)
    throw invalid('incoming.id', 'incoming_without_id')
  if (reports !== null) {
    mustBeUnambiguous('reports', reports)
    const { delivered, undelivered, failed } = reports
    if (delivered.length + undelivered.length + failed.length === 0) throw invalid('reports.delivered', 'required')
  }
  const isHeader = proof.by !== 'query'
  if (isHeader && !HEADER_NAME.test(proof.name)) throw invalid('proof.name', 'not_a_header_name')
  const { timestamp_header: timestamp } = proof
  if (timestamp !== null && proof.by !== 'hmac') throw invalid('proof.timestamp_header', 'only_for', { value: 'HMAC' })
  if (timestamp !== null && !HEADER_NAME.test(timestamp)) throw invalid('proof.timestamp_header', 'not_a_header_name')
  const isQuery = [reports, incoming].some((one) => one?.format === 'query')
  if (proof.by === 'hmac' && isQuery) throw invalid('proof.by', 'proof_without_body')
}

function mustBePlaces<One extends Items>(field: string, one: One, names: readonly (keyof One & string)[]): void {
  if (one.list !== null && one.format !== 'json') throw invalid(`${field}.list`, 'only_for', { value: 'JSON' })
  if (one.list !== null && !isPointer(one.list))
    throw invalid(`${field}.list`, 'not_a_json_pointer', { example: '/results' })
  if (one.format !== 'json') return
  for (const name of names) {
    const place = one[name] as string | null
    if (place !== null && !isPointer(place)) throw invalid(`${field}.${name}`, 'not_a_json_pointer', { example: '/id' })
  }
}
