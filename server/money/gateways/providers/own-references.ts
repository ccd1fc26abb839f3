// Whether a webhook can be about something of ours at all: the account may serve another system too, of which the
// gateway tells us as well. What carries no reference of ours and is not known is somebody else's.

import { parseTypeId } from '#kit/ids.ts'
import { Unreadable } from './exact-json.ts'
import type { GatewayDisputeEvent, GatewayPaymentEvent, GatewayRefundEvent, UnusedEvent } from './gateway.ts'

/** The form of the names that we give to orders and refunds. */
export function isOurReference(name: unknown): boolean {
  return typeof name === 'string' && (['rech', 'rfnd'] as const).some((prefix) => parseTypeId(prefix, name) !== null)
}

/** What is somebody else's need not be of the shape that we expect: another currency, say. */
export function unlessForeign<R extends GatewayPaymentEvent | GatewayRefundEvent | GatewayDisputeEvent>(
  kind: string,
  hasOurReference: boolean,
  read: () => R | null,
): (R | UnusedEvent)[] {
  const unused: UnusedEvent = { object: 'unused', kind }
  try {
    const event = read()
    if (event === null) return [unused]
    return [hasOurReference ? event : { ...event, lacksOurReference: true }]
  } catch (error) {
    if (error instanceof Unreadable && !hasOurReference) return [unused]
    throw error
  }
}
