// Signed links for exports: an HMAC over organization, export, the token that requested the link, and its expiry.
// Nothing is stored, and a link works only while that token may see the export.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'

const PURPOSE = 'export'
const UUID_BYTES = 16
const TIME_BYTES = 6
const MAC_BYTES = 16
const BODY_BYTES = 3 * UUID_BYTES + TIME_BYTES
const TOKEN_CHARACTERS = Math.ceil(((BODY_BYTES + MAC_BYTES) * 4) / 3)

/** The export of a link, and the token or session that requested it. */
export interface Linked {
  organizationId: Uuid
  exportId: Uuid
  bearerId: Uuid
}

export interface ExportLinks {
  to(linked: Linked, until: Date): string
  /** Null for an invalid or expired token. */
  read(token: string): Linked | null
}

export function createExportLinks({
  sealer,
  settings,
  clock,
}: Pick<App, 'sealer' | 'settings' | 'clock'>): ExportLinks {
  const macOf = (key: Buffer, body: Buffer) => createHmac('sha256', key).update(body).digest().subarray(0, MAC_BYTES)
  return {
    to({ organizationId, exportId, bearerId }, until) {
      const ids = [organizationId, exportId, bearerId].map((id) => Buffer.from(id.replaceAll('-', ''), 'hex'))
      const body = Buffer.concat([...ids, Buffer.alloc(TIME_BYTES)])
      body.writeUIntBE(Math.floor(until.getTime() / 1000), 3 * UUID_BYTES, TIME_BYTES)
      const token = Buffer.concat([body, macOf(sealer.keyFor(PURPOSE), body)]).toString('base64url')
      return `${settings.publicUrl}/exports/${token}`
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url')
      // Re-encoded, so that a token has only one valid spelling.
      if (token.length !== TOKEN_CHARACTERS || bytes.toString('base64url') !== token) return null
      const body = bytes.subarray(0, BODY_BYTES)
      const mac = bytes.subarray(BODY_BYTES)
      if (!sealer.keysFor(PURPOSE).some((key) => timingSafeEqual(mac, macOf(key, body)))) return null
      if (body.readUIntBE(3 * UUID_BYTES, TIME_BYTES) * 1000 <= clock().getTime()) return null
      const [organizationId, exportId, bearerId] = [0, 1, 2].map((place) => uuidAt(body, place * UUID_BYTES)) as [
        Uuid,
        Uuid,
        Uuid,
      ]
      return { organizationId, exportId, bearerId }
    },
  }
}

function uuidAt(bytes: Buffer, start: number): Uuid {
  const hex = bytes.toString('hex', start, start + UUID_BYTES)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
