// Tracking links of opens and clicks: an HMAC over organization, delivery and target URL. They redirect only to that
// URL, contain neither contact nor address, and need no stored rows.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { bytesOf, UUID_BYTES, uuidAt } from '#messaging/channels/email/uuid-bytes.ts'

const PURPOSE = 'campaign link'
const MAC_BYTES = 16
const BODY_BYTES = 2 * UUID_BYTES
const TOKEN_CHARACTERS = Math.ceil(((BODY_BYTES + MAC_BYTES) * 4) / 3)
/** Signed instead of a URL for the tracking image. */
const NOWHERE = ''

export interface CampaignMail {
  organizationId: Uuid
  deliveryId: Uuid
}

export interface CampaignLinks {
  /** The URL of the tracking image. */
  imageOf(mail: CampaignMail): string
  linkTo(mail: CampaignMail, url: string): string
  /** Null for an invalid token. `url`: the target of a link. */
  read(token: string, url?: string): CampaignMail | null
  /** Prefix of links that are never counted. */
  untouched: string
}

export function createCampaignLinks({ sealer, settings }: Pick<App, 'sealer' | 'settings'>): CampaignLinks {
  const macOf = (key: Buffer, body: Buffer, url: string) =>
    createHmac('sha256', key).update(body).update(url).digest().subarray(0, MAC_BYTES)
  const tokenOf = ({ organizationId, deliveryId }: CampaignMail, url: string) => {
    const body = Buffer.concat([bytesOf(organizationId), bytesOf(deliveryId)])
    return Buffer.concat([body, macOf(sealer.keyFor(PURPOSE), body, url)]).toString('base64url')
  }
  return {
    imageOf: (mail) => `${settings.publicUrl}/i/${tokenOf(mail, NOWHERE)}`,
    linkTo: (mail, url) => `${settings.publicUrl}/l/${tokenOf(mail, url)}?u=${encodeURIComponent(url)}`,
    read(token, url = NOWHERE) {
      const bytes = Buffer.from(token, 'base64url')
      // Encoded again, so that only one spelling of a token is valid.
      if (token.length !== TOKEN_CHARACTERS || bytes.toString('base64url') !== token) return null
      const body = bytes.subarray(0, BODY_BYTES)
      const mac = bytes.subarray(BODY_BYTES)
      if (!sealer.keysFor(PURPOSE).some((key) => timingSafeEqual(mac, macOf(key, body, url)))) return null
      return { organizationId: uuidAt(body, 0), deliveryId: uuidAt(body, UUID_BYTES) }
    },
    untouched: `${settings.publicUrl}/unsubscribe/`,
  }
}
