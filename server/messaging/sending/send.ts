// Sending. All functions take arrays; a single message is an array of one. Requests of all organizations that arrive
// during earlier flushes share the next one. A message is stored only together with its charge.

import { replay } from '#edge/idempotency.ts'
import type { Idempotency, Reply } from '#edge/route.ts'
import type { Actor, App } from '#kit/app.ts'
import { areShards } from '#kit/database/shards.ts'
import type { GroupCommitLimits } from '#kit/group-commit.ts'
import type { Uuid } from '#kit/ids.ts'
import { type ChannelAccess, createChannelAccess } from '#messaging/channels/accounts/access.ts'
import { channelNames } from '#messaging/channels/channel.ts'
import { createPriceLists } from '#money/pricing/actions.ts'
import type { PriceList } from '#money/pricing/rules.ts'
import { callsForRecharge } from '#money/wallet/rules.ts'
import { hasAttachments } from './attachments.ts'
import { BehindLock } from './behind-lock.ts'
import { measure, type Written } from './flush.ts'
import { LateMarks } from './late-marks.ts'
import { createMaker } from './made.ts'
import type { ContextOf, ResultOrError } from './partitions.ts'
import type { DraftOutcome, Planned, SendContext, Submission } from './plan.ts'
import type { NewMessage } from './schema.ts'
import { createRemake, type Remake } from './stale-templates.ts'
import { SendTraces } from './traces.ts'
import { WalletCache } from './wallet-cache.ts'
import { Writer } from './writer.ts'

/**
 * Maximum number of messages per flush: large enough to be efficient, small enough to commit within tens of
 * milliseconds.
 */
const FLUSH_MESSAGES_MAX = 2000
/** Requests of one organization that may be waiting per process. */
const WAITING_REQUESTS_MAX = 10_000
/**
 * Maximum number of messages, and of recipients, of a request that shares a flush with others. Larger ones use a
 * separate writer.
 */
const SMALL_MAX = 100

/** Accepts messages that the balance covers; throws the refusal of a request that is refused as a whole. */
export interface Sender {
  /** The result of each draft, in order. */
  send(actor: Actor, drafts: NewMessage[]): Promise<DraftOutcome[]>
  /**
   * Like `send`, for callers that may retry. `replyTo` builds the response from the results; with an idempotency key it
   * is stored in the transaction of the send, and a retry gets the stored response.
   */
  answer(
    actor: Actor,
    drafts: NewMessage[],
    idempotency: Idempotency | null,
    replyTo: (outcomes: DraftOutcome[]) => Reply,
  ): Promise<Reply>
}

/** What both ways of sending share. */
export interface Sending {
  app: App
  limits: GroupCommitLimits
  smallMax: number
  states: WalletCache
  contextOf: ContextOf
  /** Renders the drafts of a request again whose templates changed. */
  remake: Remake
  /**
   * Actions after the commit, for the organizations that were written. `begunAtMs`: start of the flush by
   * performance.now().
   */
  committed(planned: readonly Planned[], written: Written, at: Date, begunAtMs: number): void
}

export function createSender(
  app: App,
  access: ChannelAccess = createChannelAccess(app),
  contextOf: ContextOf = createContext(app, access),
): Sender {
  const make = createMaker(app, access)
  const sending: Sending = {
    app,
    limits: { flushWeightMax: FLUSH_MESSAGES_MAX, waitingMax: WAITING_REQUESTS_MAX },
    smallMax: SMALL_MAX,
    states: new WalletCache(),
    contextOf,
    remake: createRemake(make.anew),
    committed: createCommitted(app),
  }
  const behindLock = new BehindLock(sending)
  const large = new Writer(sending, behindLock, { size: 'large', areAlone: () => small.isPausing() })
  const small: Writer = new Writer(sending, behindLock, { size: 'small', larger: large })
  /**
   * Number of an organization's requests at the writer for large ones: its small requests go there too, as both writers
   * would change the same wallet.
   */
  const largeOf = new Map<Uuid, number>()

  async function submit(submission: Submission): Promise<ResultOrError> {
    const { organizationId } = submission.actor
    if (app.tracing) submission.askedAtMs = performance.now()
    // On a distributed database a flush covers one organization, so leaving one out is pointless.
    if (areShards()) return behindLock.submit(submission, true)
    // No concurrent send may use the same attachments, so the decision needs the lock.
    if (hasAttachments(submission.drafts)) return behindLock.submit(submission)
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
    async send(actor, drafts) {
      const made = make(actor.organizationId, drafts)
      const result = await submit({ actor, drafts: made instanceof Promise ? await made : made, retry: null })
      if (result instanceof Error) throw result
      if ('kept' in result) throw new Error('a request without a key has no kept answer')
      return result.outcomes
    },
    async answer(actor, drafts, idempotency, replyTo) {
      const made = make(actor.organizationId, drafts)
      const retry = idempotency && { idempotency, replyTo }
      const result = await submit({ actor, drafts: made instanceof Promise ? await made : made, retry })
      if (result instanceof Error) throw result
      if ('outcomes' in result) return replyTo(result.outcomes)
      return replay(result.kept, idempotency as Idempotency)
    },
  }
}

export function createContext(app: App, { pinOf }: ChannelAccess): ContextOf {
  const priceLists = createPriceLists(app)
  return (organizationId, at) => {
    const priceList = priceLists(organizationId, at)
    // All channels: the "wallet is empty" warning depends on the cheapest next message.
    const pins = channelNames.map((channel) => pinOf(organizationId, channel))
    const context = (list: PriceList, are: (Uuid | null)[]): SendContext => ({
      priceList: list,
      unavailable: new Set(channelNames.filter((_, index) => are[index] === null)),
      accountIds: are,
      at,
    })
    // Nearly always cached: then nothing is awaited.
    if (!(priceList instanceof Promise) && pins.every((one) => !(one instanceof Promise)))
      return context(priceList, pins as (Uuid | null)[])
    return Promise.all([priceList, ...pins]).then(([list, ...are]) => context(list, are))
  }
}

function createCommitted(app: App): Sending['committed'] {
  const late = new LateMarks(app)
  const traces = app.tracing && new SendTraces(app.tracing)
  return (planned, { held }, at, begunAtMs) => {
    const sent = planned.filter(({ plan }) => plan.messages.length > 0)
    if (sent.length > 0) app.wake('dispatch')
    if (sent.some(({ plan }) => callsForRecharge(plan.after))) app.wake('auto_recharge')
    measure(sent.map(({ plan }) => plan))
    traces?.committed(sent, begunAtMs)
    for (const { organizationId, ids } of held) void late.mark(organizationId, ids, at)
  }
}
