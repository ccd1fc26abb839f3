// What the accounts of a channel are: one of these in the channel's folder.

import type { InstallationRow, RealSince } from '#installation/queries.ts'
import type { Details } from '#kit/messages/details.ts'
import type { Resource } from '#kit/messages/resources.ts'
import type { MayReach } from '#kit/networks.ts'
import type { Settings } from '#kit/settings.ts'
import type { TSchema } from '#kit/wire.ts'
import type { SendingRule } from '../sending-rules.ts'
import type { Callback } from './callback.ts'

/** Who carries a channel's messages of an organization: its own account, the installation's, the sandbox, or nobody. */
export const carriers = ['organization', 'installation', 'sandbox', 'none'] as const
export type Carrier = (typeof carriers)[number]

/** What has carried them so far. */
export interface AccountHistory {
  hasOwnAccount: boolean
  /** Whether the organization ever had an account of its own, or the installation one for all. */
  wasReal: boolean
  /** Whether the installation has an account for all, of a channel where it is stored as organizations' are. */
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

/** The account as it is, and how the organization's messages have been carried so far. */
export interface AccountState<Stored extends object = object> {
  account: Account<Stored> | null
  history: AccountHistory
  /** The installation's account for all, where one is stored. */
  shared?: Account<Stored> | null
  /** When what they are was last changed: another account than before, or none. Null when it never was. */
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
  /** What the contract says of its operations, and the shapes that they take and answer with. */
  says: Record<'retrieve' | 'set' | 'remove' | 'test', Operation>
  /** What the contract shows as one that is set. */
  example?: object
  given: TSchema
  shown: TSchema
  /** The field that is sealed and never shown. */
  secretField: string
  /**
   * A secret that is not given again stays only while these do: with another server it would be told to whoever runs
   * that.
   */
  secretGoesWith: readonly string[]
  /** What an account is, beside all else that can be said of it: `secretGoesWith`, unless said. */
  namedBy?: readonly string[]
  /** What accounts lack that were stored before there was the field. */
  before: Partial<Stored>
  /**
   * Whether its provider calls it back: then `callback_key` is kept among its settings, the same for as long as
   * `secretGoesWith` is.
   */
  isCalledBack?: true
  /** Whether the installation may have one for all organizations, stored as theirs are. */
  isShareable?: true
  /** Instead of what an account is, where who calls back is somebody else than whom messages leave through. */
  callbackGoesWith?: readonly string[]
  /** Refuses what cannot be. */
  settingsOf(given: Given, mayReach: MayReach): Stored
  /** Undefined: the stored one stays; null: there is none. */
  secretOf(given: Given): string | null | undefined
  /**
   * What the provider proves itself with to us, as `secretOf`. A stored one stays while `callbackGoesWith` does, and is
   * gone with it.
   */
  callbackSecretOf?(given: Given): string | null | undefined
  /** Refuses settings that need a secret without one, and the other way round. */
  mustFit(settings: Stored, hasSecret: boolean, hasCallbackSecret: boolean): void
  /** Where the installation notes since when it has, or had, a real account for all. */
  realSince?: RealSince
  /** Whether the installation ever had a real account for all. */
  wasReal(installation: InstallationRow): boolean
  carrierOf(settings: Settings, history: AccountHistory): Carrier
  /** What the account asks of what leaves through it; without it, nothing. */
  ruleOf?(settings: Stored): SendingRule
  /** `callback` is null where there is no account, or none that is called back. */
  show(account: Account<Stored> | null, carrier: Carrier, callback: Callback | null): unknown
  /** Connects and signs in, and sends nothing. Never throws. */
  test(settings: Stored, secret: string | null, app: Settings): Promise<ConnectionTestResult>
}
