// The account kind of a channel: each channel with accounts has one in its folder.

import type { InstallationRow, RealSince } from '#installation/queries.ts'
import type { Details } from '#kit/messages/details.ts'
import type { Resource } from '#kit/messages/resources.ts'
import type { MayReach } from '#kit/networks.ts'
import type { Settings } from '#kit/settings.ts'
import type { TSchema } from '#kit/wire.ts'
import type { SendingRule } from '../sending-rules.ts'
import type { Callback } from './callback.ts'

/**
 * The carrier of an organization's messages on a channel: its own account, the installation's, the sandbox, or none.
 */
export const carriers = ['organization', 'installation', 'sandbox', 'none'] as const
export type Carrier = (typeof carriers)[number]

/** The carriers used so far. */
export interface AccountHistory {
  hasOwnAccount: boolean
  /** True when the organization ever had its own account, or the installation a shared one. */
  wasReal: boolean
  /** True when the installation has a shared account that is stored like organizations' accounts. */
  isShared?: boolean
}

export interface Account<Stored extends object = object> {
  /** Everything but what is secret, which is sealed apart. */
  settings: Stored
  secret: Buffer | null
  /** What its provider proves itself with to us, where that is another one; sealed apart. */
  callback_secret?: Buffer | null
  updated_at: Date
}

/** The current account, and how the organization's messages were carried so far. */
export interface AccountState<Stored extends object = object> {
  account: Account<Stored> | null
  history: AccountHistory
  /** The installation's account for all, where one is stored. */
  shared?: Account<Stored> | null
  /** When the account was last replaced or removed. Null when it never was. */
  since?: Date | null
}

export interface ConnectionTestResult {
  succeeded: boolean
  /** Of several steps, the result of the first that failed. A string is the words of the provider. */
  details: Details
  steps?: readonly ConnectionStep[]
}

/** One check of several, in order. */
export interface ConnectionStep {
  step: string
  /** Null: skipped, because an earlier check failed. */
  succeeded: boolean | null
  details: Details
}

interface Operation {
  operationId: string
  summary: string
  description: string
}

/** `Given` is what the API takes, `Stored` what is kept of it in plain. */
export interface AccountKind<Given extends object = object, Stored extends object = object> {
  /** As in "No such email account". */
  noun: Resource
  /** Contract texts and schemas of its operations. */
  says: Record<'retrieve' | 'set' | 'remove' | 'test', Operation>
  /** The contract's example of a configured account. */
  example?: object
  given: TSchema
  shown: TSchema
  /** The field that is encrypted and never shown. */
  secretField: string
  /** An omitted secret is kept only while these fields are unchanged: otherwise another server would receive it. */
  secretGoesWith: readonly string[]
  /** The fields that identify an account; default: `secretGoesWith`. */
  namedBy?: readonly string[]
  /** What accounts lack that were stored before there was the field. */
  before: Partial<Stored>
  /**
   * True when its provider calls back: `callback_key` is then stored in its settings, unchanged as long as
   * `secretGoesWith` is.
   */
  isCalledBack?: true
  /** True when the installation can have one for all organizations, stored like theirs. */
  isShareable?: true
  /** Used instead of `secretGoesWith` where another party than the sending provider calls back. */
  callbackGoesWith?: readonly string[]
  /** Refuses what cannot be. */
  settingsOf(given: Given, mayReach: MayReach): Stored
  /** Undefined: the stored one stays; null: there is none. */
  secretOf(given: Given): string | null | undefined
  /**
   * The secret with which the provider authenticates its calls, like `secretOf`. A stored one is kept while
   * `callbackGoesWith` is unchanged, and deleted otherwise.
   */
  callbackSecretOf?(given: Given): string | null | undefined
  /** Refuses settings that need a secret without one, and the other way round. */
  mustFit(settings: Stored, hasSecret: boolean, hasCallbackSecret: boolean): void
  /** Where the installation records since when it has, or had, a real shared account. */
  realSince?: RealSince
  /** True when the installation ever had a real shared account. */
  wasReal(installation: InstallationRow): boolean
  carrierOf(settings: Settings, history: AccountHistory): Carrier
  /** The account's rules for messages; unset for none. */
  ruleOf?(settings: Stored): SendingRule
  /** `callback` is null where there is no account, or none that is called back. */
  show(account: Account<Stored> | null, carrier: Carrier, callback: Callback | null): unknown
  /** Connects and signs in, and sends nothing. Never throws. */
  test(settings: Stored, secret: string | null, app: Settings): Promise<ConnectionTestResult>
}
