// An inbound event: stored unparsed before the provider gets its response and processed later, so that nothing is lost
// when processing fails.

import type { Readable } from 'node:stream'
import type { Uuid } from '#kit/ids.ts'
import type { ChannelName } from '../channel.ts'
import type { Arrived, FileReference } from './arrived.ts'

export interface NewArrival {
  organizationId: Uuid
  channel: ChannelName
  /** The reader that parses it: a name in readers.ts. */
  source: string
  /** The same for a repetition, within the organization and the channel; at most 200 characters. */
  fingerprint: string
  /** As received. */
  body: Buffer
  receivedAt: Date
}

export interface Arrival extends NewArrival {
  id: Uuid
}

/**
 * Resolves once all are committed; events with a known fingerprint are ignored. Rejects when the database does not
 * respond: the provider then gets an error response and sends them again.
 */
export type KeepArrivals = (arrivals: readonly NewArrival[]) => Promise<void>

/**
 * Parses the events of one source. Rejects with `NotUnderstood` for content that can never be parsed: a person must
 * look at it. Any other error is retried.
 */
export interface ArrivalReader {
  read(arrival: Arrival): Promise<Arrived>
  /** Opens a file that could not be fetched before. Rejects when the provider no longer has it or is unavailable. */
  openFile?(organizationId: Uuid, reference: FileReference, signal: AbortSignal): Promise<Readable>
}

/** The content can never be parsed. */
export class NotUnderstood extends Error {}
