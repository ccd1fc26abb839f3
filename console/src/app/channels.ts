// The console's properties of each channel: icon, color, and the features of its messages and templates. Texts, price
// kinds and address fields come from server/channels. Pages read these properties and never compare channel names.

import { type ChannelName, channelDescriptions, channelNames, priceKindDescriptions } from '#channels/table.ts'

export { type ChannelName, channelNames }

export interface ConsoleChannel {
  /** Drawn by design/status.tsx. */
  sign: 'mail' | 'bubble' | 'phone'
  /** Classes of the colours in design/tokens.css. */
  text: string
  fill: string
  /** A message has a subject, and a template HTML as well; a received one has an original. */
  isMail?: true
  takesFiles?: true
  /** Without a template one can write for 24 hours after the contact wrote. */
  hasSession?: true
  /**
   * A chat channel: templates have a header, a footer and buttons, messages have buttons or a list, and replies quote
   * the message they answer.
   */
  hasButtons?: true
  /** The provider lets contacts opt out of marketing only. */
  stopsMarketing?: true
  /** Templates have a DLT id and a header, and the categories of India's rules. */
  isRegistered?: true
  /** A code with which the sandbox fails a message. */
  failureExample: string
}

const email: ConsoleChannel = {
  sign: 'mail',
  text: 'text-email',
  fill: 'fill-email',
  isMail: true,
  takesFiles: true,
  failureExample: '550 5.1.1',
}

const app: ConsoleChannel = {
  sign: 'bubble',
  text: 'text-app',
  fill: 'fill-app',
  takesFiles: true,
  hasSession: true,
  hasButtons: true,
  stopsMarketing: true,
  failureExample: '131047',
}

const sms: ConsoleChannel = {
  sign: 'phone',
  text: 'text-sms',
  fill: 'fill-sms',
  isRegistered: true,
  failureExample: 'UNDELIV',
}

const table: Readonly<Record<ChannelName, ConsoleChannel>> = { email, app, sms }

/** Undefined for a channel that a newer service has, and for none. */
export const channelOf = (channel: string | null | undefined): ConsoleChannel | undefined =>
  table[channel as ChannelName]

/** A channel in the URL. */
export const readChannel = (value: unknown): ChannelName | undefined => channelNames.find((one) => one === value)

interface Addressed {
  email: string | null
  phone_number: string | null
  app_id: string | null
}

/** The address of the contact that the channel writes to. */
export function addressOn(contact: Addressed, channel: ChannelName): string | null {
  const fields = channelDescriptions[channel].addressFields.map((field) => contact[field])
  return fields.find((address) => address !== null) ?? null
}

/**
 * The channel whose icon stands before an address: the one that has only this field, otherwise the first that has it.
 */
export function channelOfField(field: keyof Addressed): ChannelName {
  const own = channelNames.filter((name) => channelDescriptions[name].addressFields.includes(field))
  return own.find((name) => channelDescriptions[name].addressFields.length === 1) ?? (own[0] as ChannelName)
}

/** True when texts on the channel are split into segments, as for SMS. */
export const hasSegments = (channel: string): boolean =>
  Object.values(priceKindDescriptions).some((kind) => kind.channel === channel && kind.hasSegments === true)

/** True when the channel has several price kinds with a common count. */
export const hasSeveralKinds = (channel: string): boolean =>
  Object.values(priceKindDescriptions).filter((kind) => kind.channel === channel).length > 1

/** The kind of a message that opens a conversation: of several kinds, the one outside a session. */
export const firstKindOf = (channel: string) =>
  priceKinds.findLast((kind) => priceKindDescriptions[kind].channel === channel)

export const priceKinds = Object.keys(priceKindDescriptions) as (keyof typeof priceKindDescriptions)[]
