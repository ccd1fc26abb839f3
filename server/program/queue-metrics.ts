// How much waits, for Prometheus: read from the database by one process of an installation, when it is asked, and at
// most every few seconds. A queue that grows, or whose oldest entry gets old, is the first thing to be told of.

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
    const due = gauge('samvad_due_work', 'Organizations with work of a kind that is due and not taken.', ['kind'])
    const dueAge = gauge('samvad_due_work_oldest_seconds', 'How long the oldest of it has been due.', ['kind'])
    const queued = gauge('samvad_deliveries_due', 'Deliveries that are due to be handed over, up to 100,000.', [
      'channel',
    ])
    const queuedAge = gauge('samvad_deliveries_oldest_due_seconds', 'How long the oldest of them has been due.', [
      'channel',
    ])
    const sending = gauge('samvad_deliveries_in_hand', 'Deliveries that a process is handing over, up to 100,000.', [])
    const unknown = gauge(
      'samvad_deliveries_unknown',
      'Deliveries of which nobody knows whether they left, up to 100,000.',
      ['channel'],
    )
    const fenced = gauge('samvad_fenced', 'Whether nothing leaves this installation until its fence is lifted.', [])
    const unindexed = gauge(
      'samvad_search_oldest_unindexed_seconds',
      'How old the oldest message or change is that the index of search lacks; what was there before it is not counted.',
      [],
    )
    const walking = gauge(
      'samvad_search_organizations_walked',
      'Organizations whose earlier messages are not all in the index of search yet.',
      [],
    )
    const isReadable = gauge(
      'samvad_queues_readable',
      'Whether the queues could be read: 0 when the database did not answer.',
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
        log.warn({ err }, 'the queues could not be measured')
        isReadable.set(0)
      }
    }
  })
}
