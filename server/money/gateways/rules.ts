// The words of payments, for every gateway: how one pays, what can go wrong, and where the customer goes. Pure.

import type { Uuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'

/** The wallet's statement has the same words. */
export { type FailureReason, failureReasons, type PaymentMethod, paymentMethods } from '#money/wallet/rules.ts'

/** A gateway that does not answer costs its timeout: asked one after the other, a few would hold up all. */
export const CALLS_AT_ONCE = 5

const placeOf = (organizationId: Uuid, rechargeId: Uuid) =>
  `${publicId('org', organizationId)}/${publicId('rech', rechargeId)}`

/** Our page that leads to a real gateway's. */
export const checkoutPath = (organizationId: Uuid, rechargeId: Uuid): string =>
  `/checkout/${placeOf(organizationId, rechargeId)}`

/** Where the gateway's page sends the browser back to. */
export const returnPath = (organizationId: Uuid, rechargeId: Uuid): string =>
  `/checkout/return/${placeOf(organizationId, rechargeId)}`

/** Where the console shows what became of it. Whoever pays may be nobody of the console: it is offered, not gone to. */
export const consolePath = (organizationId: Uuid, rechargeId: Uuid): string =>
  `/console/${publicId('org', organizationId)}/billing/recharge/${publicId('rech', rechargeId)}`
