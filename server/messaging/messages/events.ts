// Events of messages. Those about a delivery contain the message as the API shows it, and the delivery.

import { declareEvents } from '#events/declaration.ts'
import type { Uuid } from '#kit/ids.ts'
import { Out, publicId, type Static, Type } from '#kit/wire.ts'
import type { DeliveryRow, MessageRow } from './queries.ts'
import { Delivery, Message } from './schema.ts'
import { showDelivery, showMessage } from './show.ts'

const about = {
  object: 'msg',
  readers: { permission: 'messages.view', ofOthers: 'conversations.view_all' },
} as const

const MessageWithDelivery = Type.Object({ ...Message.properties, delivery: Delivery })

/** As frequent as deliveries: written only for organizations with a subscription. spec 14.2. */
export const deliveryEvents = declareEvents(
  { ...about, isOnDemand: true },
  {
    'message.sent': {
      description: 'The provider accepted a delivery of a message.',
      payload: MessageWithDelivery,
    },
    'message.unknown': {
      description: 'The outcome of a delivery is unknown. It waits for a delivery receipt or for a user to resolve it.',
      payload: MessageWithDelivery,
    },
    'message.delivered': {
      description: 'The provider reported a delivery as delivered.',
      payload: MessageWithDelivery,
    },
    'message.read': {
      description: 'The provider reported a delivery as read.',
      payload: MessageWithDelivery,
    },
    'message.undelivered': {
      description: 'The provider reported a delivery as sent but not delivered. It stays charged.',
      payload: MessageWithDelivery,
    },
    'message.failed': {
      description: 'A delivery failed before it was sent. Its charge was reversed.',
      payload: MessageWithDelivery,
    },
    'message.cancelled': {
      description:
        'A delivery was cancelled before it was sent. Its charge was reversed. If the message was deleted, the event contains neither its content nor the recipient.',
      payload: MessageWithDelivery,
    },
  },
)

/** As frequent as messages: written only for organizations with a subscription. spec 14.24. */
export const acceptedEvents = declareEvents(
  { ...about, isOnDemand: true },
  {
    'message.created': { description: 'An outbound message was accepted and is waiting to be sent.', payload: Message },
  },
)

export const messageEvents = declareEvents(about, {
  'message.received': { description: 'An inbound message was received.', payload: Message },
  'message.updated': {
    description:
      'A message changed: it was edited, deleted for everyone by the contact, marked as read or unread, a reaction changed, a call ended, or a missing attachment was stored.',
    payload: Message,
  },
  'message.deleted': {
    description: 'A message was deleted. Not published for each message when its conversation is deleted.',
    payload: Type.Object({ id: Out.id('msg'), conversation_id: Out.id('conv') }),
  },
})

const audienceOf = ({ conversation_id, user_id }: Pick<MessageRow, 'conversation_id' | 'user_id'>) => ({
  conversationId: conversation_id,
  userId: user_id,
})

const ofDelivery = (type: keyof typeof deliveryEvents.declarations) => (message: MessageRow, delivery: DeliveryRow) =>
  deliveryEvents.event(
    type,
    message.id,
    { ...showMessage(message), delivery: showDelivery(delivery) },
    audienceOf(message),
  )

export const messageSent = ofDelivery('message.sent')
export const messageUnknown = ofDelivery('message.unknown')
export const messageDelivered = ofDelivery('message.delivered')
export const messageRead = ofDelivery('message.read')
export const messageUndelivered = ofDelivery('message.undelivered')
export const messageFailed = ofDelivery('message.failed')
export const messageCancelled = ofDelivery('message.cancelled')

export const messageReceived = (message: MessageRow) =>
  messageEvents.event('message.received', message.id, showMessage(message), audienceOf(message))

export const messageUpdated = (message: MessageRow) =>
  messageEvents.event('message.updated', message.id, showMessage(message), audienceOf(message))

export const messageDeleted = (message: MessageRow) =>
  messageEvents.event(
    'message.deleted',
    message.id,
    { id: publicId('msg', message.id), conversation_id: publicId('conv', message.conversation_id) },
    audienceOf(message),
  )

interface AcceptedMessage {
  id: Uuid
  conversationId: Uuid
  /** The sender, who owns the conversation. */
  userId: Uuid
}

export const messageCreated = ({ id, conversationId, userId }: AcceptedMessage, shown: Static<typeof Message>) =>
  acceptedEvents.event('message.created', id, shown, { conversationId, userId })
