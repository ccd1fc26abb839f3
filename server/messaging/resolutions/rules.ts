// Pure rules of resolutions: possible results of an unknown outcome, and the resulting status.

import type { DeliveryStatus } from '#messaging/messages/rules.ts'

/** `sent`: it was sent and stays charged. `not_sent`: it was not, and is refunded. `again`: it is sent once more. */
export const resolutions = ['sent', 'not_sent', 'again'] as const
export type Resolution = (typeof resolutions)[number]

/** The error of a delivery that was resolved as not sent. */
export const NOT_SENT = 'not_sent'

/** The resulting status. */
export const statusOf: Readonly<Record<Resolution, Extract<DeliveryStatus, 'sent' | 'failed' | 'queued'>>> = {
  sent: 'sent',
  not_sent: 'failed',
  again: 'queued',
}

/** Known outcomes that agree with a resolution. Only for deliveries that are not unknown. */
const agreeing: Readonly<Record<Resolution, readonly DeliveryStatus[]>> = {
  sent: ['sent', 'delivered', 'read', 'undelivered'],
  not_sent: ['failed', 'cancelled'],
  again: ['queued', 'sending'],
}

/** True when the resolution changes nothing, for example when it is repeated. */
export const agrees = (status: DeliveryStatus, as: Resolution): boolean => agreeing[as].includes(status)
