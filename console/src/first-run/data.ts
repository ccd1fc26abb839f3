// What a first message needs: a contact, a conversation, a price, and the receiving device.

import { type Channel, type ChannelState, type Contact, type Device, type Message, SamvadError } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { channelDescriptions } from '#channels/table.ts'
import { allOf } from '../app/act.ts'
import { api } from '../app/api.ts'
import { type ChannelName, channelOf, firstKindOf, hasSegments, hasSeveralKinds } from '../app/channels.ts'
import { useRefresh } from '../app/queries.ts'
import { useMay } from '../app/session.ts'

export interface Recipient {
  channel: ChannelName
  name: string
  address: string
}

export interface Written {
  subject: string
  text: string
}

/** Created when Send is pressed: the same message is sent once, however often it is retried. */
export interface Attempt {
  contact: string
  conversation: string
  template: string
  message: string
}

export const newAttempt = (): Attempt => ({
  contact: crypto.randomUUID(),
  conversation: crypto.randomUUID(),
  template: crypto.randomUUID(),
  message: crypto.randomUUID(),
})

const addressOf = ({ channel, address }: Recipient) =>
  channelDescriptions[channel].addressFields[0] === 'email' ? { email: address } : { phone_number: address }

/** The existing contact with the address, otherwise a new one. */
async function contactOf(recipient: Recipient, idempotencyKey: string): Promise<Contact> {
  const address = addressOf(recipient)
  const { data } = await api.contacts.list({ ...address, limit: 1 })
  return data[0] ?? api.contacts.create({ display_name: recipient.name, ...address }, { idempotencyKey })
}

export async function sendFirst(recipient: Recipient, { subject, text }: Written, attempt: Attempt): Promise<Message> {
  const contact = await contactOf(recipient, attempt.contact)
  const { id } = await api.conversations.create({ contact_id: contact.id }, { idempotencyKey: attempt.conversation })
  const { channel } = recipient
  if (channelOf(channel)?.hasSession) {
    const template_id = await approvedTemplate(channel, text, attempt.template)
    return api.messages.send({ conversation_id: id, channel, template_id }, { idempotencyKey: attempt.message })
  }
  return api.messages.send(
    { conversation_id: id, channel, text, ...(channelOf(channel)?.isMail && { subject }) },
    { idempotencyKey: attempt.message },
  )
}

/**
 * The first message in the app is a template, which the sandbox approves at once. Its name is derived from the
 * idempotency key, so that a repeated attempt has the same template.
 */
async function approvedTemplate(channel: ChannelName, text: string, idempotencyKey: string): Promise<string> {
  const name = `first_message_${idempotencyKey.slice(0, 8)}`
  const { id } = await api.templates.create(
    { name, channel, language: 'en', category: 'utility', text },
    { idempotencyKey },
  )
  await api.templates.submit(id, { idempotencyKey: null })
  return id
}

/** Channels in the sandbox: undefined while loading. Without permission to see it, channels count as real. */
export function useSandboxChannels(): ReadonlySet<Channel> | undefined {
  const isAllowed = useMay()('channels.view')
  const { data, isError } = useQuery({
    queryKey: ['channels', 'carriers'],
    enabled: isAllowed,
    queryFn: () => allOf<ChannelState>(api.channels.list()),
  })
  if (!isAllowed || isError) return new Set()
  return data && new Set(data.filter(({ carrier }) => carrier === 'sandbox').map(({ channel }) => channel))
}

/** The current price of one message on the channel; for SMS, of this text. */
export const usePrice = (channel: Channel, text: string) =>
  useQuery({
    queryKey: ['first_price', channel, hasSegments(channel) ? text : ''],
    queryFn: () =>
      api.billing.prices.estimate({
        channel,
        count: 1,
        ...(hasSeveralKinds(channel) && { kind: firstKindOf(channel) }),
        ...(hasSegments(channel) && text !== '' && { text }),
      }),
    placeholderData: (before) => before,
  })

/** Null when the sandbox does not carry the channel, or without permission to see it. */
export function useDevice(recipient: Recipient | null): Device | null | undefined {
  const isAllowed = useMay()('sandbox.use')
  useRefresh(['message.*'], [['first_device'], ['balance']])
  const { data } = useQuery({
    queryKey: ['first_device', recipient && addressOf(recipient)],
    enabled: recipient !== null && isAllowed,
    queryFn: async (): Promise<Device | null> => {
      try {
        return await api.sandbox.device.retrieve(addressOf(recipient as Recipient))
      } catch (error) {
        if (error instanceof SamvadError && error.status === 404) return null
        throw error
      }
    },
  })
  return isAllowed ? data : null
}
