// Something that came from a provider: kept as it came before the provider is answered, worked on afterwards, so that
// nothing is lost when working on it fails.

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
 * Resolves once all of them are committed; one that is known by its fingerprint is dropped. Rejects when the database
 * does not answer: then the provider is told to bring them again.
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

/** What can never be understood, however often it is read. */
export class NotUnderstood extends Error {}
