// The table of the channels: a new one is a folder and a line.

import { app, SESSION_WINDOW_MS } from './app/rules.ts'
import { type Addressed, type Channel, type ChannelName, channelNames } from './channel.ts'
import { email } from './email/rules.ts'
import { sms } from './sms/rules.ts'

export const channels: Record<ChannelName, Channel> = { email, app, sms }

/** Those on which the contact has an address, has not unsubscribed and is not suppressed. */
export const reachableOn = (contact: Addressed): ChannelName[] =>
  channelNames.filter(
    (name) =>
      channels[name].addressOf(contact) !== null &&
      contact.unsubscribed[name] === undefined &&
      contact.suppressed?.[name] === undefined,
  )

/** Until when the contact can be written to without a template (spec 8.9); null where that is over. */
export function windowEndsAt(lastInboundAt: Date | null, at: Date): Date | null {
  const end = lastInboundAt === null ? null : new Date(lastInboundAt.getTime() + SESSION_WINDOW_MS)
  return end !== null && end >= at ? end : null
}
