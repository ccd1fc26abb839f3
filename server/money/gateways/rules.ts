// Common terms of payments for all gateways: methods, failure reasons, and the pages that customers visit. Pure.

import { type Prefix, parseTypeId, type Uuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'

/** The wallet's statement uses the same terms. */
export { type FailureReason, failureReasons, type PaymentMethod, paymentMethods } from '#money/wallet/rules.ts'

/** A gateway that does not respond costs its timeout: with sequential calls a few would delay all others. */
export const CALLS_AT_ONCE = 5

/** The purpose of a payment through a gateway. */
export const purposes = ['recharge', 'subscription'] as const
export type Purpose = (typeof purposes)[number]

/** Prefixes of the public ids of payments, which are also their receipts at gateways. */
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

/** The page to which the gateway's page returns the browser. */
export const returnPath = (organizationId: Uuid, receipt: Receipt): string =>
  `${checkoutOf(receipt)}/return/${publicId('org', organizationId)}/${receipt}`

/**
 * The console page that shows the result. It is offered as a link without a redirect, because the payer may not be a
 * console user.
 */
export const consolePath = (organizationId: Uuid, receipt: Receipt): string => {
  const console = `/console/${publicId('org', organizationId)}/billing`
  return isForSubscription(receipt) ? `${console}/plan` : `${console}/recharge/${receipt}`
}
