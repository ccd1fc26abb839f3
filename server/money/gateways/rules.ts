// The words of payments, for every gateway: how one pays, what can go wrong, and where the customer goes. Pure.

import { type Prefix, parseTypeId, type Uuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'

/** The wallet's statement has the same words. */
export { type FailureReason, failureReasons, type PaymentMethod, paymentMethods } from '#money/wallet/rules.ts'

/** A gateway that does not answer costs its timeout: asked one after the other, a few would hold up all. */
export const CALLS_AT_ONCE = 5

/** What a payment through a gateway is for. */
export const purposes = ['recharge', 'subscription'] as const
export type Purpose = (typeof purposes)[number]

/** Prefixes of the public ids, by which gateways also know the payments: their receipts. */
const prefixes = { recharge: 'rech', subscription: 'spay' } as const satisfies Record<Purpose, Prefix>

declare const isReceipt: unique symbol
/** The public id of a payment, under which its order is placed. */
export type Receipt = string & { readonly [isReceipt]: true }

export const receiptOf = ({ purpose, id }: { purpose: Purpose; id: Uuid }): Receipt =>
  publicId(prefixes[purpose], id) as Receipt

/** The payment of a receipt. */
export function paymentOfReceipt(receipt: string): { purpose: Purpose; id: Uuid } | null {
  for (const purpose of purposes) {
    const id = parseTypeId(prefixes[purpose], receipt)
    if (id !== null) return { purpose, id }
  }
  return null
}

export const isForSubscription = (receipt: string): boolean => receipt.startsWith(prefixes.subscription)
const checkoutOf = (receipt: Receipt): string => (isForSubscription(receipt) ? '/checkout/subscriptions' : '/checkout')

/** Our page that leads to a real gateway's. */
export const checkoutPath = (organizationId: Uuid, receipt: Receipt): string =>
  `${checkoutOf(receipt)}/${publicId('org', organizationId)}/${receipt}`

/** Where the gateway's page sends the browser back to. */
export const returnPath = (organizationId: Uuid, receipt: Receipt): string =>
  `${checkoutOf(receipt)}/return/${publicId('org', organizationId)}/${receipt}`

/** Where the console shows what became of it. Whoever pays may be nobody of the console: it is offered, not gone to. */
export const consolePath = (organizationId: Uuid, receipt: Receipt): string => {
  const console = `/console/${publicId('org', organizationId)}/billing`
  return isForSubscription(receipt) ? `${console}/plan` : `${console}/recharge/${receipt}`
}
