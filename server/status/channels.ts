// Channels: the accounts of each, deliveries by outcome and pauses since the start, inbound events, the mail receiver.

import { channelsOf, countByChannel } from '#messaging/channels/accounts/queries.ts'
import { FOR_ALL } from '#messaging/channels/accounts/shared.ts'
import { waitingArrivals } from '#messaging/channels/arrivals/waiting.ts'
import { channelNames } from '#messaging/channels/channel.ts'
import { systemCarrier } from '#messaging/channels/email/actions.ts'
import { countShared } from '#messaging/channels/notices/queries.ts'
import type { ChannelFacts, ChannelsFacts } from './facts.ts'
import { type Measured, seriesOf, sumOf, valuesBy } from './measured.ts'
import { line, type Message, problem } from './messages.ts'
import type { Part, View } from './part.ts'
import { secondsSince } from './units.ts'

/** The receiver's job runs every ten seconds. */
const RECEIVER_SECONDS_MAX = 60
const RECEIVER = 'mail receiver'
/** A provider's warning is a problem for this long; the list keeps it longer. */
const WARNED_FOR_MS = 7 * 24 * 3600 * 1000

export const channelsPart: Part<ChannelsFacts> = {
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
    const inbound = new Map(waiting.map((one) => [one.channel, one]))
    const receiver = receiverOf(view)
    const accounts = new Map(counts.map(({ channel, count }) => [channel, Number(count)]))
    const channels = channelNames.map(
      (channel): ChannelFacts => ({
        channel,
        own_accounts: accounts.get(channel) ?? 0,
        is_shared: shared.has(channel),
        handed_over: valuesBy(measured, 'samvad_handover_seconds_count', ['channel', channel], 'outcome'),
        pauses: measured && sumOf(measured, 'samvad_channel_pauses_total', ['channel', channel]),
        inbound_events_waiting: inbound.get(channel)?.count ?? 0,
        inbound_events_oldest_seconds: secondsSince(inbound.get(channel)?.oldest ?? now, now),
        last_inbound_event_seconds: sinceInboundEvent(measured, channel, now),
      }),
    )
    const lines = [line(OWN_MAIL[carrier]), receiver.line, ...channels.flatMap(channelLines)]
    return {
      problems: [
        ...receiver.problems,
        ...warned.map(({ channel, count: warnings }) => problem('provider_warnings', { channel, warnings })),
      ],
      lines,
      facts: { own_mail: carrier, mail_receiver: receiver.facts, channels },
    }
  },
}

const OWN_MAIL = { installation: 'own_mail_server', sandbox: 'own_mail_sandbox', none: 'own_mail_none' } as const

function channelLines(facts: ChannelFacts): Message[] {
  const { channel, own_accounts: accounts, handed_over, pauses } = facts
  const { inbound_events_waiting: events, last_inbound_event_seconds: last } = facts
  const { sent = 0, refused = 0, deferred = 0, unknown = 0 } = handed_over
  return [
    line(facts.is_shared ? 'channel_shared' : 'channel_accounts', { channel, accounts }),
    ...(pauses === null ? [] : [line('channel_handed_over', { channel, sent, refused, deferred, unknown, pauses })]),
    ...(last === null ? [] : [line('channel_inbound', { channel, seconds: last })]),
    ...(events === 0
      ? []
      : [line('channel_inbound_waiting', { channel, events, seconds: facts.inbound_events_oldest_seconds })]),
  ]
}

/** Null: none since the start, or the program does not answer. */
function sinceInboundEvent(measured: Measured | null, channel: string, now: Date): number | null {
  const at = sumOf(measured, 'samvad_arrival_last_timestamp_seconds', ['channel', channel])
  return at === 0 ? null : Math.max(0, Math.round(now.getTime() / 1000 - at))
}

interface Receiver {
  problems: Message[]
  line: Message
  facts: ChannelsFacts['mail_receiver']
}

/** The mail receiver is a job of the worker, which succeeds each time that it finds itself listening. */
function receiverOf({ settings, measured, now, program }: View): Receiver {
  const { mailDomain: domain, mailInPort: port } = settings
  if (domain === null || port === 0)
    return {
      problems: [],
      line: line(program === null ? 'mail_receiver_off_here' : 'mail_receiver_off'),
      facts: { is_on: false },
    }
  const at = sumOf(measured, 'samvad_job_last_success_timestamp_seconds', ['job', RECEIVER])
  const isKnown = seriesOf(measured, 'samvad_job_runs_total').some(({ labels }) => labels.job === RECEIVER)
  const isListening = isKnown ? now.getTime() / 1000 - at < RECEIVER_SECONDS_MAX : null
  const state =
    isListening === null ? 'mail_receiver_unknown' : isListening ? 'mail_receiver_on' : 'mail_receiver_silent'
  return {
    problems: isListening === false ? [problem('mail_receiver_down', { port })] : [],
    line: line(state, { domain, port }),
    facts: { is_on: true, domain, port, is_listening: isListening },
  }
}
