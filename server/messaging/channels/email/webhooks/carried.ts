// What a provider is to carry along with a mail, so that it can say which one it speaks of. Mailgun keeps our
// Message-ID, SES tells our return path; Postmark has names of its own for everything.

import type { WebhookProviderName } from '../rules.ts'

/** Of Postmark's metadata. */
export const CARRIED = 'samvad'

/** `delivery`: its public id. */
export function carriedHeaders(
  provider: WebhookProviderName | null | undefined,
  delivery: string,
): Record<string, string> {
  return provider === 'postmark' ? { [`X-PM-Metadata-${CARRIED}`]: delivery, 'X-PM-KeepID': 'true' } : {}
}
