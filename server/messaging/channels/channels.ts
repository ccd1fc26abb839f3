// The table of channels: a new one is a folder, a line here, and a description in server/channels.

import type { AccountKind } from './accounts/kind.ts'
import { app } from './app/channel.ts'
import { SESSION_WINDOW_MS } from './app/rules.ts'
import { type Addressed, type Channel, type ChannelName, channelNames } from './channel.ts'
import { email } from './email/channel.ts'
import { sms } from './sms/channel.ts'

export const channels: Record<ChannelName, Channel> = { email, app, sms }

/** Channels with accounts, and their account kinds. */
export const accountKinds = (): [ChannelName, AccountKind][] =>
  channelNames.flatMap((name): [ChannelName, AccountKind][] => {
    const { account } = channels[name]
    return account ? [[name, account]] : []
  })

/** Channels on which the contact has an address, is not unsubscribed and not suppressed. */
export const reachableOn = (contact: Addressed): ChannelName[] =>
  channelNames.filter(
    (name) =>
      channels[name].addressOf(contact) !== null &&
      contact.unsubscribed[name] === undefined &&
      contact.suppressed?.[name] === undefined,
  )

/** The end of the contact's session, until which no template is needed (spec 8.9); null when it is over. */
export function windowEndsAt(lastInboundAt: Date | null, at: Date): Date | null {
  const end = lastInboundAt === null ? null : new Date(lastInboundAt.getTime() + SESSION_WINDOW_MS)
  return end !== null && end >= at ? end : null
}
