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
  /** All settings except secrets, which are encrypted separately. */
  settings: Stored
  secret: Buffer | null
  /** The secret with which the provider authenticates its calls, where that is another one; encrypted separately. */
  callback_secret?: Buffer | null
  updated_at: Date
}

/** The current account, and how the organization's messages were carried so far. */
export interface AccountState<Stored extends object = object> {
  account: Account<Stored> | null
  history: AccountHistory
  /** The installation's shared account, if one is stored. */
  shared?: Account<Stored> | null
  /** When the account, its own or the shared one, was last created, replaced or removed. Null: never. */
  since?: Date | null
}

export interface ConnectionTestResult {
  succeeded: boolean
  /** With several steps, the details of the first that failed. A string is the provider's own text. */
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

/** `Given`: the body of the API's request. `Stored`: the settings stored from it, unencrypted. */
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
  /** Defaults for accounts that were stored before a field existed. */
  before: Partial<Stored>
  /**
   * True when its provider calls back: `callback_key` is then stored in its settings, and stays the same while the
   * fields of `callbackGoesWith` do.
   */
  isCalledBack?: true
  /** True when the installation can have one for all organizations, stored like theirs. */
  isShareable?: true
  /**
   * The fields that identify the caller, where another party than the sending provider calls back; default: `namedBy`.
   */
  callbackGoesWith?: readonly string[]
  /** Refuses invalid settings. */
  settingsOf(given: Given, mayReach: MayReach): Stored
  /** Undefined: the stored one is kept; null: there is none. */
  secretOf(given: Given): string | null | undefined
  /**
   * The secret with which the provider authenticates its calls, like `secretOf`. A stored one is kept while
   * `callbackGoesWith` is unchanged, and deleted otherwise.
   */
  callbackSecretOf?(given: Given): string | null | undefined
  /** Refuses settings that need a secret without one, and a secret that the settings do not need. */
  mustFit(settings: Stored, hasSecret: boolean, hasCallbackSecret: boolean): void
  /** Where the installation records since when it has, or had, a real shared account. */
  realSince?: RealSince
  /** True when the installation ever had a real shared account. */
  wasReal(installation: InstallationRow): boolean
  carrierOf(settings: Settings, history: AccountHistory): Carrier
  /** The account's rules for messages; unset for none. */
  ruleOf?(settings: Stored): SendingRule
  /** `callback` is null without an account, or when it has no callbacks. */
  show(account: Account<Stored> | null, carrier: Carrier, callback: Callback | null): unknown
  /** Connects and signs in without sending a message. Never throws. */
  test(settings: Stored, secret: string | null, app: Settings): Promise<ConnectionTestResult>
}
