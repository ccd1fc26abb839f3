// Sending. Everything that accepts messages works on arrays, and a single message is an array of one: the requests of all organizations
// that arrive while earlier ones are under way go through together. A message is stored only together with its charge.

import { createChannelAvailability } from '#channels/actions.ts'
import { channelNames } from '#channels/rules.ts'
import type { Reply } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import type { GroupCommitLimits } from '#kit/group-commit.ts'
import type { Uuid } from '#kit/ids.ts'
import { createPriceLists } from '#pricing/actions.ts'
import type { PriceList } from '#pricing/rules.ts'
import { callsForRecharge } from '#wallet/rules.ts'
import { BehindLock } from './behind-lock.ts'
import type { Submission } from './decide.ts'
import { type Decided, measure, type Terms, type Written } from './flush.ts'
import { Lane } from './lane.ts'
import { LateMarks } from './late-marks.ts'
import type { Outcome, TermsOf } from './share.ts'
import { WalletStates } from './wallet-states.ts'

/** Messages that are taken together: large enough to be cheap, small enough to commit within tens of milliseconds. */
const FLUSH_MESSAGES_MAX = 2000
/** Requests of one organization that may wait for their turn in one process. */
const WAITING_REQUESTS_MAX = 10_000
/** Messages, and recipients, of a request that shares a flush with everybody's. Larger ones have a lane of their own beside it. */
const SMALL_MAX = 100

export interface Sender {
  /** Accepts what the balance covers; throws the refusal of a request that is refused as a whole. */
  send(submission: Submission): Promise<Reply>
}

/** What the ways of sending share. */
export interface Sending {
  app: App
  limits: GroupCommitLimits
  smallMax: number
  states: WalletStates
  termsOf: TermsOf
  /** What follows a commit, of those that went through. */
  committed(decided: readonly Decided[], written: Written, at: Date): void
}

export function createSender(app: App, termsOf: TermsOf = createTerms(app)): Sender {
  const sending: Sending = {
    app,
    limits: { flushWeightMax: FLUSH_MESSAGES_MAX, waitingMax: WAITING_REQUESTS_MAX },
    smallMax: SMALL_MAX,
    states: new WalletStates(),
    termsOf,
    committed: createCommitted(app),
  }
  const behindLock = new BehindLock(sending)
  const large = new Lane(sending, behindLock, null)
  const small = new Lane(sending, behindLock, large)
  /** Requests of an organization in the lane of the large ones: its small ones go there too, as both would move one wallet. */
  const largeOf = new Map<Uuid, number>()

  async function submit(submission: Submission): Promise<Outcome> {
    const { organizationId } = submission.actor
    const already = largeOf.get(organizationId) ?? 0
    if (already === 0 && submission.drafts.length <= SMALL_MAX) return small.submit(submission)
    largeOf.set(organizationId, already + 1)
    try {
      return await large.submit(submission)
    } finally {
      const left = (largeOf.get(organizationId) as number) - 1
      if (left > 0) largeOf.set(organizationId, left)
      else largeOf.delete(organizationId)
    }
  }

  return {
    async send(submission) {
      const outcome = await submit(submission)
      if (outcome instanceof Error) throw outcome
      return outcome
    },
  }
}

function createTerms(app: App): TermsOf {
  const priceLists = createPriceLists(app)
  const isAvailable = createChannelAvailability(app)
  return (organizationId, at) => {
    const priceList = priceLists(organizationId, at)
    // All of them: what could be sent next tells when the wallet is empty.
    const available = channelNames.map((channel) => isAvailable(organizationId, channel))
    const terms = (list: PriceList, are: boolean[]): Terms => ({
      priceList: list,
      unavailable: new Set(channelNames.filter((_, index) => !are[index])),
      at,
    })
    // Nearly always remembered: then there is nothing to wait for.
    if (!(priceList instanceof Promise) && available.every((one) => typeof one === 'boolean'))
      return terms(priceList, available as boolean[])
    return Promise.all([priceList, ...available]).then(([list, ...are]) => terms(list, are as boolean[]))
  }
}

function createCommitted(app: App): Sending['committed'] {
  const late = new LateMarks(app)
  return (decided, { held }, at) => {
    const sent = decided.filter(({ plan }) => plan.messages.length > 0)
    if (sent.length > 0) app.wake('dispatch')
    if (sent.some(({ plan }) => callsForRecharge(plan.after))) app.wake('auto_recharge')
    measure(sent.map(({ plan }) => plan))
    for (const { organizationId, ids } of held) void late.mark(organizationId, ids, at)
  }
}
