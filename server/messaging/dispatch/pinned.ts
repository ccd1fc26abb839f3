// A delivery leaves by the account that it is pinned to, or not at all: spec 16.30 to 16.32.

import type { Uuid } from '#kit/ids.ts'
import type { Settings } from '#kit/settings.ts'
import type { AccountState } from '#messaging/channels/accounts/kind.ts'
import { type PinVerdict, pinOf, verdictOf } from '#messaging/channels/accounts/pins.ts'
import type { ClaimedRow } from './claim-queries.ts'
import { type Claimed, laterOutcome, type Outcome, plain } from './rules.ts'

/** What a delivery waits for whose account is not there: an answer of ours, and of no provider. */
const CHANNEL_UNAVAILABLE = 'channel_unavailable'

/** Nothing was sent, as the account that it is pinned to is not there. */
export interface WithoutItsAccount {
  verdict: Exclude<PinVerdict, { fits: true }>
}

/** Null where what there is now is what it is pinned to. */
export function withoutItsAccount(
  settings: Settings,
  { org_id, channel, account_id: pin, accepted_at: acceptedAt }: ClaimedRow,
  state: AccountState,
): WithoutItsAccount | null {
  const verdict = verdictOf({ pin, acceptedAt }, pinOf(settings, org_id, channel, state), state)
  return 'fits' in verdict ? null : { verdict }
}

/** The account that it leaves through, where that is not the one that it was accepted for: that was gone already. */
export function otherAccount(settings: Settings, claimed: ClaimedRow, state: AccountState): { accountId?: Uuid } {
  const { pin } = pinOf(settings, claimed.org_id, claimed.channel, state)
  return pin === null || claimed.account_id === null || pin === claimed.account_id ? {} : { accountId: pin }
}

/** It is tried again as if a provider refused it for now, which says nothing of the channel; what was a test ends. */
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
