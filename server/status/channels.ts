// The channels: who carries what is sent on each, and how that has gone since the program started.

import { countByChannel } from '#messaging/channels/accounts/queries.ts'
import { channelNames } from '#messaging/channels/channel.ts'
import { systemCarrier } from '#messaging/channels/email/actions.ts'
import { sumOf, valuesBy } from './measured.ts'
import type { Part } from './part.ts'

export const channelsPart: Part = {
  name: 'channels',
  async read({ reads, settings, measured }) {
    const [counts, carrier] = await Promise.all([
      reads.rows<{ channel: string; count: bigint }>(countByChannel()),
      systemCarrier(reads, settings),
    ])
    const accounts = new Map(counts.map(({ channel, count }) => [channel, Number(count)]))
    const channels = channelNames.map((channel) => ({
      channel,
      own_accounts: accounts.get(channel) ?? 0,
      handed_over: valuesBy(measured, 'samvad_handover_seconds_count', ['channel', channel], 'outcome'),
      pauses: measured && sumOf(measured, 'samvad_channel_pauses_total', ['channel', channel]),
    }))
    const lines = [
      `the program's own mail: ${carrier === 'none' ? 'no mail server is set: SAMVAD_SMTP_URL' : carrier}`,
      ...channels.map(({ channel, own_accounts, handed_over, pauses }) => {
        const outcomes = Object.entries(handed_over).map(([outcome, count]) => `${count} ${outcome}`)
        const since =
          measured === null ? '' : `  since the start ${outcomes.join(', ') || 'nothing sent'}, ${pauses} pauses`
        return `${channel}  ${own_accounts} accounts of organizations${since}`
      }),
    ]
    return { lines, facts: { own_mail: carrier, channels } }
  },
}
