// Sending. Everything that accepts messages works on arrays, and a single message is an array of one: the requests of an
// organization that arrive while its previous transactions run go through together, in its lane.
// A message is stored only together with its charge.

import { createChannelAvailability } from '#channels/actions.ts'
import type { ChannelName } from '#channels/rules.ts'
import type { Reply } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { GroupCommit } from '#kit/group-commit.ts'
import type { Uuid } from '#kit/ids.ts'
import { acceptedDeliveries, flushSize } from '#kit/metrics.ts'
import { Refusal } from '#kit/refusals.ts'
import { createPriceLists } from '#pricing/actions.ts'
import type { Submission } from './decide.ts'
import { Lane } from './lane.ts'
import type { AcceptedMessage } from './rules.ts'

/** Messages of one transaction: large enough to be cheap, small enough to commit within tens of milliseconds. */
const FLUSH_MESSAGES_MAX = 2000
/** Flushes of one organization under way at once: PostgreSQL works on one, the next is on its way, answers of the last are written. */
const FLUSHES_MAX = 3
/** Requests of one organization that may wait for their turn in one process. */
const WAITING_REQUESTS_MAX = 10_000
/** Organizations whose last state is remembered. */
const LANES_MAX = 10_000

export interface Sender {
  /** Accepts what the balance covers; throws the refusal of a request that is refused as a whole. */
  send(submission: Submission): Promise<Reply>
}

export function createSender(app: App): Sender {
  const priceLists = createPriceLists(app)
  const isAvailable = createChannelAvailability(app)
  const lanes = new Map<Uuid, Lane>()

  function laneOf(organizationId: Uuid): Lane {
    let lane = lanes.get(organizationId)
    if (!lane) {
      if (lanes.size >= LANES_MAX) for (const [id, one] of lanes) if (one.isIdle) lanes.delete(id)
      lane = new Lane(app.database, organizationId)
      lanes.set(organizationId, lane)
    }
    return lane
  }

  async function unavailableChannels(organizationId: Uuid, submissions: Submission[]): Promise<Set<ChannelName>> {
    const used = new Set(submissions.flatMap(({ drafts }) => drafts.map((draft) => draft.channel)))
    for (const channel of used) if (await isAvailable(organizationId, channel)) used.delete(channel)
    return used
  }

  const commits = new GroupCommit<Submission, Reply | Refusal>(
    async (organizationId, submissions) => {
      const at = app.clock()
      const priceList = await priceLists(organizationId, at)
      const unavailable = await unavailableChannels(organizationId, submissions)
      const terms = { priceList, unavailable, at }
      const { replies, accepted, callsForRecharge } = await laneOf(organizationId).flush(submissions, terms)
      if (accepted.length > 0) app.wake('dispatch')
      if (callsForRecharge) app.wake('auto_recharge')
      measure(accepted)
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

function measure(messages: AcceptedMessage[]): void {
  flushSize.observe(messages.length)
  const counts = new Map<string, number>()
  for (const { channel, deliveries } of messages) counts.set(channel, (counts.get(channel) ?? 0) + deliveries.length)
  for (const [channel, count] of counts) acceptedDeliveries.inc({ channel }, count)
}
