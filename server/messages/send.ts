// Sending. Everything that accepts messages works on arrays, and a single message is an array of one: the requests of an
// organization that arrive while its previous transaction runs go through together, in two round trips and one commit.
// A message is stored only together with its charge.

import { inFlight, type KeptAnswer, keepAnswers, keptAnswers, replay } from '#edge/idempotency.ts'
import type { Idempotency, Reply } from '#edge/route.ts'
import type { Actor, App } from '#kit/app.ts'
import { indianMonth } from '#kit/calendar.ts'
import type { Pipe } from '#kit/database.ts'
import { insertEvents } from '#kit/events.ts'
import { GroupCommit } from '#kit/group-commit.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { acceptedDeliveries, flushSize } from '#kit/metrics.ts'
import { Refusal } from '#kit/refusals.ts'
import { noteWork } from '#kit/work.ts'
import { createPriceLists } from '#pricing/actions.ts'
import type { PriceList } from '#pricing/rules.ts'
import * as wallet from '#wallet/actions.ts'
import * as walletQueries from '#wallet/queries.ts'
import type { Purse } from '#wallet/rules.ts'
import * as conversationQueries from '#conversations/queries.ts'
import * as queries from './queries.ts'
import { type AcceptedMessage, accept, type Destination, type SendState } from './rules.ts'
import type { Draft } from './schema.ts'

/** Messages of one transaction: large enough to be cheap, small enough to commit within tens of milliseconds. */
const FLUSH_MESSAGES_MAX = 2000
/** One that holds the wallet's lock, one that waits for it. */
const FLUSHES_MAX = 2
/** Requests of one organization that may wait for their turn in one process. */
const WAITING_REQUESTS_MAX = 10_000

export interface Accepted {
  message: AcceptedMessage
  at: Date
}

/** What became of each draft, in their order. */
export type Outcome = Accepted | Refusal

interface Submission {
  actor: Actor
  drafts: Draft[]
  idempotency: Idempotency | null
  answer: (outcomes: Outcome[]) => Reply
}

export interface Sender {
  /** Accepts what the balance covers; `answer` makes the reply that is sent and, for a retry, kept. */
  send(submission: Submission): Promise<Reply>
}

export function createSender(app: App): Sender {
  const priceLists = createPriceLists(app)
  const commits = new GroupCommit<Submission, Reply | Refusal>(
    async (organizationId, submissions) => {
      const at = app.clock()
      const priceList = await priceLists(organizationId, at)
      const replies = await app.database.pipeline((pipe) => flush(pipe, organizationId, submissions, priceList, at))
      app.wake('dispatch')
      return replies
    },
    ({ drafts }) => drafts.length,
    { flushWeightMax: FLUSH_MESSAGES_MAX, waitingMax: WAITING_REQUESTS_MAX, flushesMax: FLUSHES_MAX },
  )
  return {
    async send(submission) {
      const reply = await commits.submit(submission.actor.organizationId, submission)
      if (reply instanceof Refusal) throw reply
      return reply
    },
  }
}

/** One transaction for all: lock and read, decide in memory, write and commit. */
async function flush(
  pipe: Pipe,
  organizationId: Uuid,
  submissions: Submission[],
  priceList: PriceList,
  at: Date,
): Promise<(Reply | Refusal)[]> {
  const month = indianMonth(at)
  const { purse, counters, destinations, kept } = await readState(pipe, organizationId, submissions, month, at)
  const before = { ...purse }
  const state: SendState = { purse, counters, priceList, destinations, at }
  const countersBefore = new Map(counters)

  const work: Work = { messages: [], charges: [], answers: [] }
  const seenKeys = new Set<string>()
  const replies = submissions.map((submission) => take(state, submission, kept, seenKeys, work))
  if (work.messages.length === 0 && work.answers.length === 0) {
    await pipe.commit([])
    return replies
  }

  const { postings, after } = wallet.postCharges(before, work.charges)
  if (after.balance !== purse.balance) throw new Error('the charges do not add up to what was deducted')
  const warnings = wallet.warn(after, organizationId)
  const changedCounters = new Map([...counters].filter(([channel, count]) => countersBefore.get(channel) !== count))
  const sent =
    work.messages.length === 0
      ? []
      : [
          walletQueries.updateWallet(organizationId, after, at),
          walletQueries.updateCounters(organizationId, month, changedCounters),
          walletQueries.insertPostings(organizationId, at, postings),
          queries.insertMessages(organizationId, at, work.messages),
          queries.insertDeliveries(organizationId, at, month, work.messages),
          conversationQueries.markActive(
            organizationId,
            work.messages.map(({ conversationId }) => conversationId),
            at,
          ),
          noteWork('dispatch', organizationId, at),
        ]
  await pipe.commit([
    ...sent,
    ...(warnings.length > 0 ? [insertEvents(organizationId, at, warnings)] : []),
    ...(work.answers.length > 0 ? [keepAnswers(organizationId, at, work.answers)] : []),
  ])
  measure(work.messages)
  return replies
}

