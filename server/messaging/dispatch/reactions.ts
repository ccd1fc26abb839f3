// Sends users' reactions to contacts' messages: the current reaction is sent when it differs from the last one sent.
// Sending is idempotent, so it is repeated after a lost response. Reactions are not charged.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { detailsOf } from '#kit/messages/details.ts'
import { state } from '#messaging/channels/accounts/actions.ts'
import type { SendResult } from '#messaging/channels/adapter.ts'
import type { Adapters } from '#messaging/channels/adapters.ts'
import { channels } from '#messaging/channels/channels.ts'
import * as queries from '#messaging/messages/reaction-queries.ts'
import { whyNoReaction } from '#messaging/messages/reactions.ts'
import type { Job } from '#worker/job.ts'

const LOOK_EVERY_MS = 1000
const AT_ONCE = 50
const TELL_TIMEOUT_MS = 30_000
/** Longer than one attempt takes. */
const LEASE_MS = 60_000
const RETRY_FIRST_MS = 5000
const RETRY_MAX_MS = 15 * 60_000

export const reactionJob = (app: App, adapters: Adapters): Job => ({
  name: 'reactions',
  everyMs: LOOK_EVERY_MS,
  async run(signal) {
    const due = await app.database.reads.rows<queries.DueReaction>(queries.dueReactions(app.clock(), AT_ONCE))
    await Promise.all(due.map(({ org_id, message_id }) => tell(app, adapters, org_id, message_id, signal)))
    return due.length === AT_ONCE && !signal.aborted
  },
})

interface Taken {
  told: string | null
  tries: number
}

async function tell(app: App, adapters: Adapters, organizationId: Uuid, messageId: Uuid, signal: AbortSignal) {
  const { database } = app
  const now = app.clock()
  const lease = new Date(now.getTime() + LEASE_MS)
  const [taken, reaction] = await database.transaction(async (tx) => {
    const row = await tx.row<Taken>(queries.takeReaction(organizationId, messageId, now, lease))
    if (!row) return []
    return [row, await tx.row<queries.ReactionToTell>(queries.reactionToTell(organizationId, messageId))] as const
  }, organizationId)
  if (!taken) return
  const over = { at: null, tries: 0 }
  const wanted = reaction?.emoji ?? ''
  const result = reaction && wanted !== (taken.told ?? '') ? await send(reaction) : null
  await database.transaction(async (tx) => {
    const finish = (next: { at: Date | null; tries: number }) =>
      tx.run(queries.finishReaction(organizationId, messageId, lease, next))
    if (result === null) return void (await finish(over))
    if (result.outcome === 'accepted') {
      await tx.run(queries.toldReaction(organizationId, messageId, wanted))
      await tx.run(queries.failReaction(organizationId, messageId, wanted, { code: null, detail: null }))
      return void (await finish(over))
    }
    const isOver = result.outcome === 'refused'
    const code = isOver ? result.code : 'not_sent_yet'
    await tx.run(queries.failReaction(organizationId, messageId, wanted, { code, detail: result.detail }))
    const waitMs = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** Math.min(taken.tries, 20))
    await finish(isOver ? over : { at: new Date(app.clock().getTime() + waitMs), tries: taken.tries + 1 })
  }, organizationId)

  async function send(wantedNow: queries.ReactionToTell): Promise<SendResult> {
    const { channel, provider_id: providerId, emoji } = wantedNow
    const why = whyNoReaction(channel, wantedNow, app.clock())
    if (why !== null) return { outcome: 'refused', ...why }
    const adapter = adapters[channel]
    if (!adapter?.react || providerId === null)
      return { outcome: 'refused', code: 'content_not_taken', detail: detailsOf('reactions_not_supported') }
    const address = channels[channel].addressOf(wantedNow) as string
    const account = await state(database.reads, organizationId, channel)
    const within = AbortSignal.any([signal, AbortSignal.timeout(TELL_TIMEOUT_MS)])
    return adapter.react({ organizationId, messageId, address, providerId, emoji, account }, within)
  }
}
