// Decides the requests of a flush in memory, in order, on a known balance and known counters.

import { inFlight, type KeptAnswer } from '#edge/idempotency.ts'
import type { Idempotency, Reply } from '#edge/route.ts'
import type { NewEvent } from '#events/declaration.ts'
import type { Actor } from '#kit/app.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { Refusal } from '#kit/refusals.ts'
import { channelNames } from '#messaging/channels/channel.ts'
import { belongsToAnother, isActiveIn, secondOf, seesAll } from '#messaging/conversations/rules.ts'
import { type PriceList, pricedChannels } from '#money/pricing/rules.ts'
import { crossingsOf } from '#money/pricing/volume.ts'
import * as wallet from '#money/wallet/actions.ts'
import { type Charge, type ChargeTransaction, postCharges } from '#money/wallet/charges.ts'
import { nextPrice, type WalletState } from '#money/wallet/rules.ts'
import { type Sizes, tooManyRecipients, within } from './recipient-limits.ts'
import type { Destination } from './recipients.ts'
import { type AcceptedMessage, accept, type SendState } from './rules.ts'
import type { Draft } from './schema.ts'

export interface Accepted {
  message: AcceptedMessage
  at: Date
}

/** The result of a draft. */
export type DraftOutcome = Accepted | Refusal

export interface Submission {
  actor: Actor
  drafts: Draft[]
  /** For retryable requests: the idempotency key, and the function that builds the stored response. */
  retry: Retry | null
  /** Time of the request by performance.now(); set while tracing is on. */
  askedAtMs?: number
}

export interface Retry {
  idempotency: Idempotency
  /** Called with the caller's outcomes when the response is stored. */
  replyTo: (outcomes: DraftOutcome[]) => Reply
}

/** The result of a request: one per draft, in order; or the stored response for its idempotency key. */
export type Result = { outcomes: DraftOutcome[] } | { kept: KeptAnswer } | Refusal

export type StoredAnswer = KeptAnswer & { token_id: Uuid }

/** What a flush is decided on besides the organization's requests. */
export interface SendContext {
  priceList: PriceList
  /** Channels that the organization cannot send on. */
  unavailable: ReadonlySet<string>
  /** The account of each channel, in the order of `channelNames`; assigned to the deliveries. */
  accountIds?: readonly (Uuid | null)[]
  at: Date
  /** True when a re-rate credit was waited for without success; unset before the attempt. */
  isCreditDue?: boolean
}

/** The state that a flush is decided on. */
export interface WalletSnapshot {
  month: string
  walletState: WalletState
  counters: Map<string, bigint>
}

/** The decisions for one organization, and the data they are based on. */
export interface Planned {
  organizationId: Uuid
  /** The requests that were decided; their results are in the plan, in the same order. */
  submissions: readonly Submission[]
  plan: Plan
  before: WalletSnapshot
  context: SendContext
  /** True when the organization subscribes to events about accepted messages. */
  isTold?: boolean
}

/** The month's counts and the prices they were charged at: the basis of thresholds and re-rates. */
export interface Counting {
  plan: Pick<Plan, 'counters' | 'after'>
  before: Pick<WalletSnapshot, 'counters'>
  context: Pick<SendContext, 'priceList'>
}

/** Everything that one transaction writes, and the result of each request once it has committed. */
export interface Plan {
  results: Result[]
  messages: AcceptedMessage[]
  /** Conversations to be marked active: at most once per second each. */
  active: Set<Uuid>
  ledgerTransactions: ChargeTransaction[]
  /** Requests whose response is stored for retries: those with at least one accepted draft. */
  retries: { callerId: Uuid; retry: Retry; outcomes: DraftOutcome[] }[]
  warnings: NewEvent[]
  /** The wallet and the month's counters after the charge. */
  after: wallet.WalletState
  counters: Map<string, bigint>
  /** True when a draft was refused for insufficient balance; this must be confirmed on the current balance. */
  isShortOfMoney: boolean
  /** True when the month reached a cheaper tier of a volume list, which causes a credit. */
  crosses: boolean
}

/** True when the wallet changes: by charges or by an "empty" warning. */
const movesWallet = ({ messages, warnings }: Plan): boolean => messages.length > 0 || warnings.length > 0

export const isEmpty = (plan: Plan): boolean => !movesWallet(plan)

/** Idempotency keys belong to a token. */
export const nameOfKey = (callerId: Uuid, key: string): string => `${callerId} ${key}`

