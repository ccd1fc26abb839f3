// Unsubscribe links in mails: RFC 8058. They need no sign-in and authenticate themselves: an HMAC over organization,
// contact and channel. Nothing is stored, and they never expire, as old mails do not either.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Sealer } from '#kit/crypto.ts'
import type { Uuid } from '#kit/ids.ts'
import { type ChannelName, channelNames } from '../channel.ts'
import { bytesOf, UUID_BYTES, uuidAt } from './uuid-bytes.ts'

export interface Subscription {
  organizationId: Uuid
  contactId: Uuid
  channel: ChannelName
}

export interface UnsubscribeTokens {
  make(subscription: Subscription): string
  /** Null when the installation did not issue it. */
  read(token: string): Subscription | null
}

const MAC_BYTES = 16
const BODY_BYTES = 1 + 2 * UUID_BYTES
const TOKEN_CHARACTERS = Math.ceil(((BODY_BYTES + MAC_BYTES) * 4) / 3)

export function createUnsubscribeTokens(sealer: Sealer): UnsubscribeTokens {
  const macOf = (key: Buffer, body: Buffer) => createHmac('sha256', key).update(body).digest().subarray(0, MAC_BYTES)
  return {
    make({ organizationId, contactId, channel }) {
      const body = Buffer.concat([
        Buffer.from([channelNames.indexOf(channel)]),
        bytesOf(organizationId),
        bytesOf(contactId),
      ])
      return Buffer.concat([body, macOf(sealer.keyFor('unsubscribe'), body)]).toString('base64url')
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url')
      // Encoded again and compared, so that a token has only one valid spelling.
      if (token.length !== TOKEN_CHARACTERS || bytes.toString('base64url') !== token) return null
      const body = bytes.subarray(0, BODY_BYTES)
      const mac = bytes.subarray(BODY_BYTES)
      if (!sealer.keysFor('unsubscribe').some((key) => timingSafeEqual(mac, macOf(key, body)))) return null
      const channel = channelNames[body[0] as number]
      if (channel === undefined) return null
      return { channel, organizationId: uuidAt(body, 1), contactId: uuidAt(body, 1 + UUID_BYTES) }
    },
  }
}
