// What auto-recharge tells: every step of it, so that nothing that happens by itself happens unseen. decisions §5 "Grace".

import type { NewEvent } from '#kit/events.ts'
import type { Uuid } from '#kit/ids.ts'
import { publicId, seconds } from '#kit/wire.ts'
import type { Recharge } from '#recharges/schema.ts'
import type { MandateRow } from './mandate-queries.ts'
import type { SettingsRow } from './queries.ts'
import { graceEnd, type Limit, type LinkReason } from './rules.ts'
import { showMandate, showSettings } from './show.ts'
import type { Known } from './state.ts'

/** The settings as they are now. `limited`: nothing is begun until `limited_until`. */
export const autoRechargeChanged = (
  type: 'updated' | 'retry_scheduled' | 'switched_off',
  organizationId: Uuid,
  known: Known,
  at: Date,
): NewEvent => ({ type: `auto_recharge.${type}`, objectId: organizationId, payload: showSettings(known, at) })

export const autoRechargeLimited = (organizationId: Uuid, known: Known, { by, until }: Limit, at: Date): NewEvent => ({
  type: 'auto_recharge.limited',
  objectId: organizationId,
  payload: { ...showSettings(known, at), reason: by, limited_until: seconds(until) },
})

/** The gateway was asked to debit; the customer is told by it, and by whoever reads this. */
export const debitRequested = (id: Uuid, recharge: Recharge, debitAt: Date): NewEvent => ({
  type: 'auto_recharge.debit_requested',
  objectId: id,
  payload: { ...recharge, debit_at: seconds(debitAt) },
})

/** No mandate covers it: somebody has to pay at the checkout_url. */
export const paymentRequested = (id: Uuid, recharge: Recharge, reason: LinkReason | null): NewEvent => ({
  type: 'recharge.payment_requested',
  objectId: id,
  payload: { ...recharge, reason },
})

export type GraceOutcome = 'paid' | 'funded' | 'mandate_renewed' | 'disabled' | 'switched_off'

/** `outcome` null at its start. */
export function graceChanged(
  organizationId: Uuid,
  { grace_started_at, failed_attempts }: SettingsRow,
  outcome: GraceOutcome | null,
): NewEvent {
  if (grace_started_at === null) throw new Error('there is no grace')
  return {
    type: outcome === null ? 'grace.started' : 'grace.ended',
    objectId: organizationId,
    payload: {
      about: 'auto_recharge',
      started_at: seconds(grace_started_at),
      grace_until: seconds(graceEnd(grace_started_at)),
      failed_attempts,
      outcome,
    },
  }
}

export const mandateChanged = (type: 'given' | 'updated' | 'ended', mandate: MandateRow): NewEvent => ({
  type: `mandate.${type}`,
  objectId: mandate.id,
  payload: { ...showMandate(mandate), recharge_id: publicId('rech', mandate.recharge_id) },
})
