// How the sandbox gateway signs its webhooks: HMAC-SHA256 in hex over the event's id, its time and the raw bytes of the
// body, so that neither of the two headers can be changed either.

import { createHmac } from 'node:crypto'
import type { Sealer } from '#kit/crypto.ts'
import type { Uuid } from '#kit/ids.ts'

export interface Signed {
  eventId: string
  /** Unix seconds. */
  timestamp: string
  body: Buffer
}

/** Each merchant has its own key, so that its webhooks reveal nothing about another's. */
export function webhookKey(sealer: Sealer, organizationId: Uuid): Buffer {
  return sealer.keyFor(purposeOf(organizationId))
}

/** Includes keys from before a rotation of the installation's key, for webhooks signed with them. */
export function webhookKeys(sealer: Sealer, organizationId: Uuid): Buffer[] {
  return sealer.keysFor(purposeOf(organizationId))
}

const purposeOf = (organizationId: Uuid) => `sandbox gateway webhook ${organizationId}`

export function signatureOf(key: Buffer, { eventId, timestamp, body }: Signed): string {
  return createHmac('sha256', key).update(`${eventId}.${timestamp}.`).update(body).digest('hex')
}
