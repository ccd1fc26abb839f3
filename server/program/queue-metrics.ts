// Prometheus metrics of queue lengths: read from the database by one process per installation, on request and at most
// every few seconds. A growing queue, or an old first entry, is the first thing to alert on.

import { isFenced } from '#installation/fence.ts'
import { dueWork } from '#kit/work.ts'
import { backlog, inHand } from '#messaging/dispatch/backlog.ts'
import { countUnknown } from '#messaging/resolutions/actions.ts'
import { searchBehind } from '#messaging/search/behind.ts'
import type { Assembled } from './app.ts'
import { freshGauges } from './fresh-gauges.ts'

const KEPT_MS = 5_000

export function measureQueues({ database, clock, log }: Assembled): void {
  freshGauges(KEPT_MS, (gauge) => {
    const due = gauge('samvad_due_work', 'Organizations with due work that no worker has leased, by kind.', ['kind'])
    const dueAge = gauge('samvad_due_work_oldest_seconds', 'Age of the oldest due work, by kind.', ['kind'])
    const queued = gauge('samvad_deliveries_due', 'Deliveries due for dispatch, by channel, counted up to 100,000.', [
      'channel',
    ])
    const queuedAge = gauge('samvad_deliveries_oldest_due_seconds', 'Age of the oldest due delivery, by channel.', [
      'channel',
    ])
    const sending = gauge('samvad_deliveries_in_hand', 'Deliveries in flight, counted up to 100,000.', [])
    const unknown = gauge(
      'samvad_deliveries_unknown',
      'Deliveries with an unknown outcome, by channel, counted up to 100,000.',
      ['channel'],
    )
    const fenced = gauge('samvad_fenced', '1 while the installation is fenced and sends nothing.', [])
    const unindexed = gauge(
      'samvad_search_oldest_unindexed_seconds',
      'Age of the oldest message or change that the search index is missing.',
      [],
    )
    const walking = gauge(
      'samvad_search_organizations_walked',
      'Organizations whose older messages are still being indexed for search.',
      [],
    )
    const isReadable = gauge(
      'samvad_queues_readable',
      '0 while the queues cannot be read because the database does not respond.',
      [],
    )

    return async () => {
      const now = clock()
      const age = (since: Date | undefined) =>
        since === undefined ? 0 : Math.max(0, (now.getTime() - since.getTime()) / 1000)
      try {
        const { reads } = database
        const [work, letters, held, lost, isUp, search] = await Promise.all([
          dueWork(reads, now),
          backlog(reads, now),
          inHand(reads, now),
          countUnknown(reads),
          isFenced({ database }),
          searchBehind(reads),
        ])
        for (const one of [due, dueAge]) one.reset()
        for (const { kind, count, oldest } of work) {
          due.set({ kind }, count)
          dueAge.set({ kind }, age(oldest))
        }
        for (const [channel, count] of Object.entries(letters.count)) {
          queued.set({ channel }, count)
          queuedAge.set({ channel }, age(letters.oldest[channel as keyof typeof letters.oldest]))
        }
        for (const [channel, count] of Object.entries(lost)) unknown.set({ channel }, count)
        sending.set(held.count)
        fenced.set(isUp ? 1 : 0)
        unindexed.set(age(search.oldest))
        walking.set(search.walking)
        isReadable.set(1)
      } catch (err) {
        log.warn({ err }, 'failed to read queue metrics')
        isReadable.set(0)
      }
    }
  })
}
