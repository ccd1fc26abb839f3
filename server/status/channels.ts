// The channels: who carries what is sent on each, and how that has gone since the program started.

import { channelsOf, countByChannel } from '#messaging/channels/accounts/queries.ts'
import { FOR_ALL } from '#messaging/channels/accounts/shared.ts'
import { waitingArrivals } from '#messaging/channels/arrivals/waiting.ts'
import { channelNames } from '#messaging/channels/channel.ts'
import { systemCarrier } from '#messaging/channels/email/actions.ts'
import { countShared } from '#messaging/channels/notices/queries.ts'
import { type Measured, seriesOf, sumOf, valuesBy } from './measured.ts'
import type { Part, View } from './part.ts'
import { counted, lasting, secondsSince } from './words.ts'

/** It is tried every ten seconds. */
const RECEIVER_SECONDS_MAX = 60
const RECEIVER = 'mail receiver'
/** So long a warning of a provider is a problem; the list has it for longer. */
const WARNED_FOR_MS = 7 * 24 * 3600 * 1000

export const channelsPart: Part = {
  name: 'channels',
  async read(view) {
    const { reads, settings, measured, now } = view
    const [counts, ofInstallation, carrier, waiting, warned] = await Promise.all([
      reads.rows<{ channel: string; count: bigint }>(countByChannel(FOR_ALL)),
      reads.rows<{ channel: string }>(channelsOf(FOR_ALL)),
      systemCarrier(reads, settings),
      waitingArrivals(reads),
      reads.rows<{ channel: string; count: number }>(countShared(new Date(now.getTime() - WARNED_FOR_MS))),
    ])
    const shared = new Set(ofInstallation.map(({ channel }) => channel))
    const arrived = new Map(waiting.map((one) => [one.channel, one]))
    const receiver = receiverOf(view)
    const accounts = new Map(counts.map(({ channel, count }) => [channel, Number(count)]))
    const channels = channelNames.map((channel) => ({
      channel,
      own_accounts: accounts.get(channel) ?? 0,
      is_shared: shared.has(channel),
      handed_over: valuesBy(measured, 'samvad_handover_seconds_count', ['channel', channel], 'outcome'),
      pauses: measured && sumOf(measured, 'samvad_channel_pauses_total', ['channel', channel]),
      arrivals_waiting: arrived.get(channel)?.count ?? 0,
      arrivals_oldest_seconds: secondsSince(arrived.get(channel)?.oldest ?? now, now),
      last_arrival_seconds: sinceArrival(measured, channel, now),
    }))
    const lines = [
      `the program's own mail: ${carrier === 'none' ? 'no mail server is set: SAMVAD_SMTP_URL' : carrier}`,
      receiver.line,
      ...channels.map(({ channel, own_accounts, is_shared, handed_over, pauses, ...came }) => {
        const { arrivals_waiting: count, arrivals_oldest_seconds: oldest, last_arrival_seconds: last } = came
        const said = [
          ...(last === null ? [] : [`last arrival ${lasting(last)} ago`]),
          ...(count === 0 ? [] : [`${counted(count, 'arrival')} to be worked on, the oldest for ${lasting(oldest)}`]),
        ]
        const outcomes = Object.entries(handed_over).map(([outcome, count]) => `${count} ${outcome}`)
        const since =
          measured === null ? '' : `  since the start ${outcomes.join(', ') || 'nothing sent'}, ${pauses} pauses`
        const forAll = is_shared ? ', and one for all others' : ''
        return [`${channel}  ${own_accounts} accounts of organizations${forAll}${since}`, ...said].join(', ')
      }),
    ]
    return {
      problems: [...receiver.problems, ...warned.map(warningOf)],
      lines,
      facts: { own_mail: carrier, mail_receiver: receiver.facts, channels },
    }
  },
}

const warningOf = ({ channel, count }: { channel: string; count: number }): string =>
  `${counted(count, 'warning')} of the provider about the shared ${channel} account within 7 days: GET /v1/shared_channel_notices.`

/** Null: none since the start, or nobody says. */
function sinceArrival(measured: Measured | null, channel: string, now: Date): number | null {
  const at = sumOf(measured, 'samvad_arrival_last_timestamp_seconds', ['channel', channel])
  return at === 0 ? null : Math.max(0, Math.round(now.getTime() / 1000 - at))
}

/** Whether mail comes in: a job of the worker listens, and says so each time that it looks. */
function receiverOf({ settings, measured, now, program }: View) {
  const { mailDomain: domain, mailInPort: port } = settings
  if (domain === null || port === 0)
    return {
      problems: [],
      line: `the mail receiver: off${program === null ? ' by the settings of this command; no program of this folder runs here' : ''} (SAMVAD_MAIL_DOMAIN, SAMVAD_MAIL_IN_PORT)`,
      facts: { is_on: false },
    }
  const at = sumOf(measured, 'samvad_job_last_success_timestamp_seconds', ['job', RECEIVER])
  const isKnown = seriesOf(measured, 'samvad_job_runs_total').some(({ labels }) => labels.job === RECEIVER)
  const isListening = isKnown ? now.getTime() / 1000 - at < RECEIVER_SECONDS_MAX : null
  const said = { true: 'listens', false: 'does not listen', null: 'nobody says whether it listens' }[
    String(isListening)
  ]
  return {
    problems:
      isListening === false
        ? [`Mail is not received on port ${port}: see the log of the worker, job ${RECEIVER}.`]
        : [],
    line: `the mail receiver: on, for ${domain}, port ${port}: ${said}`,
    facts: { is_on: true, domain, port, is_listening: isListening },
  }
}
