// What becomes of the requests that go through together: decided in memory, in their order, on a known balance and known counters.

import { channelNames } from '#channels/rules.ts'
import { belongsToAnother, seesAll } from '#conversations/rules.ts'
import { inFlight, type KeptAnswer, replay } from '#edge/idempotency.ts'
import type { Idempotency, Reply } from '#edge/route.ts'
import type { Actor } from '#kit/app.ts'
import type { NewEvent } from '#kit/events.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { Refusal } from '#kit/refusals.ts'
import { pricedChannels } from '#pricing/rules.ts'
import { crossingsOf } from '#pricing/volume.ts'
import * as wallet from '#wallet/actions.ts'
import type { Posting } from '#wallet/queries.ts'
import { nextPrice } from '#wallet/rules.ts'
import { type Sizes, tooManyRecipients, within } from './recipients.ts'
import { type AcceptedMessage, accept, type SendState } from './rules.ts'
import type { Draft } from './schema.ts'

export interface Accepted {
  message: AcceptedMessage
  at: Date
}

/** What became of each draft, in their order. */
export type Outcome = Accepted | Refusal

export interface Submission {
  actor: Actor
  drafts: Draft[]
  idempotency: Idempotency | null
  /** Makes the reply that is sent and, for a retry, kept. */
  answer: (outcomes: Outcome[]) => Reply
}

export type StoredAnswer = KeptAnswer & { token_id: Uuid }

/** Everything that one transaction writes, and what each caller is told once it has committed. */
export interface Plan {
  replies: (Reply | Refusal)[]
  messages: AcceptedMessage[]
  postings: Posting[]
  answers: { tokenId: Uuid; idempotency: Idempotency; reply: Reply }[]
  warnings: NewEvent[]
  /** The wallet and the month's counters afterwards. */
  after: wallet.Purse
  counters: Map<string, bigint>
  /** Whether somebody was refused for want of money, which is only true of the balance as it is. */
  isShortOfMoney: boolean
  /** Whether the month came into a cheaper tier of a volume list, for which there will be a credit. */
  crosses: boolean
}

/** Whether it changes the wallet: by charges, or by telling that it is empty. */
export const movesWallet = ({ messages, warnings }: Plan): boolean => messages.length > 0 || warnings.length > 0

export const isEmpty = (plan: Plan): boolean => !movesWallet(plan) && plan.answers.length === 0

/** A key belongs to its token. */
export const nameOfKey = (tokenId: Uuid, key: string): string => `${tokenId} ${key}`

/** `isTaken`: whether a key is that of a request which is under way elsewhere. */
export function decide(
  organizationId: Uuid,
  state: SendState,
  submissions: Submission[],
  kept: Map<string, StoredAnswer>,
  sizes: Sizes,
  isTaken: (key: string) => boolean = () => false,
): Plan {
  const before = { ...state.purse }
  const plan: Plan = {
    replies: [],
    messages: [],
    postings: [],
    answers: [],
    warnings: [],
    after: before,
    counters: state.counters,
    isShortOfMoney: false,
    crosses: false,
  }
  const earlier = new Map(state.counters)
  const charges: wallet.Charge[] = []
  const seenKeys = new Set<string>()
  for (const submission of submissions)
    plan.replies.push(take(state, submission, { kept, sizes, isTaken }, seenKeys, plan, charges))

  const { postings, after } = wallet.postCharges(before, charges)
  if (after.balance !== state.purse.balance) throw new Error('the charges do not add up to what was deducted')
  plan.postings = postings
  // Nobody charged: the wallet stays in the state in which it is, unless it turns out to be empty.
  plan.after = charges.length > 0 ? after : before
  plan.crosses =
    state.priceList.volumeListId !== null &&
    pricedChannels.some(
      (channel) =>
        crossingsOf(state.priceList, channel, earlier.get(channel) ?? 0n, plan.counters.get(channel) ?? 0n).length > 0,
    )
  if (charges.length > 0 || plan.isShortOfMoney) tellHowLow(organizationId, state, plan, after)
  return plan
}

/** The balance may have become too low, or what is to be sent next too dear: by a tier, a month, or a list. */
function tellHowLow(organizationId: Uuid, state: SendState, plan: Plan, after: wallet.Purse): void {
  const channels = channelNames.filter((channel) => !state.unavailable.has(channel))
  after.nextPrice = nextPrice(state.priceList, plan.counters, channels)
  plan.warnings = wallet.warn(after, organizationId)
  if (plan.warnings.length > 0) plan.after = after
}

/** Takes one request: its drafts in order, each by itself, charged with one transaction for each channel and price. */
function take(
  state: SendState,
  submission: Submission,
  { kept, sizes, isTaken }: { kept: Map<string, StoredAnswer>; sizes: Sizes; isTaken: (key: string) => boolean },
  seenKeys: Set<string>,
  plan: Plan,
  allCharges: wallet.Charge[],
): Reply | Refusal {
  const { actor, drafts, idempotency, answer } = submission
  if (idempotency) {
    const key = nameOfKey(actor.tokenId, idempotency.key)
    const earlier = kept.get(key)
    if (earlier) return refusalOr(() => replay(earlier, idempotency))
    if (seenKeys.has(key) || isTaken(key)) return inFlight()
    seenKeys.add(key)
  }

  const charges = new Map<string, wallet.Charge>()
  const { drafts: accountable } = within(submission, sizes)
  const outcomes = drafts.map((draft, index): Outcome => {
    if (index >= accountable) return tooManyRecipients(drafts.length === 1)
    const message = accept(state, actor.userId, draft, (channel, { priceMicros }) => {
      const name = `${channel} ${priceMicros}`
      const charge = charges.get(name) ?? { channel, priceMicros, count: 0, transactionId: newUuid(state.at.getTime()) }
      charges.set(name, charge)
      charge.count++
      return charge.transactionId
    })
    if (message instanceof Refusal) {
      plan.isShortOfMoney ||= message.code === 'insufficient_balance'
      const isSeen = seesAll(actor) && state.destinations.has(draft.conversation_id)
      return message.code === 'not_found' && isSeen ? belongsToAnother('conversation_id') : message
    }
    plan.messages.push(message)
    return { message, at: state.at }
  })
  allCharges.push(...charges.values())

  const reply = refusalOr(() => answer(outcomes))
  // Where nothing was accepted nothing has happened: there is nothing that must not happen twice, and no answer to keep.
  const hasHappened = outcomes.some((outcome) => !(outcome instanceof Refusal))
  if (idempotency && hasHappened && !(reply instanceof Refusal))
    plan.answers.push({ tokenId: actor.tokenId, idempotency, reply })
  return reply
}

function refusalOr(make: () => Reply): Reply | Refusal {
  try {
    return make()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