async function readState(pipe: Pipe, organizationId: Uuid, submissions: Submission[], month: string, at: Date) {
  const conversationIds = [
    ...new Set(submissions.flatMap(({ drafts }) => drafts.map((draft) => draft.conversation_id))),
  ]
  const keyed = submissions.filter(({ idempotency }) => idempotency !== null)
  const tokenIds = keyed.map(({ actor }) => actor.tokenId)
  const keys = keyed.map(({ idempotency }) => (idempotency as Idempotency).key)
  // The wallet's lock comes first: what is read behind it is what the previous holder left.
  const [wallets, counterRows, contactRows, memberRows, keptRows = []] = (await pipe.step([
    walletQueries.lockWallet(organizationId),
    walletQueries.counters(organizationId, month),
    queries.destinations(organizationId, conversationIds),
    queries.groupRecipients(organizationId, conversationIds),
    ...(keyed.length > 0 ? [keptAnswers(organizationId, tokenIds, keys, at)] : []),
  ])) as [
    walletQueries.WalletRow[],
    walletQueries.CounterRow[],
    queries.DestinationRow[],
    queries.DestinationRow[],
    StoredAnswer[]?,
  ]
  if (!wallets[0]) throw new Error('the organization has no wallet')
  return {
    purse: wallet.purseOf(wallets[0]) as Purse,
    counters: new Map(counterRows.map(({ channel, message_count }) => [channel, message_count])),
    destinations: destinationsOf(contactRows, memberRows),
    kept: new Map(keptRows.map((row) => [`${row.token_id} ${row.key}`, row])),
  }
}

type StoredAnswer = KeptAnswer & { token_id: Uuid }

interface Work {
  messages: AcceptedMessage[]
  charges: wallet.Charge[]
  answers: { tokenId: Uuid; idempotency: Idempotency; reply: Reply }[]
}

/** Takes one request: its drafts in order, each by itself, charged with one transaction for each channel and price. */
function take(
  state: SendState,
  submission: Submission,
  kept: Map<string, StoredAnswer>,
  seenKeys: Set<string>,
  work: Work,
): Reply | Refusal {
  const { actor, drafts, idempotency, answer } = submission
  if (idempotency) {
    const key = `${actor.tokenId} ${idempotency.key}`
    const earlier = kept.get(key)
    if (earlier) return refusalOr(() => replay(earlier, idempotency))
    if (seenKeys.has(key)) return inFlight()
    seenKeys.add(key)
  }

  const charges = new Map<string, wallet.Charge>()
  const outcomes = drafts.map((draft): Outcome => {
    const message = accept(state, actor.userId, draft, (channel, { priceMicros }) => {
      const name = `${channel} ${priceMicros}`
      const charge = charges.get(name) ?? { channel, priceMicros, count: 0, transactionId: newUuid(state.at.getTime()) }
      charges.set(name, charge)
      charge.count++
      return charge.transactionId
    })
    if (message instanceof Refusal) return message
    work.messages.push(message)
    return { message, at: state.at }
  })
  work.charges.push(...charges.values())

  const reply = refusalOr(() => answer(outcomes))
  if (idempotency && !(reply instanceof Refusal)) work.answers.push({ tokenId: actor.tokenId, idempotency, reply })
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

function destinationsOf(
  contactRows: queries.DestinationRow[],
  memberRows: queries.DestinationRow[],
): Map<Uuid, Destination> {
  const destinations = new Map<Uuid, Destination>()
  for (const row of contactRows) {
    destinations.set(row.id, { id: row.id, userId: row.user_id, isGroup: row.group_id !== null, recipients: [] })
  }
  for (const row of [...contactRows, ...memberRows]) {
    if (row.contact_id === null) continue
    const { contact_id, email, phone_number, app_id, unsubscribed, last_inbound_at } = row
    destinations.get(row.id)?.recipients.push({
      contactId: contact_id,
      email,
      phone_number,
      app_id,
      unsubscribed: unsubscribed ?? {},
      last_inbound_at,
    })
  }
  return destinations
}

function measure(messages: AcceptedMessage[]): void {
  flushSize.observe(messages.length)
  for (const { channel, deliveries } of messages) acceptedDeliveries.inc({ channel }, deliveries.length)
}
