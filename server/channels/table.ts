// The table of the channels. A new channel is a description here, a folder in messaging/channels, and a line in the
// table of each; the type of the other table requires its line.

import { app } from './app.ts'
import type { AddressField, ChannelDescription, PriceKindDescription } from './description.ts'
import { email } from './email.ts'
import { sms } from './sms.ts'

/** The order used everywhere. A new channel comes last: callback URLs already in use contain a channel's position. */
const table = { email, app, sms }

export type ChannelName = keyof typeof table
export const channelNames = Object.keys(table) as ChannelName[]
export const channelDescriptions: Readonly<Record<ChannelName, ChannelDescription>> = table

export type PriceKind = { [Name in ChannelName]: keyof (typeof table)[Name]['priceKinds'] }[ChannelName]

/** Each price kind with its channel, in the order of the table. */
export const priceKindDescriptions = Object.fromEntries(
  channelNames.flatMap((channel) =>
    Object.entries(channelDescriptions[channel].priceKinds).map(([kind, one]) => [kind, { ...one, channel }]),
  ),
) as Readonly<Record<PriceKind, PriceKindDescription & { channel: ChannelName }>>

/** The channels whose addresses a field of contacts holds. */
export const channelsWith = (field: AddressField): ChannelName[] =>
  channelNames.filter((channel) => channelDescriptions[channel].addressFields.includes(field))
