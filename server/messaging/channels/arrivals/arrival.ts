// An inbound event: stored unparsed before the provider gets its response and processed later, so that nothing is lost
// when processing fails.

import type { Readable } from 'node:stream'
import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '../channel.ts'
import type { Arrived, FileReference } from './arrived.ts'

export interface NewArrival {
  organizationId: Uuid
  channel: ChannelName
  /** Which reader understands it: a name of readers.ts. */
  source: string
  /** The same for a repetition, within the organization and the channel; at most 200 characters. */
  fingerprint: string
  /** As it came. */
  body: Buffer
  receivedAt: Date
}

export interface Arrival extends NewArrival {
  id: Uuid
}

/**
 * Resolves once all are committed; events with a known fingerprint are ignored. Rejects when the database does not
 * respond: the provider is then told to send them again.
 */
export type KeepArrivals = (arrivals: readonly NewArrival[]) => Promise<void>

/**
 * Understands the arrivals of one source. Rejects with `NotUnderstood` for what is no such thing: a person looks at it.
 * With anything else: it is tried again.
 */
export interface ArrivalReader {
  read(arrival: Arrival): Promise<Arrived>
  /** Opens a file whose fetching failed before. Rejects when the provider has it no more, or not now. */
  openFile?(organizationId: Uuid, reference: FileReference, signal: AbortSignal): Promise<Readable>
}

/** The content can never be parsed. */
export class NotUnderstood extends Error {}
