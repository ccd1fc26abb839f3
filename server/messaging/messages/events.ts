// What messages tell. Those about a delivery carry the message as the API shows it, and the delivery that it is about.

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

/**
 * Of these there are as many as deliveries: they are written for an organization that subscribed to them. spec 14.2.
 */
export const deliveryEvents = declareEvents(
  { ...about, isOnDemand: true },
  {
    'message.sent': {
      description: 'A delivery of a message was accepted by its provider.',
      payload: MessageWithDelivery,
    },
    'message.unknown': {
      description: 'Nobody knows whether a delivery of a message left: it waits for a receipt, or for who finds out.',
      payload: MessageWithDelivery,
    },
    'message.delivered': {
      description: 'A delivery of a message arrived, as its provider reports.',
      payload: MessageWithDelivery,
    },
    'message.read': {
      description: 'A delivery of a message was read, as its provider reports.',
      payload: MessageWithDelivery,
    },
    'message.undelivered': {
      description: 'A delivery of a message left and did not arrive, as its provider reports.',
      payload: MessageWithDelivery,
    },
    'message.failed': {
      description: 'A delivery of a message never left, and its charge was given back.',
      payload: MessageWithDelivery,
    },
    'message.cancelled': {
      description:
        'A delivery of a message was cancelled before it left, and its charge was given back. Where the message was deleted, it is shown without its content, and the delivery without its recipient.',
      payload: MessageWithDelivery,
    },
  },
)

/** As many as messages: written for who asked for them. spec 14.24. */
export const acceptedEvents = declareEvents(
  { ...about, isOnDemand: true },
  {
    'message.created': { description: 'A message was accepted, and waits to leave.', payload: Message },
  },
)

export const messageEvents = declareEvents(about, {
  'message.received': { description: 'A contact wrote a message.', payload: Message },
  'message.updated': {
    description: 'A message was edited before it left, or a user reacted to it or marked it as read or unread.',
    payload: Message,
  },
  'message.deleted': {
    description: 'A message was deleted. Those that go with their conversation are not told of one by one.',
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
  /** Who sends it, whose the conversation is. */
  userId: Uuid
}

export const messageCreated = ({ id, conversationId, userId }: AcceptedMessage, shown: Static<typeof Message>) =>
  acceptedEvents.event('message.created', id, shown, { conversationId, userId })
