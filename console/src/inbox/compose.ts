// The message to send from the draft, and its possible channels. Pure.

import type { ChannelState, Contact, Message, NewMessage } from '@samvad/sdk'
import { addressOn, type ChannelName, channelNames, channelOf } from '../app/channels.ts'
import type { Draft } from '../app/draft-fields.ts'
import { interactiveOf } from './interactive.ts'

export type Channel = ChannelName
export type Obstacle = 'noAddress' | 'unsubscribed' | 'suppressed' | 'notSetUp'

export interface ChannelChoice {
  channel: Channel
  /** The reason why the channel cannot be used; null when it can. */
  obstacle: Obstacle | null
}

/** For a group, and for a contact that the user may not see, the organization's channels. */
export function choicesOf(contact: Contact | undefined, states: readonly ChannelState[] | undefined): ChannelChoice[] {
  return channelNames.map((channel) => ({ channel, obstacle: obstacleOf(channel, contact, states) }))
}

function obstacleOf(
  channel: Channel,
  contact: Contact | undefined,
  states: readonly ChannelState[] | undefined,
): Obstacle | null {
  if (states?.find((state) => state.channel === channel)?.carrier === 'none') return 'notSetUp'
  if (!contact) return null
  if (addressOn(contact, channel) === null) return 'noAddress'
  if (contact.suppressed[channel] !== undefined) return 'suppressed'
  if (contact.unsubscribed[channel] !== undefined) return 'unsubscribed'
  return null
}

/** The chosen channel, otherwise the last used one, otherwise the first available one. */
export function chosenChannel(
  choices: readonly ChannelChoice[],
  wanted: (string | null | undefined)[],
): Channel | null {
  const open = choices.filter(({ obstacle }) => obstacle === null).map(({ channel }) => channel)
  const found = wanted.find((one) => open.some((channel) => channel === one))
  return (found as Channel | undefined) ?? open[0] ?? null
}

/** True when a message on it can have buttons or a list, and quote another one. */
export const takesButtons = (channel: string | null): boolean => channelOf(channel)?.hasButtons === true

export const takesFiles = (channel: Channel): boolean => channelOf(channel)?.takesFiles === true

/** "Re:" in the forms of mail programs in various languages. */
const ANSWERS = /^\s*(?:re|aw|antw|sv|vs|odp|ynt|rif|res|回复|回覆|答复|उत्तर|जवाब)\s*(?:\[\d+\])?\s*[:：]/i

/** The subject of a mail reply: "Re:" and the subject of the newest mail that has one. `messages`: newest first. */
export function answerSubject(messages: readonly Pick<Message, 'channel' | 'subject'>[] | undefined): string {
  const subject = messages?.find((one) => channelOf(one.channel)?.isMail && one.subject)?.subject ?? ''
  return subject === '' || ANSWERS.test(subject) ? subject : `Re: ${subject}`
}

/** Null while there is nothing to send. */
export function bodyOf(
  conversationId: string,
  channel: Channel | null,
  { subject, text, templateId, variables, files, interactive, replyTo }: Draft,
  isTemplateOnly: boolean,
  threadSubject = '',
): NewMessage | null {
  if (channel === null) return null
  const base = {
    conversation_id: conversationId,
    channel,
    ...(replyTo && takesButtons(channel) && { reply_to_message_id: replyTo }),
  }
  if (templateId !== null) return { ...base, template_id: templateId, variables }
  if (isTemplateOnly) return null
  const attachments = takesFiles(channel) ? files.map(({ id }) => id) : []
  if (text.trim() === '' && attachments.length === 0) return null
  const title = (subject ?? threadSubject).trim()
  return {
    ...base,
    ...(text.trim() !== '' && { text }),
    ...(channelOf(channel)?.isMail && title !== '' && { subject: title }),
    ...(attachments.length > 0 && { attachments }),
    ...(interactive && takesButtons(channel) && { interactive: interactiveOf(interactive, attachments.length > 0) }),
  }
}
