// What messages tell. Those about a delivery carry the message as the API shows it, and the delivery that it is about.

import type { NewEvent } from '#kit/events.ts'
import type { DeliveryRow, MessageRow } from './queries.ts'
import { showDelivery, showMessage } from './show.ts'

const aboutDelivery =
  (type: string) =>
  (message: MessageRow, delivery: DeliveryRow): NewEvent => ({
    type,
    objectId: message.id,
    payload: { ...showMessage(message), delivery: showDelivery(delivery) },
  })

export const messageSent = aboutDelivery('message.sent')
export const messageFailed = aboutDelivery('message.failed')

export const messageReceived = (message: MessageRow): NewEvent => ({
  type: 'message.received',
  objectId: message.id,
  payload: showMessage(message),
})
