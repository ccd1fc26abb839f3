// What waits to be done, and for how long: due work of each kind, and deliveries.

import { find } from '#installation/actions.ts'
import { dueWork } from '#kit/work.ts'
import { countFailed } from '#messaging/channels/arrivals/failed.ts'
import { backlog, inHand, putOff } from '#messaging/dispatch/backlog.ts'
import { standing } from '#messaging/inbound/shared/quarantine.ts'
import type { Part } from './part.ts'
import { counted, lasting, secondsSince } from './words.ts'

/** Due for longer than this, something is in its way: a worker that hangs or is not there, or a provider. */
const DUE_SECONDS_MAX = 600

export const queuesPart: Part = {
  name: 'queues',
  async read({ reads, now }) {
    const [work, waiting, triedAgain, held, failed, quarantined, { fenced_since }] = await Promise.all([
      dueWork(reads, now),
      backlog(reads, now),
      putOff(reads, now),
      inHand(reads, now),
      countFailed(reads),
      standing(reads),
      find(reads),
    ])
    const kinds = work.map(({ kind, count, oldest }) => ({ kind, count, oldest_seconds: secondsSince(oldest, now) }))
    const channels = Object.entries(waiting.count).map(([channel, count]) => {
      const oldest = waiting.oldest[channel as keyof typeof waiting.oldest]
      return { channel, count, oldest_seconds: oldest === undefined ? 0 : secondsSince(oldest, now) }
    })
    const again = Object.entries(triedAgain).map(([channel, { count, since }]) => ({
      channel,
      count,
      oldest_seconds: secondsSince(since, now),
    }))
    const remedy = 'see whether the worker runs, and its log'
    // Behind a fence everything waits, and that it is up is told.
    const isLate = ({ oldest_seconds }: { oldest_seconds: number }) =>
      fenced_since === null && oldest_seconds > DUE_SECONDS_MAX
    const problems = [
      ...kinds
        .filter(isLate)
        .map(
          ({ kind, oldest_seconds }) =>
            `Work of the kind ${kind} has been due for ${lasting(oldest_seconds)}: ${remedy}.`,
        ),
      ...channels
        .filter(isLate)
        .map(
          ({ channel, oldest_seconds }) =>
            `Deliveries by ${channel} have been due for ${lasting(oldest_seconds)}: ${remedy}, and whether the provider answers.`,
        ),
      ...(failed.arrivals > 0
        ? [
            `${counted(failed.arrivals, 'arrival')} could not be worked on, of ${counted(failed.organizations, 'organization')}: samvad arrival list.`,
          ]
        : []),
      ...(quarantined.waiting > 0
        ? [`${counted(quarantined.waiting, 'message')} to a shared account of no organization: samvad quarantine list.`]
        : []),
      ...(held.late > 0
        ? [`${counted(held.late, 'delivery', 'deliveries')} longer in hand than a lease lasts: ${remedy}.`]
        : []),
    ]
    const said = (count: number, seconds: number) =>
      count === 0 ? 'none' : `${count}, the oldest for ${lasting(seconds)}`
    const byChannel = (ones: typeof again) =>
      ones.map(({ channel, count, oldest_seconds }) => `${channel} ${said(count, oldest_seconds)}`).join('; ')
    const lines = [
      `due work ${kinds.length === 0 ? 'none' : ''}`.trimEnd(),
      ...kinds.map(({ kind, count, oldest_seconds }) => `  ${kind}  ${said(count, oldest_seconds)}`),
      `deliveries due ${byChannel(channels)}`,
      `deliveries to be tried again ${byChannel(again) || 'none'}`,
      `deliveries in hand ${held.count}`,
      `arrivals that wait for a person ${failed.arrivals}`,
      `messages in quarantine ${said(quarantined.waiting, secondsSince(quarantined.oldest ?? now, now))}`,
    ]
    const facts = {
      due_work: kinds,
      deliveries_due: channels,
      deliveries_put_off: again,
      deliveries_in_hand: held.count,
      deliveries_late: held.late,
      quarantined: quarantined.waiting,
      arrivals_failed: failed.arrivals,
    }
    return { problems, lines, facts }
  },
}
