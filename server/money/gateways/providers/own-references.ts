// Whether a webhook can be about something of ours at all: the account may serve another system too, of which the
// gateway tells us as well. What carries no reference of ours and is not known is somebody else's.

import { parseTypeId } from '#kit/ids.ts'
import { maybeText, Unreadable } from './exact-json.ts'
import type { GatewayDisputeEvent, GatewayPaymentEvent, GatewayRefundEvent, UnusedEvent } from './gateway.ts'

/** The form of the names that we give to orders and refunds. */
export function isOurReference(name: unknown): boolean {
  return (
    typeof name === 'string' && (['rech', 'spay', 'rfnd'] as const).some((prefix) => parseTypeId(prefix, name) !== null)
  )
}

/** By what a webhook can be known. */
export interface Names {
  hasOurReference: boolean
  /** The gateway's names of the payment and its order, as they stand there. */
  references: unknown[]
}

/** What is somebody else's need not be of the shape that we expect: another currency, say. */
export function unlessForeign<R extends GatewayPaymentEvent | GatewayRefundEvent | GatewayDisputeEvent>(
  kind: string,
  { hasOurReference, references }: Names,
  read: () => R | null,
): (R | UnusedEvent)[] {
  const unused: UnusedEvent = { object: 'unused', kind }
  try {
    const event = read()
    if (event === null) return [unused]
    return [hasOurReference ? event : { ...event, lacksOurReference: true }]
  } catch (error) {
    if (error instanceof Unreadable && !hasOurReference) {
      const known = references.flatMap((one) => maybeText(one) ?? [])
      return [{ ...unused, unreadable: { why: error.message, references: known } }]
    }
    throw error
  }
}
