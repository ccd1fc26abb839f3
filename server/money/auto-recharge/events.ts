// Events of auto-recharge: one for every automatic step. spec 10.24.

import { declareEvents } from '#events/declaration.ts'
import type { Uuid } from '#kit/ids.ts'
import { Out, oneOf, seconds, Type } from '#kit/wire.ts'
import { Recharge } from '#money/recharges/schema.ts'
import type { SettingsRow } from './queries.ts'
import {
  type GraceOutcome,
  graceEnd,
  graceOutcomes,
  type Limit,
  type LinkReason,
  limitNames,
  linkReasons,
} from './rules.ts'
import { AutoRechargeSettings } from './schema.ts'
import { showSettings } from './show.ts'
import type { Known } from './store.ts'

const Grace = Type.Object({
  about: Type.Literal('auto_recharge'),
  started_at: Out.time(),
  grace_until: Out.time(),
  failed_attempts: Type.Integer(),
  outcome: Out.nullable(oneOf(graceOutcomes, 'GraceOutcome')),
})

export const autoRechargeEvents = declareEvents(
  { object: 'org', readers: { permission: 'balance.view' } },
  {
    'auto_recharge.updated': {
      description: 'The organization changed its auto-recharge settings.',
      payload: AutoRechargeSettings,
    },
    'auto_recharge.limited': {
      description:
        'The balance is below the threshold, but a limit prevents another automatic recharge until `limited_until`.',
      payload: Type.Object({ ...AutoRechargeSettings.properties, reason: oneOf(limitNames, 'AutoRechargeLimit') }),
    },
    'auto_recharge.debit_requested': {
      object: 'rech',
      description: 'A debit of the mandate was requested from the gateway. It is due at `debit_at`.',
      payload: Type.Object({ ...Recharge.properties, debit_at: Out.time() }),
    },
    'auto_recharge.retry_scheduled': {
      description: 'An automatic payment failed and will be retried at `next_attempt_at`.',
      payload: AutoRechargeSettings,
    },
    'auto_recharge.switched_off': {
      description: 'The grace period ended without a payment, and auto-recharge was turned off.',
      payload: AutoRechargeSettings,
    },
    'recharge.payment_requested': {
      object: 'rech',
      description: 'No mandate covers an automatic recharge. It must be paid manually at its `checkout_url`.',
      payload: Type.Object({ ...Recharge.properties, reason: Out.nullable(oneOf(linkReasons, 'PaymentLinkReason')) }),
    },
    'grace.started': { description: 'An automatic payment failed, and a grace period started.', payload: Grace },
    'grace.ended': { description: 'The grace period ended; see `outcome`.', payload: Grace },
  },
)

/** The current settings. */
export const autoRechargeChanged = (
  type: 'updated' | 'retry_scheduled' | 'switched_off',
  organizationId: Uuid,
  known: Known,
  at: Date,
) => autoRechargeEvents.event(`auto_recharge.${type}`, organizationId, showSettings(known, at))

export const autoRechargeLimited = (organizationId: Uuid, known: Known, { by, until }: Limit, at: Date) =>
  autoRechargeEvents.event('auto_recharge.limited', organizationId, {
    ...showSettings(known, at),
    reason: by,
    limited_until: seconds(until),
  })

/** The gateway was asked to debit. It notifies the customer itself, in addition to this event. */
export const debitRequested = (id: Uuid, recharge: Recharge, debitAt: Date) =>
  autoRechargeEvents.event('auto_recharge.debit_requested', id, { ...recharge, debit_at: seconds(debitAt) })

/** No mandate covers it: somebody must pay at the checkout_url. */
export const paymentRequested = (id: Uuid, recharge: Recharge, reason: LinkReason | null) =>
  autoRechargeEvents.event('recharge.payment_requested', id, { ...recharge, reason })

/** `outcome` null at its start. */
export function graceChanged(
  organizationId: Uuid,
  { grace_started_at, failed_attempts }: SettingsRow,
  outcome: GraceOutcome | null,
) {
  if (grace_started_at === null) throw new Error('there is no grace')
  return autoRechargeEvents.event(outcome === null ? 'grace.started' : 'grace.ended', organizationId, {
    about: 'auto_recharge',
    started_at: seconds(grace_started_at),
    grace_until: seconds(graceEnd(grace_started_at)),
    failed_attempts,
    outcome,
  })
}
