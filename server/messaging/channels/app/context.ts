// A message's context in Meta's webhook: reply, forwarding, product, ad referral, order, button. Pure.

import type { Incoming } from '../arrivals/arrived.ts'
import type { MessageDetails } from '../arrivals/message-details.ts'
import { buttonReplyOf } from './button-reply.ts'
import { type Fields, fieldsOf, textOf } from './json-values.ts'
import { orderOf } from './order.ts'
import { referralOf } from './referral.ts'

/** The longest id of Meta or of a shop. */
const ID_MAX = 200

export function contextOf(message: Fields): Pick<Incoming, 'answersProviderId' | 'details'> {
  const context = fieldsOf(message.context)
  const answersProviderId = idOf(context?.id)
  const details: MessageDetails = {
    ...forwardedOf(context),
    ...productOf(context),
    ...referralOf(message),
    ...orderIn(message),
    ...buttonReplyOf(message),
  }
  return {
    ...(answersProviderId === null ? {} : { answersProviderId }),
    ...(Object.keys(details).length === 0 ? {} : { details }),
  }
}

function orderIn(message: Fields): Pick<MessageDetails, 'order'> {
  const order = message.type === 'order' ? orderOf(fieldsOf(message.order)) : null
  return order === null ? {} : { order }
}

function forwardedOf(context: Fields | null): Pick<MessageDetails, 'forwarded'> {
  if (context?.frequently_forwarded === true) return { forwarded: 'often' }
  return context?.forwarded === true ? { forwarded: 'once' } : {}
}

function productOf(context: Fields | null): Pick<MessageDetails, 'product'> {
  const product = fieldsOf(context?.referred_product)
  const product_retailer_id = idOf(product?.product_retailer_id)
  return product_retailer_id === null ? {} : { product: { catalog_id: idOf(product?.catalog_id), product_retailer_id } }
}

function idOf(value: unknown): string | null {
  const id = textOf(value)
  return id === null || id.length > ID_MAX ? null : id
}
