// Ends mandates: the customer revokes one, another one replaces it, or the subscription ends.

import { emit } from '#events/actions.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { absent } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import * as audit from '#people/audit/actions.ts'
import { mandateChanged } from './events.ts'
import type { MandateRow } from './mandate-queries.ts'
import * as queries from './mandate-queries.ts'
import { authorizedBy, type MandateEndReason } from './mandate-show.ts'

/** An organization's mandates of one purpose. */
export interface Mandated {
  mandates: MandateRow[]
}

/**
 * Revokes all mandates: nothing is debited from now on, and the gateway is notified after the commit. Returns true when
 * there was one.
 */
export async function cancelAll(
  tx: Tx,
  scope: Scope,
  { mandates }: Mandated,
  doer: audit.Doer,
  reason: MandateEndReason | null = null,
): Promise<boolean> {
  const living = mandates.filter(({ ended_at }) => ended_at === null)
  for (const mandate of living) await cancel(tx, scope, mandate, doer, reason)
  return living.length > 0
}

/** Like `cancelAll`; 404 when there is none. */
export async function cancelCurrent(tx: Tx, scope: Scope, mandated: Mandated | null, doer: audit.Doer): Promise<void> {
  if (!mandated || !(await cancelAll(tx, scope, mandated, doer))) throw absent('mandate')
}

export async function cancel(
  tx: Tx,
  scope: Scope,
  mandate: MandateRow,
  doer: audit.Doer,
  reason: MandateEndReason | null,
  toldAt: Date | null = null,
): Promise<void> {
  const { organizationId, at } = scope
  mandate.status = 'cancelled'
  mandate.ended_at = at
  mandate.check_at = null
  mandate.check_count = 0
  mandate.cancel_at = toldAt !== null && toldAt > at ? toldAt : at
  await tx.run(queries.saveState(organizationId, mandate))
  await emit(tx, organizationId, at, [mandateChanged('ended', mandate, { endReason: reason })])
  audit.record(tx, scope, doer, entryOf('mandate.ended', mandate, reason))
}

export function entryOf(
  action: 'mandate.given' | 'mandate.ended',
  mandate: MandateRow,
  reason: MandateEndReason | null = null,
): audit.Entry {
  const { gateway, status } = mandate
  const details = { gateway, status, ...(reason === null ? {} : { end_reason: reason }), ...authorizedBy(mandate) }
  return { action, object: publicId('mand', mandate.id), details }
}
