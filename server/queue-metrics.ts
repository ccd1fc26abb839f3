// How much waits, for Prometheus: read from the database by one process of an installation, when it is asked, and at most every
// few seconds. A queue that grows, or whose oldest entry gets old, is the first thing to be told of.

import { Gauge } from 'prom-client'
import { registry } from '#kit/metrics.ts'
import { dueWork } from '#kit/work.ts'
import { backlog } from '#messages/backlog.ts'
import type { Assembled } from './app.ts'

const KEPT_MS = 5_000
const registers = [registry]

export function measureQueues({ database, clock, log }: Assembled): void {
  const due = gauge('samvad_due_work', 'Organizations with work of a kind that is due and not taken.', ['kind'])
  const dueAge = gauge('samvad_due_work_oldest_seconds', 'How long the oldest of it has been due.', ['kind'])
  const queued = gauge('samvad_deliveries_due', 'Deliveries that are due to be handed over, up to 100,000.', [
    'channel',
  ])
  const queuedAge = gauge('samvad_deliveries_oldest_due_seconds', 'How long the oldest of them has been due.', [])
  const isReadable = gauge(
    'samvad_queues_readable',
    'Whether the queues could be read: 0 when the database did not answer.',
    [],
  )

  async function read(): Promise<void> {
    const now = clock()
    const age = (since: Date | null) => (since === null ? 0 : Math.max(0, (now.getTime() - since.getTime()) / 1000))
    try {
      const [work, letters] = await Promise.all([dueWork(database.reads, now), backlog(database.reads, now)])
      for (const one of [due, dueAge, queued]) one.reset()
      for (const { kind, count, oldest } of work) {
        due.set({ kind }, count)
        dueAge.set({ kind }, age(oldest))
      }
      for (const [channel, count] of Object.entries(letters.count)) queued.set({ channel }, count)
      queuedAge.set(age(letters.oldest))
      isReadable.set(1)
    } catch (err) {
      log.warn({ err }, 'the queues could not be measured')
      isReadable.set(0)
    }
  }

  let readAt = Number.NEGATIVE_INFINITY
  let reading = Promise.resolve()
  /** The first gauge that is collected reads for all of them. */
  function fresh(): Promise<void> {
    if (performance.now() - readAt > KEPT_MS) {
      readAt = performance.now()
      reading = read()
    }
    return reading
  }

  function gauge<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Gauge<Label> {
    return new Gauge({ name, help, labelNames, registers, collect: fresh })
  }
}
