// A delivery is sent through its assigned account or not at all: spec 16.30 to 16.32.

import type { Uuid } from '#kit/ids.ts'
import type { Settings } from '#kit/settings.ts'
import type { AccountState } from '#messaging/channels/accounts/kind.ts'
import { type PinVerdict, pinOf, verdictOf } from '#messaging/channels/accounts/pins.ts'
import type { ClaimedRow } from './claim-queries.ts'
import { type Claimed, laterOutcome, type Outcome, plain } from './rules.ts'

/** The error of a delivery whose assigned account is missing. It is ours, not a provider's. */
const CHANNEL_UNAVAILABLE = 'channel_unavailable'

/** Nothing was sent, as its assigned account is missing. */
export interface WithoutItsAccount {
  verdict: Exclude<PinVerdict, { fits: true }>
}

/** Null if the current account is the assigned one. */
export function withoutItsAccount(
  settings: Settings,
  { org_id, channel, account_id: pin, accepted_at: acceptedAt }: ClaimedRow,
  state: AccountState,
): WithoutItsAccount | null {
  const verdict = verdictOf({ pin, acceptedAt }, pinOf(settings, org_id, channel, state), state)
  return 'fits' in verdict ? null : { verdict }
}

/** The account used instead of the assigned one, when that one no longer exists. */
export function otherAccount(settings: Settings, claimed: ClaimedRow, state: AccountState): { accountId?: Uuid } {
  const { pin } = pinOf(settings, claimed.org_id, claimed.channel, state)
  return pin === null || claimed.account_id === null || pin === claimed.account_id ? {} : { accountId: pin }
}

/** Retried like a temporary provider error, which says nothing about the channel's health; a test message fails. */
export function withoutItsAccountOutcome(
  claimed: Claimed,
  { verdict }: WithoutItsAccount,
  at: Date,
  chance: number,
): Outcome {
  if ('ends' in verdict)
    return { ...plain(claimed), status: 'failed', errorCode: CHANNEL_UNAVAILABLE, errorDetail: verdict.ends }
  return laterOutcome(claimed, CHANNEL_UNAVAILABLE, { detail: verdict.waits, retryAfterMs: null }, at, chance)
}
