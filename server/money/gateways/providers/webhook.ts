// Common to the webhooks of real gateways: nothing is parsed before the signature over the raw bytes is verified.

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

/** Compares in constant time. */
export function mustBeSame(given: string, expected: string): void {
  if (!sameSecret(given, expected)) throw forged()
}

/** The signature was valid, so the gateway sent something that cannot be parsed: 422, and it sends it again. */
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
