// Finds the organization of an order, payment or mandate by the gateway's id: all webhooks of an installation's account
// arrive at one address, and their own claims about organizations are not trusted.

import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { GatewayEvent } from './providers/gateway.ts'
import * as queries from './queries.ts'

/** Called in the transaction that first stores the gateway's id. */
export async function recordReference(tx: Tx, gateway: string, reference: string, organizationId: Uuid): Promise<void> {
  await tx.run(queries.recordReference(gateway, reference, organizationId))
}

export async function organizationsAt(tx: Tx, gateway: string): Promise<Uuid[]> {
  return (await tx.rows<{ org_id: Uuid }>(queries.organizationsAt(gateway))).map(({ org_id }) => org_id)
}

/** The gateway's ids by which an event is looked up; a payment that was not captured is known by its order. */
const referencesOf: {
  [Of in GatewayEvent['object']]: (event: Extract<GatewayEvent, { object: Of }>) => (string | null | undefined)[]
} = {
  payment: ({ orderId }) => [orderId],
  refund: ({ paymentId, orderId }) => [paymentId, orderId],
  dispute: ({ paymentId, orderId }) => [paymentId, orderId],
  mandate: ({ token }) => [token],
}

/**
 * True when an unknown event certainly does not concern us: orders are stored before anybody can pay them, customers
 * before they can authorize a mandate, and everything else carries a reference of ours. Otherwise it may be ours.
 */
export async function isForeign(tx: Tx, gateway: string, event: GatewayEvent): Promise<boolean> {
  if (event.object !== 'mandate') return event.lacksOurReference === true
  return event.customer !== undefined && !(await tx.row(queries.organizationOf(gateway, event.customer)))
}

/** Null when it belongs to no organization, or is not recorded yet. */
export async function organizationOf(tx: Tx, gateway: string, event: GatewayEvent): Promise<Uuid | null> {
  const references = referencesOf[event.object](event as never)
  return organizationNamed(
    tx,
    gateway,
    references.flatMap((reference) => reference ?? []),
  )
}

/** The organization of one of these gateway ids of a payment or order; null when none is known. */
export async function organizationNamed(tx: Tx, gateway: string, references: readonly string[]): Promise<Uuid | null> {
  for (const reference of references) {
    const row = await tx.row<{ org_id: Uuid }>(queries.organizationOf(gateway, reference))
    if (row) return row.org_id
  }
  return null
}
