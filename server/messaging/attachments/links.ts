// Signed links for files, usable without a token: an HMAC over organization, id and expiry. Nothing is stored.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { linkExpiry } from './rules.ts'
import type { FileKey } from './store/store.ts'

/** Returns the link to a file of one organization. */
export type LinkTo = (id: Uuid) => string

const PURPOSE = 'attachment'
const UUID_BYTES = 16
const TIME_BYTES = 6
const MAC_BYTES = 16
const BODY_BYTES = 2 * UUID_BYTES + TIME_BYTES
const TOKEN_CHARACTERS = Math.ceil(((BODY_BYTES + MAC_BYTES) * 4) / 3)

export interface Links {
  of(organizationId: Uuid): LinkTo
  /** Null for an invalid or expired token. */
  read(token: string): FileKey | null
}

export function createLinks({ sealer, settings, clock }: Pick<App, 'sealer' | 'settings' | 'clock'>): Links {
  const macOf = (key: Buffer, body: Buffer) => createHmac('sha256', key).update(body).digest().subarray(0, MAC_BYTES)
  return {
    of: (organizationId) => (id) => {
      const body = Buffer.concat([bytesOf(organizationId), bytesOf(id), Buffer.alloc(TIME_BYTES)])
      body.writeUIntBE(linkExpiry(clock()), 2 * UUID_BYTES, TIME_BYTES)
      const token = Buffer.concat([body, macOf(sealer.keyFor(PURPOSE), body)]).toString('base64url')
      return `${settings.publicUrl}/attachments/${token}`
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url')
      // Encoded again, so that only one spelling of a token is valid.
      if (token.length !== TOKEN_CHARACTERS || bytes.toString('base64url') !== token) return null
      const body = bytes.subarray(0, BODY_BYTES)
      const mac = bytes.subarray(BODY_BYTES)
      if (!sealer.keysFor(PURPOSE).some((key) => timingSafeEqual(mac, macOf(key, body)))) return null
      if (body.readUIntBE(2 * UUID_BYTES, TIME_BYTES) * 1000 <= clock().getTime()) return null
      return { organizationId: uuidAt(body, 0), id: uuidAt(body, UUID_BYTES) }
    },
  }
}

function bytesOf(uuid: Uuid): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

function uuidAt(bytes: Buffer, start: number): Uuid {
  const hex = bytes.toString('hex', start, start + UUID_BYTES)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
