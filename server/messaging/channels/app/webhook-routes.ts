// Receives Meta's webhooks with messages and statuses. The address identifies the account, the signature over the raw
// bytes authenticates Meta; the webhook is stored unparsed and acknowledged, and processed later.

import { hash } from 'node:crypto'
import { ok, open, type Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { sameSecret, signature } from '#kit/crypto.ts'
import type { Uuid } from '#kit/ids.ts'
import { refusal } from '#kit/refusals.ts'
import { Type } from '#kit/wire.ts'
import { callbackPath } from '../accounts/callback.ts'
import type { OfOrganization } from '../accounts/callee.ts'
import { FOR_ALL, sharedSource } from '../accounts/shared.ts'
import type { KeepArrivals } from '../arrivals/arrival.ts'
import { type Callee, createAppCallees } from './callee.ts'

export const CLOUD_API = 'cloud_api'
const SHARED = sharedSource(CLOUD_API)
const sourceOf = (organizationId: Uuid) => (organizationId === FOR_ALL ? SHARED : CLOUD_API)
/** Meta's own limit. */
const WEBHOOK_BYTES_MAX = 3 * 1024 * 1024
/** Meta's challenge is a number of a dozen digits. */
const CHALLENGE = /^[\w.~-]{1,200}$/

type Header = string | string[] | undefined

export function appWebhookRoutes(app: App, keep: KeepArrivals): Route[] {
  const common = { path: callbackPath('app'), tag: 'Callbacks', calleeOf: createAppCallees(app) }

  function mustBeSigned({ organizationId, appSecrets }: Callee & OfOrganization, rawBody: Buffer, given: Header): void {
    const isSigned = appSecrets.some((secret) =>
      sameSecret(typeof given === 'string' ? given : '', `sha256=${signature('sha256', secret, rawBody)}`),
    )
    if (isSigned) return
    app.log.warn({ organization_id: organizationId }, 'WhatsApp webhook signature is invalid')
    throw refusal('unauthenticated', 'webhook_not_signed')
  }

  return [
    open({
      ...common,
      method: 'GET',
      summary: 'Verification of the webhook of the app channel',
      description: "Meta's question whether the address is ours: its challenge is repeated for the right verify token.",
      produces: 'text/plain',
      responses: { 200: null },
      async handle({ callee, query }) {
        const {
          'hub.mode': mode,
          'hub.verify_token': word,
          'hub.challenge': challenge,
        } = query as Record<string, unknown>
        const isRight = mode === 'subscribe' && typeof word === 'string' && callee.isVerifyToken(word)
        if (!isRight || typeof challenge !== 'string' || !CHALLENGE.test(challenge))
          throw refusal('permission_denied', 'verify_token_wrong')
        return { status: 200, raw: { contentType: 'text/plain; charset=utf-8', content: challenge } }
      },
    }),
    open({
      ...common,
      method: 'POST',
      takes: ['json'],
      bodyBytesMax: WEBHOOK_BYTES_MAX,
      summary: 'Webhook of the app channel',
      description:
        'Proves itself by `X-Hub-Signature-256` over the raw bytes. It is kept before it is answered: what could not be kept is a 503, so that Meta brings it again.',
      responses: { 200: Type.Object({ received: Type.Boolean() }) },
      async handle({ callee, headers, rawBody }) {
        mustBeSigned(callee, rawBody, headers['x-hub-signature-256'])
        const { organizationId } = callee
        const fingerprint = hash('sha256', rawBody, 'hex')
        await keep([
          {
            organizationId,
            channel: 'app',
            source: sourceOf(organizationId),
            fingerprint,
            body: rawBody,
            receivedAt: app.clock(),
          },
        ])
        return ok({ received: true })
      },
    }),
  ]
}
