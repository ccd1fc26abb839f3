// Receives an HTTP gateway's receipts and inbound messages at its account's address, with the proof that the account
// describes. Calls are stored unparsed and acknowledged, and processed later.

import { hash } from 'node:crypto'
import { ok, open, type Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { refusal } from '#kit/refusals.ts'
import { Type } from '#kit/wire.ts'
import { callbackPath } from '../../accounts/callback.ts'
import type { KeepArrivals } from '../../arrivals/arrival.ts'
import { type Brought, hasNameless, writeBrought } from './brought.ts'
import type { ProofDescription } from './callbacks.ts'
import { createSmsCallees } from './callee.ts'
import { isProven } from './proof.ts'
import { NamelessCalls } from './repetitions.ts'

export const SMS_HTTP = 'sms_http'
const BODY_BYTES_MAX = 1024 * 1024

export function smsWebhookRoutes(app: App, keep: KeepArrivals): Route[] {
  const { clock, log } = app
  const nameless = new NamelessCalls()

  const route = (method: 'GET' | 'POST', kind: Brought['kind']): Route =>
    open({
      method,
      path: kind === 'reports' ? callbackPath('sms') : `${callbackPath('sms')}/incoming`,
      tag: 'Callbacks',
      calleeOf: createSmsCallees(app, kind),
      ...(method === 'POST' ? { takes: ['json', 'form'] as const, bodyBytesMax: BODY_BYTES_MAX } : {}),
      summary: kind === 'reports' ? 'Reports of an SMS gateway' : 'Received SMS of an SMS gateway',
      description:
        'As the account describes it in `callbacks`, with its proof. It is kept before it is answered: what could not be kept is a 503, so that the gateway brings it again.',
      responses: { 200: Type.Object({ received: Type.Boolean() }) },
      async handle({ callee, headers, query, rawBody }) {
        const { organizationId, proof, key, described } = callee
        const given = textsOf(query as Record<string, unknown>)
        if (!isProven(proof, key, { headers, query: given, rawBody: rawBody ?? Buffer.alloc(0), at: clock() })) {
          log.warn({ organization_id: organizationId }, 'SMS webhook authentication failed')
          throw refusal('unauthenticated', 'gateway_not_verified')
        }
        const brought = broughtBy(method, kind, { headers, rawBody, given, proof })
        const body = writeBrought(brought)
        const content = hash('sha256', body, 'hex')
        const receivedAt = clock()
        const arrival = { organizationId, channel: 'sms', source: SMS_HTTP, body, receivedAt } as const
        if (kind === 'reports' || described === null || !hasNameless(brought, described)) {
          await keep([{ ...arrival, fingerprint: content }])
          return ok({ received: true })
        }
        const call = nameless.fingerprintOf(`${organizationId} ${content}`, receivedAt.getTime())
        try {
          await keep([{ ...arrival, fingerprint: call.fingerprint.slice(organizationId.length + 1) }])
        } finally {
          call.ended(clock().getTime())
        }
        return ok({ received: true })
      },
    })

  return (['reports', 'incoming'] as const).flatMap((kind) => [route('GET', kind), route('POST', kind)])
}

interface Call {
  headers: Record<string, string | string[] | undefined>
  rawBody: Buffer | undefined
  given: URLSearchParams
  proof: ProofDescription
}

function broughtBy(method: string, kind: Brought['kind'], { headers, rawBody, given, proof }: Call): Brought {
  if (method === 'GET') {
    const fields = new URLSearchParams(given)
    // The token is not stored.
    if (proof.by === 'query') fields.delete(proof.name)
    return { kind, format: 'query', content: fields.toString() }
  }
  const isForm = String(headers['content-type']).trim().toLowerCase().startsWith('application/x-www-form-urlencoded')
  return { kind, format: isForm ? 'form' : 'json', content: rawBody?.toString('utf8') ?? '' }
}

/** Parameters with a single text each. */
const textsOf = (query: Record<string, unknown>): URLSearchParams =>
  new URLSearchParams(Object.entries(query).filter((one): one is [string, string] => typeof one[1] === 'string'))
