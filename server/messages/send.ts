// Sending. Everything that accepts messages works on arrays, and a single message is an array of one: the requests of an
// organization that arrive while its previous transactions run go through together, in its lane.
// A message is stored only together with its charge.

import { createChannelAvailability } from '#channels/actions.ts'
import { type ChannelName, channelNames } from '#channels/rules.ts'
import type { Reply } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { GroupCommit } from '#kit/group-commit.ts'
import type { Uuid } from '#kit/ids.ts'
import { Refusal } from '#kit/refusals.ts'
import { createPriceLists } from '#pricing/actions.ts'
import type { Submission } from './decide.ts'
import { Lane } from './lane.ts'

/**
 * Messages that are taken together: large enough to be cheap, small enough to commit within tens of milliseconds. Where they go to
 * groups, the lane cuts them by their recipients.
 */
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
      lane = new Lane(app, organizationId)
      lanes.set(organizationId, lane)
    }
    return lane
  }

  /** All of them: what could be sent next tells when the wallet is empty. */
  async function unavailableChannels(organizationId: Uuid): Promise<Set<ChannelName>> {
    const channels = new Set<ChannelName>(channelNames)
    for (const channel of channels) if (await isAvailable(organizationId, channel)) channels.delete(channel)
    return channels
  }

  const commits = new GroupCommit<Submission, Reply | Refusal>(
    async (organizationId, submissions, answer) => {
      const at = app.clock()
      const priceList = await priceLists(organizationId, at)
      const unavailable = await unavailableChannels(organizationId)
      const terms = { priceList, unavailable, at }
      return laneOf(organizationId).flush(submissions, terms, (reply, submission) =>
        answer(submissions.indexOf(submission), reply),
      )
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
