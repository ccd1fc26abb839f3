// Decides whether a webhook can concern our objects: the account may also serve another system, whose events we receive
// too. An unknown object without a reference of ours belongs to that system.

import { parseTypeId } from '#kit/ids.ts'
import { maybeText, Unreadable } from './exact-json.ts'
import type { GatewayDisputeEvent, GatewayPaymentEvent, GatewayRefundEvent, UnusedEvent } from './gateway.ts'

/** True for the format of our references of orders and refunds. */
export function isOurReference(name: unknown): boolean {
  return (
    typeof name === 'string' && (['rech', 'spay', 'rfnd'] as const).some((prefix) => parseTypeId(prefix, name) !== null)
  )
}

/** The references in a webhook. */
export interface Names {
  hasOurReference: boolean
  /** The gateway's ids of the payment and its order, unvalidated. */
  references: unknown[]
}

/** Another system's objects may have an unexpected form, for example another currency. */
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
