// Pure rules of resolutions: what somebody may say of a delivery of which nobody knew whether it left, and what it is
// then.

import type { DeliveryStatus } from '#messaging/messages/rules.ts'

/** `sent`: it left, and stays paid for. `not_sent`: it did not, and is given back. `again`: it is sent once more. */
export const resolutions = ['sent', 'not_sent', 'again'] as const
export type Resolution = (typeof resolutions)[number]

/** The error of a delivery of which somebody found out that it did not leave. */
export const NOT_SENT = 'not_sent'

/** What it is afterwards. */
export const statusOf: Readonly<Record<Resolution, Extract<DeliveryStatus, 'sent' | 'failed' | 'queued'>>> = {
  sent: 'sent',
  not_sent: 'failed',
  again: 'queued',
}

/** What is known already, and is as it is now said. Only a delivery that is not unknown is asked for. */
const agreeing: Readonly<Record<Resolution, readonly DeliveryStatus[]>> = {
  sent: ['sent', 'delivered', 'read', 'undelivered'],
  not_sent: ['failed', 'cancelled'],
  again: ['queued', 'sending'],
}

/** Whether saying it changes nothing, as when the same is said twice. */
export const agrees = (status: DeliveryStatus, as: Resolution): boolean => agreeing[as].includes(status)
