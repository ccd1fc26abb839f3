// Notices by web push: encrypted for each of the user's browsers, and sent to its push service. The browser supplies
// the address, so it is called with the same precautions as webhooks. spec 14.104.

import { mustNotBeFenced } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import { FairTurns } from '#kit/fair-turns.ts'
import { Refusal, refusal } from '#kit/refusals.ts'
import { type Caller, createCaller, isFence } from '#webhooks/call.ts'
import type { Notice, NoticeCarrier } from '../carrier.ts'
import { encryptedFor } from './encryption.ts'
import { forget, ofUser, type SubscriptionRow } from './queries.ts'
import {
  type Pushed,
  payloadOf,
  pushedBy,
  SUBSCRIPTIONS_OF_USER_MAX,
  TTL_SECONDS,
  together,
  topicOf,
  urgencyOf,
} from './rules.ts'
import { authorizationFor, type VapidKeys } from './vapid.ts'
import { vapidKeys } from './vapid-keys.ts'

/** Calls in flight per process; an organization has at most half of them, however slow its push services are. */
export const CALLS_AT_ONCE = 64
const CALLS_WAITING_MAX = 2000
const CALLS_WAITING_OF_ONE_MAX = 200
const CALL_WAITS_MS = 5000
const BUSY_AGAIN_MS = 10_000

const busy = () => refusal('temporarily_unavailable', 'too_many_pushes')

/** `caller`: calls push services; by default with the checks for addresses supplied by users. */
export function createPushCarrier(app: App, caller: Caller = createCaller(app, { name: 'push' })): NoticeCarrier {
  const { database, clock, log } = app
  const turns = new FairTurns({
    atOnce: CALLS_AT_ONCE,
    leavesRoom: true,
    waitingMax: CALLS_WAITING_MAX,
    waitingOfOneMax: CALLS_WAITING_OF_ONE_MAX,
    waitMs: CALL_WAITS_MS,
    busy,
    crowded: busy,
  })

  async function push(row: SubscriptionRow, notice: Notice, payload: Buffer, keys: VapidKeys): Promise<Pushed> {
    const { endpoint, p256dh, auth } = row
    const headers = {
      authorization: authorizationFor(endpoint, keys, subjectOf(app.settings), clock()),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(TTL_SECONDS),
      urgency: urgencyOf(notice),
      topic: topicOf(notice),
    }
    const body = encryptedFor({ p256dh, auth }, payload)
    const pushed = await turns
      .take(notice.organizationId, false, async () => pushedBy(await caller.call({ url: endpoint, headers, body })))
      .catch((error: unknown): Pushed => {
        if (!(error instanceof Refusal)) throw error
        const retryAt = new Date(clock().getTime() + BUSY_AGAIN_MS)
        return { became: 'deferred', detail: error.message, retryAt }
      })
    // If this fails, the subscription stays until the next push to it.
    if (pushed.isGone)
      await database
        .transaction((tx) => tx.run(forget(notice.organizationId, row)), notice.organizationId)
        .catch((err: unknown) => log.warn({ err }, 'failed to delete an expired push subscription'))
    return pushed
  }

  async function pushToAll(notice: Notice): Promise<Pushed> {
    const { organizationId, userId } = notice
    const rows = await database.reads.rows<SubscriptionRow>(
      ofUser(organizationId, userId, clock(), SUBSCRIPTIONS_OF_USER_MAX),
    )
    if (rows.length === 0) return together([])
    const [keys, payload] = [await vapidKeys(app), payloadOf(notice)]
    const settled = await Promise.allSettled(rows.map((row) => push(row, notice, payload, keys)))
    const known = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    // The fence was raised between two calls; pushes already sent are sent.
    const failed = settled.find((one) => one.status === 'rejected')
    if (failed && !known.some(({ became }) => became === 'sent' || became === 'unknown')) throw failed.reason
    return together(known)
  }

  return {
    async send(notice) {
      await mustNotBeFenced(app)
      try {
        const { became, detail, retryAt } = await pushToAll(notice)
        return { became, detail, ...(retryAt && { retryAt }) }
      } catch (err) {
        if (isFence(err)) throw err
        log.warn({ err }, 'push notification failed')
        return { became: 'deferred', detail: 'It could not be pushed just now.' }
      }
    },
    close: () => caller.end(),
  }
}

/** RFC 8292 §2.1: the contact for the push service in case of problems. */
function subjectOf({ publicUrl, supplier, smtpFrom }: App['settings']): string {
  if (supplier.email !== '') return `mailto:${supplier.email}`
  const url = new URL(publicUrl)
  if (url.protocol === 'https:' && url.hostname !== 'localhost') return publicUrl
  return `mailto:${/<([^<>]+)>\s*$/.exec(smtpFrom)?.[1] ?? smtpFrom}`
}
