// What all webhooks of real gateways have in common: they prove themselves by a signature over the raw bytes, or
// nothing is read.

import { sameSecret } from '#kit/crypto.ts'
import { refusal } from '#kit/refusals.ts'
import { parseExact, Unreadable } from './exact-json.ts'
import type { GatewayEvent, Headers, UnusedEvent } from './gateway.ts'

export const forged = () => refusal('unauthenticated', 'gateway_webhook_forged')

export function headerOf(headers: Headers, name: string): string {
  const value = headers[name]
  if (typeof value !== 'string' || value === '') throw forged()
  return value
}

/** In constant time. */
export function mustBeSame(given: string, expected: string): void {
  if (!sameSecret(given, expected)) throw forged()
}

/** Signed, so it is from the gateway and could not be parsed: 422, and the gateway sends it again. */
export function readWebhook(
  rawBody: Buffer,
  read: (body: unknown) => (GatewayEvent | UnusedEvent)[],
): (GatewayEvent | UnusedEvent)[] {
  try {
    return read(parseExact(rawBody.toString('utf8')))
  } catch (error) {
    if (error instanceof Unreadable) throw shapeRefusal(error.message)
    throw error
  }
}

export const shapeRefusal = (problem: string) => refusal('invalid_content', 'gateway_webhook_not_readable', { problem })