/** `isTaken`: true if another request with the key is in progress. */
export function planSends(
  organizationId: Uuid,
  state: SendState,
  submissions: Submission[],
  kept: Map<string, StoredAnswer>,
  sizes: Sizes,
  isTaken: (key: string) => boolean = () => false,
): Plan {
  const before = { ...state.walletState }
  const plan: Plan = {
    results: [],
    messages: [],
    active: new Set(),
    ledgerTransactions: [],
    retries: [],
    warnings: [],
    after: before,
    counters: state.counters,
    isShortOfMoney: false,
    crosses: false,
  }
  const earlier = new Map(state.counters)
  const charges: Charge[] = []
  const seenKeys = new Set<string>()
  for (const submission of submissions)
    plan.results.push(take(state, submission, { kept, sizes, isTaken }, seenKeys, plan, charges))

  const { ledgerTransactions, after } = postCharges(before, charges)
  if (after.balance !== state.walletState.balance) throw new Error('the charges do not add up to what was deducted')
  plan.ledgerTransactions = ledgerTransactions
  // Without charges the wallet stays unchanged, unless it turns out to be empty.
  plan.after = charges.length > 0 ? after : before
  plan.crosses =
    state.priceList.volumeListId !== null &&
    pricedChannels.some(
      (channel) =>
        crossingsOf(state.priceList, channel, earlier.get(channel) ?? 0n, plan.counters.get(channel) ?? 0n).length > 0,
    )
  if (charges.length > 0 || plan.isShortOfMoney) warnOfBalance(organizationId, state, plan, after)
  return plan
}

/**
 * The balance may have fallen below a threshold, or the next message may cost more because of a tier, a month or a
 * price list.
 */
function warnOfBalance(organizationId: Uuid, state: SendState, plan: Plan, after: wallet.WalletState): void {
  const channels = channelNames.filter((channel) => !state.unavailable.has(channel))
  after.nextPrice = nextPrice(state.priceList, plan.counters, channels)
  plan.warnings = wallet.warn(after, organizationId)
  if (plan.warnings.length > 0) plan.after = after
}

/** Plans one request: each draft by itself, in order, charged as one transaction per channel and price. */
function take(
  state: SendState,
  submission: Submission,
  { kept, sizes, isTaken }: { kept: Map<string, StoredAnswer>; sizes: Sizes; isTaken: (key: string) => boolean },
  seenKeys: Set<string>,
  plan: Plan,
  allCharges: Charge[],
): Result {
  const { actor, drafts, retry } = submission
  if (retry) {
    const key = nameOfKey(actor.callerId, retry.idempotency.key)
    const earlier = kept.get(key)
    if (earlier) return { kept: earlier }
    if (seenKeys.has(key) || isTaken(key)) return inFlight()
    seenKeys.add(key)
  }

  const charges = new Map<string, Charge>()
  const { drafts: accountable } = within(submission, sizes)
  const outcomes = drafts.map((draft, index): DraftOutcome => {
    if (index >= accountable) return tooManyRecipients(drafts.length === 1)
    const message = accept(state, actor.userId, draft, (channel, { priceMicros }) => {
      const name = `${channel} ${priceMicros}`
      const charge = charges.get(name) ?? {
        channel,
        priceMicros,
        count: 0,
        transactionId: newUuid(state.at.getTime()),
        userId: actor.userId,
        campaignId: null,
        listId: null,
        priceListId: state.priceList.id,
      }
      charges.set(name, charge)
      charge.count++
      return charge.transactionId
    })
    if (message instanceof Refusal) {
      plan.isShortOfMoney ||= message.code === 'insufficient_balance'
      return ofAnother(message, actor, state.destinations, draft)
    }
    plan.messages.push(message)
    const { lastActiveAt } = state.destinations.get(message.conversationId) as Destination
    if (!isActiveIn(secondOf(state.at), lastActiveAt)) plan.active.add(message.conversationId)
    return { message, at: state.at }
  })
  allCharges.push(...charges.values())

  // Without an accepted draft nothing was done: a retry cannot repeat anything, so no response is stored.
  const hasHappened = outcomes.some((outcome) => !(outcome instanceof Refusal))
  if (retry && hasHappened) plan.retries.push({ callerId: actor.callerId, retry, outcomes })
  return { outcomes }
}

/** The refusal, unless the "missing" conversation exists and belongs to another user of the organization. */
export function ofAnother(
  refusal: Refusal,
  actor: Actor,
  destinations: ReadonlyMap<Uuid, Destination>,
  { conversation_id }: Draft,
): Refusal {
  const isAbsent = refusal.code === 'not_found' && refusal.errors[0]?.field === 'conversation_id'
  return isAbsent && seesAll(actor) && destinations.has(conversation_id) ? belongsToAnother('conversation_id') : refusal
}

/** The month's counts after the charge, of the channels that were used. */
export function changedCounts(
  plan: Pick<Plan, 'counters'>,
  before: Pick<WalletSnapshot, 'counters'>,
): Map<string, bigint> {
  return new Map([...plan.counters].filter(([channel, count]) => before.counters.get(channel) !== count))
}
