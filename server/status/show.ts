// The status as the API and `samvad status --json` return it: the texts, the same as data, and the facts.

import type { Static } from '#kit/wire.ts'
import type { Message } from './messages.ts'
import type { Status } from './read.ts'
import type { InstallationStatus } from './schema.ts'

/** Facts under their earlier names, which scripts may read: until 0.6.0. */
const EARLIER_NAMES: Readonly<Record<string, string>> = {
  deliveries_waiting_for_retry: 'deliveries_put_off',
  deliveries_in_flight: 'deliveries_in_hand',
  inbound_events_failed: 'arrivals_failed',
  inbound_events_waiting: 'arrivals_waiting',
  inbound_events_oldest_seconds: 'arrivals_oldest_seconds',
  last_inbound_event_seconds: 'last_arrival_seconds',
  trust_error: 'fault',
}

export function showStatus({ state, at, version, problems, parts }: Status): Static<typeof InstallationStatus> {
  return {
    state,
    at: Math.floor(at.getTime() / 1000),
    version,
    problems: problems.map(({ part, message }) => `${part}: ${message}`),
    problem_details: problems.map(({ part, ...one }) => ({ part, ...detailOf(one) })),
    parts: parts.map(({ name, state: ofPart, problems: own, lines, facts }) => ({
      name,
      state: ofPart,
      problems: own.map(({ message }) => message),
      problem_details: own.map(detailOf),
      lines: lines.map(({ message }) => message),
      line_details: lines.map(detailOf),
      facts: withEarlierNames(facts) as Record<string, unknown>,
    })),
  }
}

const detailOf = ({ code, params, message }: Message) => ({ code, params: { ...params }, message })

function withEarlierNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withEarlierNames)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const shown = withEarlierNames(one)
      const earlier = EARLIER_NAMES[name]
      return earlier === undefined
        ? [[name, shown]]
        : [
            [name, shown],
            [earlier, shown],
          ]
    }),
  )
}
