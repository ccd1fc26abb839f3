// URL parameters of these pages.

import { type ChannelName, readChannel } from '../app/channels.ts'

export const importStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const
export type ImportStatus = (typeof importStatuses)[number]

export const suppressionReasons = ['bounced', 'complained', 'unsubscribed', 'manual'] as const
export interface SuppressionFilter {
  channel?: ChannelName
  reason?: (typeof suppressionReasons)[number]
  address?: string
}

export function suppressionFilter({ channel, reason, address }: Record<string, unknown>): SuppressionFilter {
  const known = { channel: readChannel(channel), reason: suppressionReasons.find((one) => one === reason) }
  return {
    ...(known.channel && { channel: known.channel }),
    ...(known.reason && { reason: known.reason }),
    // A number of digits alone is read as one.
    ...((typeof address === 'string' || typeof address === 'number') && address !== '' && { address: String(address) }),
  }
}
