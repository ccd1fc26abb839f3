// Jobs of dispatch: sends due deliveries, and finds deliveries whose due work is missing.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { interval } from '#kit/interval.ts'
import { enqueueWork } from '#kit/work.ts'
import type { Adapters } from '#messaging/channels/adapters.ts'
import type { Job } from '#worker/job.ts'
import { installationRetention } from '#worker/retention.ts'
import { createDispatcher } from './dispatcher.ts'
import { DispatchJournal } from './journal/journal.ts'
import { LeftBehind } from './left-behind.ts'
import { ChannelOutages } from './outages.ts'
import { forget as forgetPaces } from './pace-queries.ts'
import { forgotten } from './queries.ts'
import { reactionJob } from './reactions.ts'

const LOOK_FOR_DUE_MS = interval('LOOK_FOR_DUE', 1000)
const TEND_CONNECTIONS_MS = 10_000
const LOOK_FOR_LEFT_BEHIND_MS = 1000
const LOOK_FOR_FORGOTTEN_MS = 10_000
/** Deliveries waiting for longer than this without due work are not just being enqueued. */
const FORGOTTEN_AFTER_MS = 60_000
const ORGANIZATIONS_AT_ONCE = 100
/** Rate limiter state of accounts that were unused for this long is deleted: they have all their slots again. */
const PACES_KEPT_MS = 24 * 3_600_000

export function dispatchJobs(app: App, adapters: Adapters): Job[] {
  const journal = new DispatchJournal(app.settings.dataDirectory)
  const outages = new ChannelOutages()
  const dispatcher = createDispatcher(app, adapters, app.groupOf, journal, outages)
  const leftBehind = new LeftBehind(app, journal)
  return [
    {
      name: 'dispatch',
      on: 'dispatch',
      everyMs: LOOK_FOR_DUE_MS,
      // Each message has its own deadline: send.ts.
      deadlineMs: null,
      async run(signal) {
        await journal.open()
        // The job that recovers deliveries reports unreadable journals.
        await leftBehind.read().catch(() => {})
        await dispatcher.run(signal)
        return false
      },
      async end() {
        for (const adapter of Object.values(adapters)) await adapter.close()
        await journal.close()
      },
    },
    outages.job(app),
    reactionJob(app, adapters),
    {
      name: 'connections of channels',
      everyMs: TEND_CONNECTIONS_MS,
      async run() {
        for (const adapter of Object.values(adapters)) await adapter.tend?.()
        return false
      },
    },
    {
      name: 'dispatch left behind',
      everyMs: LOOK_FOR_LEFT_BEHIND_MS,
      async run() {
        await leftBehind.look()
        return false
      },
    },
    installationRetention(app, {
      name: 'paces of accounts that are not used',
      keptMs: PACES_KEPT_MS,
      remove: forgetPaces,
    }),
    {
      name: 'forgotten dispatch',
      everyMs: LOOK_FOR_FORGOTTEN_MS,
      async run() {
        const now = app.clock()
        const late = new Date(now.getTime() - FORGOTTEN_AFTER_MS)
        const found = await app.database.reads.rows<{ id: Uuid }>(forgotten(late, ORGANIZATIONS_AT_ONCE))
        if (found.length === 0) return false
        await app.database.transaction(async (tx) => {
          for (const { id } of found) await tx.run(enqueueWork('dispatch', id, now))
        })
        app.wake('dispatch')
        return found.length === ORGANIZATIONS_AT_ONCE
      },
    },
  ]
}
