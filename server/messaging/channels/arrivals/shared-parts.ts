// Parts of a shared account's inbound event, each for one organization.

import type { Uuid } from '#kit/ids.ts'
import type { IncomingNotice } from './arrived.ts'

/** A provider's report about one of our messages; by its own id, and by ours if it has that. */
export interface SharedReceipt {
  providerId: string
  /** The name as the provider wrote it, where `providerId` is its normal form: earlier versions stored it so. */
  writtenAs?: string
  deliveryId: Uuid | null
}

/** A message or reaction. */
export interface SharedWriting {
  /** The same for a repetition; at most 150 characters. */
  fingerprint: string
  /** By which they are known, the first first. */
  from: readonly [string, ...string[]]
  /** Shown to the operator who assigns it, and searched for keywords. */
  text: string | null
  /** The provider's name of the message that it is a reaction to. */
  reactsTo: string | null
  /** The provider's id of the message it replies to, if reported. */
  answers?: string | null
  /** The fingerprint of the writing that it changes or withdraws. */
  amends?: string | null
  /** True for what counts for every organization that wrote to them, as STOP does. */
  isForAll?: boolean
  /** True for a contact's setting: without an organization that wrote to the contact, it is dropped as irrelevant. */
  isPreference?: boolean
  body: Buffer
}

export interface SharedParts {
  /** By which the organization that gets a part understands it: a name of readers.ts. */
  source: string
  receipts: readonly SharedReceipt[]
  writings: readonly SharedWriting[]
  /** The provider's messages about the account itself. */
  notices?: readonly IncomingNotice[]
  /** The part with one organization's receipts and their deliveries. */
  receiptsBody(of: readonly { receipt: SharedReceipt; deliveryId: Uuid }[]): Buffer
  /** True when receipts may arrive before we know the provider's id. */
  mayBeEarly: boolean
}
