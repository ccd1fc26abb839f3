// Metadata that a provider returns with its events to identify a mail. Mailgun keeps our Message-ID, SES reports our
// return path; Postmark uses its own ids for everything.

import type { WebhookProviderName } from '../rules.ts'

/** The key in Postmark's metadata. */
export const CARRIED = 'samvad'

/** `delivery`: its public id. */
export function carriedHeaders(
  provider: WebhookProviderName | null | undefined,
  delivery: string,
): Record<string, string> {
  return provider === 'postmark' ? { [`X-PM-Metadata-${CARRIED}`]: delivery, 'X-PM-KeepID': 'true' } : {}
}
