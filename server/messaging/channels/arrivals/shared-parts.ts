// What an account that organizations share is brought, in the parts of which each is for one of them.

import type { Uuid } from '#kit/ids.ts'
import type { IncomingNotice } from './arrived.ts'

/** What the provider says of one message of ours; its own name of it, and ours where it was told that. */
export interface SharedReceipt {
  providerId: string
  /** The name as the provider wrote it, where `providerId` is its normal form: earlier versions stored it so. */
  writtenAs?: string
  deliveryId: Uuid | null
}

/** What somebody wrote, or how they reacted. */
export interface SharedWriting {
  /** The same for a repetition; at most 150 characters. */
  fingerprint: string
  /** By which they are known, the first first. */
  from: readonly [string, ...string[]]
  /** What is shown of it to who is to say whose it is, and what tells a keyword. */
  text: string | null
  /** The provider's name of the message that it is a reaction to. */
  reactsTo: string | null
  /** The provider's name of the message that it answers, where the provider says which. */
  answers?: string | null
  /** The fingerprint of the writing that it changes or withdraws. */
  amends?: string | null
  /** True for what counts for every organization that wrote to them, as STOP does. */
  isForAll?: boolean
  /** True for a setting of the contact: where no organization wrote to them, it waits for nobody. */
  isPreference?: boolean
  body: Buffer
}

export interface SharedParts {
  /** By which the organization that gets a part understands it: a name of readers.ts. */
  source: string
  receipts: readonly SharedReceipt[]
  writings: readonly SharedWriting[]
  /** What the provider says of the account itself. */
  notices?: readonly IncomingNotice[]
  /** The part of those that are of one organization, with the deliveries that they are of. */
  receiptsBody(of: readonly { receipt: SharedReceipt; deliveryId: Uuid }[]): Buffer
  /** Whether a receipt may come before we know the provider's name of what it is about. */
  mayBeEarly: boolean
}
