// Receives mail providers' webhooks. The address identifies the account, the provider's own proof authenticates it; the
// call is stored unparsed and acknowledged, and processed later.

import { ok, open, type Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { refusal } from '#kit/refusals.ts'
import { Type } from '#kit/wire.ts'
import { callbackPath } from '../../accounts/callback.ts'
import type { OfOrganization } from '../../accounts/callee.ts'
import type { KeepArrivals } from '../../arrivals/arrival.ts'
import { type Callee, createEmailCallees } from './callee.ts'
import { MAIL_WEBHOOK_SOURCE, packCall } from './kept-call.ts'
import type { Call, Proven } from './provider.ts'
import { createWebhookProviders, type WebhookProviders } from './providers.ts'

/** A mail of 25 MB, enlarged by its encoding. */
const WEBHOOK_BYTES_MAX = 40 * 1024 * 1024

export function emailWebhookRoutes(
  app: App,
  keep: KeepArrivals,
  providers: WebhookProviders = createWebhookProviders(app),
): Route[] {
  async function mustBeProven(callee: Callee & OfOrganization, call: Call): Promise<Proven> {
    const { organizationId, provider } = callee
    const proven = await providers[provider].prove(call, callee, app.clock()).catch((err: unknown) => {
      app.log.warn({ err, organization_id: organizationId, provider }, 'mail webhook verification failed')
      throw refusal('temporarily_unavailable', 'mail_webhook_not_checked')
    })
    if (proven !== null) return proven
    app.log.warn({ organization_id: organizationId, provider }, 'mail webhook signature is invalid')
    throw refusal('unauthenticated', 'mail_webhook_not_verified')
  }

  const path = callbackPath('email')
  return [
    open({
      method: 'POST',
      path,
      calleeOf: createEmailCallees(app),
      // Mailgun posts raw mails to addresses with this ending.
      aliases: [`${path}/mime`],
      tag: 'Callbacks',
      takes: ['json', 'text', 'form', 'multipart'],
      isReadRaw: true,
      bodyBytesMax: WEBHOOK_BYTES_MAX,
      summary: 'Webhook of the email channel',
      description:
        "For Mailgun, Amazon SES (through SNS) and Postmark, as the email account's `inbound` says. Each proves itself in its own way. It is kept before it is answered: what could not be kept is a 503, so that the provider brings it again.",
      responses: { 200: Type.Object({ received: Type.Boolean() }) },
      async handle({ callee, headers, rawBody: body }) {
        const { 'content-type': contentType = '', authorization = null } = headers
        const call = { contentType: String(contentType), authorization: authorization && String(authorization), body }
        const { fingerprint } = await mustBeProven(callee, call)
        const { organizationId, provider } = callee
        await keep([
          {
            organizationId,
            channel: 'email',
            source: MAIL_WEBHOOK_SOURCE,
            fingerprint,
            body: packCall({ provider, contentType: call.contentType, body }),
            receivedAt: app.clock(),
          },
        ])
        return ok({ received: true })
      },
    }),
  ]
}
