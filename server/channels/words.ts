// Names of channels and price kinds for sentences and lists, from the table.

import { type ChannelName, channelDescriptions, channelNames, type PriceKind, priceKindDescriptions } from './table.ts'

export type Language = 'en' | 'hi'

/** At the start of a line: `Email`, `SMS`. */
export const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** `app message` for one, `app messages` for more; without the number. */
export const several = (message: string, count: bigint | number = 2): string =>
  BigInt(count) === 1n ? message : `${message}s`

type ByChannel = Readonly<Record<ChannelName, string>>

const ofChannels = (words: (channel: ChannelName) => string): ByChannel =>
  Object.fromEntries(channelNames.map((channel) => [channel, words(channel)])) as ByChannel

/** Channel → `email`. */
export const channelNamesIn = (language: Language): ByChannel =>
  ofChannels((channel) => channelDescriptions[channel].name[language])

/** Channel → `Email`. */
export const channelTitlesIn = (language: Language): ByChannel =>
  ofChannels((channel) => capitalised(channelDescriptions[channel].name[language]))

/** Channel → `app messages`. */
export const messagesIn = (language: Language): ByChannel =>
  ofChannels((channel) => {
    const message = channelDescriptions[channel].message[language]
    return language === 'en' ? several(message) : message
  })

/** Price kind → `App template messages`. */
export const kindNamesIn = (language: Language): Readonly<Record<PriceKind, string>> =>
  Object.fromEntries(
    Object.entries(priceKindDescriptions).map(([kind, { name }]) => [kind, name[language]]),
  ) as Readonly<Record<PriceKind, string>>
