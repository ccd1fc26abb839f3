// Queues: due work of each kind, deliveries, failed inbound events and quarantined messages, with their age.

import { find } from '#installation/actions.ts'
import { dueWork } from '#kit/work.ts'
import { countFailed } from '#messaging/channels/arrivals/failed.ts'
import { backlog, inHand, putOff } from '#messaging/dispatch/backlog.ts'
import { standing } from '#messaging/inbound/shared/quarantine.ts'
import type { ChannelQueue, QueueFacts } from './facts.ts'
import { line, type Message, problem } from './messages.ts'
import type { Part } from './part.ts'
import { secondsSince } from './units.ts'

/** Work that has been due for longer is blocked: by a worker that hangs or is not running, or by a provider. */
const DUE_SECONDS_MAX = 600

export const queuesPart: Part<QueueFacts> = {
  name: 'queues',
  async read({ reads, now }) {
    const [work, waiting, retrying, inFlight, failed, quarantined, { fenced_since }] = await Promise.all([
      dueWork(reads, now),
      backlog(reads, now),
      putOff(reads, now),
      inHand(reads, now),
      countFailed(reads),
      standing(reads),
      find(reads),
    ])
    const facts: QueueFacts = {
      due_work: work.map(({ kind, count, oldest }) => ({ kind, count, oldest_seconds: secondsSince(oldest, now) })),
      deliveries_due: Object.entries(waiting.count).map(([channel, count]) => {
        const oldest = waiting.oldest[channel as keyof typeof waiting.oldest]
        return { channel, count, oldest_seconds: oldest === undefined ? 0 : secondsSince(oldest, now) }
      }),
      deliveries_waiting_for_retry: Object.entries(retrying).map(([channel, { count, since }]) => ({
        channel,
        count,
        oldest_seconds: secondsSince(since, now),
      })),
      deliveries_in_flight: inFlight.count,
      deliveries_late: inFlight.late,
      quarantined: quarantined.waiting,
      inbound_events_failed: failed.arrivals,
    }
    // While the installation is fenced everything waits: the fence part reports that.
    const late = fenced_since === null ? lateProblems(facts) : []
    const problems = [
      ...late,
      ...(failed.arrivals > 0
        ? [problem('inbound_events_failed', { events: failed.arrivals, organizations: failed.organizations })]
        : []),
      ...(quarantined.waiting > 0 ? [problem('messages_quarantined', { messages: quarantined.waiting })] : []),
      ...(inFlight.late > 0 ? [problem('deliveries_stuck', { deliveries: inFlight.late })] : []),
    ]
    const seconds = secondsSince(quarantined.oldest ?? now, now)
    return {
      problems,
      lines: [
        ...linesOf(facts),
        quarantined.waiting === 0
          ? line('quarantine_empty')
          : line('quarantine', { messages: quarantined.waiting, seconds }),
      ],
      facts,
    }
  },
}

function lateProblems({ due_work: work, deliveries_due: deliveries }: QueueFacts): Message[] {
  const isLate = ({ oldest_seconds }: { oldest_seconds: number }) => oldest_seconds > DUE_SECONDS_MAX
  return [
    ...work.filter(isLate).map(({ kind, oldest_seconds: seconds }) => problem('work_late', { kind, seconds })),
    ...deliveries
      .filter(isLate)
      .map(({ channel, oldest_seconds: seconds }) => problem('deliveries_late', { channel, seconds })),
  ]
}

function linesOf(facts: QueueFacts): Message[] {
  const params = ({ channel, count: deliveries, oldest_seconds: seconds }: ChannelQueue) => ({
    channel,
    deliveries,
    seconds,
  })
  const due = facts.deliveries_due.filter(({ count }) => count > 0)
  const retrying = facts.deliveries_waiting_for_retry
  return [
    ...(facts.due_work.length === 0
      ? [line('due_work_none')]
      : facts.due_work.map(({ kind, count, oldest_seconds: seconds }) => line('due_work', { kind, count, seconds }))),
    ...(due.length === 0 ? [line('deliveries_due_none')] : due.map((one) => line('deliveries_due', params(one)))),
    ...(retrying.length === 0
      ? [line('deliveries_retrying_none')]
      : retrying.map((one) => line('deliveries_retrying', params(one)))),
    line('deliveries_in_flight', { deliveries: facts.deliveries_in_flight }),
    line('inbound_events_failed', { events: facts.inbound_events_failed }),
  ]
}
