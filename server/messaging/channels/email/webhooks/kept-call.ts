// Storage format of a webhook call: a JSON line about it, and its raw body.

import { NotUnderstood } from '../../arrivals/arrival.ts'
import { type WebhookProviderName, webhookProviderNames } from '../rules.ts'

/** The source name of its reader. */
export const MAIL_WEBHOOK_SOURCE = 'mail_webhook'

export interface KeptCall {
  provider: WebhookProviderName
  contentType: string
  body: Buffer
}

export function packCall({ body, ...about }: KeptCall): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(about)}\n`), body])
}

export function unpackCall(kept: Buffer): KeptCall {
  const end = kept.indexOf('\n')
  try {
    const { provider, contentType } = JSON.parse(kept.toString('utf8', 0, end)) as KeptCall
    if (webhookProviderNames.includes(provider) && typeof contentType === 'string')
      return { provider, contentType, body: kept.subarray(end + 1) }
  } catch {
    // Refused below.
  }
  throw new NotUnderstood('not a webhook stored by Samvad')
}
