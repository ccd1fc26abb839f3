// Parts of a shared account's inbound event, each for one organization.

import type { Uuid } from '#kit/ids.ts'
import type { IncomingNotice } from './arrived.ts'

/** A provider's report about one of our messages; by its own id, and by ours if it has that. */
export interface SharedReceipt {
  providerId: string
  /** The id as the provider wrote it, where `providerId` is its normal form: earlier versions stored it that way. */
  writtenAs?: string
  deliveryId: Uuid | null
}

/** A message or reaction. */
export interface SharedWriting {
  /** The same for a repetition; at most 150 characters. */
  fingerprint: string
  /** The sender's addresses, the preferred one first. */
  from: readonly [string, ...string[]]
  /** Shown to the operator who assigns it, and searched for keywords. */
  text: string | null
  /** The provider's id of the message that it reacts to. */
  reactsTo: string | null
  /** The provider's id of the message it replies to, if reported. */
  answers?: string | null
  /** The fingerprint of the message that it changes or withdraws. */
  amends?: string | null
  /** True when it applies to every organization that wrote to them, as STOP does. */
  isForAll?: boolean
  /** True for a contact's setting: without an organization that wrote to the contact, it is dropped as irrelevant. */
  isPreference?: boolean
  body: Buffer
}

export interface SharedParts {
  /** The source of a part for its organization: a name in readers.ts. */
  source: string
  receipts: readonly SharedReceipt[]
  writings: readonly SharedWriting[]
  /** The provider's messages about the account itself. */
  notices?: readonly IncomingNotice[]
  /** The part with one organization's receipts and their deliveries. */
  receiptsBody(of: readonly { receipt: SharedReceipt; deliveryId: Uuid }[]): Buffer
  /** True when receipts may arrive before the provider's id is recorded. */
  mayBeEarly: boolean
}
