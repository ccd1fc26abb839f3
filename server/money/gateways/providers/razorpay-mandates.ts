// Standing authorizations at Razorpay: RBI's e-mandates on cards and UPI Autopay, as tokens of a customer.
// Facts: razorpay.com/docs/api/payments/recurring-payments.

import { MICROS_PER_RUPEE } from '#kit/money.ts'
import { isForSubscription } from '../rules.ts'
import { type Caller, Denied } from './call.ts'
import { entity, list, paiseNumber, text } from './exact-json.ts'
import { type Customer, GatewayRefusal, type Mandates } from './gateway.ts'
import { mandateOf, refused, type TokenState, tokenOf } from './razorpay-entities.ts'

/** Customers are notified a day before each debit: RBI/2019-20/47. */
const NOTICE_MS = 24 * 3600 * 1000
/** A higher amount requires the customer's PIN or code: RBI/2022-23/73. */
const DEBIT_MAX = 15_000n * MICROS_PER_RUPEE
const CUSTOMER_NAME_MAX = 50

/** Finds or creates the gateway's customer with this email and phone. */
export async function customerFor(call: Caller, { name, email, phone }: Customer): Promise<string> {
  if (email === null || phone === null)
    throw new GatewayRefusal('razorpay needs an email address and a phone number for a mandate', 'gateway_error')
  const body = { name: name.slice(0, CUSTOMER_NAME_MAX), email, contact: phone, fail_existing: '0' }
  const made = await call({ method: 'POST', path: '/v1/customers', body }).catch((error: unknown) => {
    throw refused(error)
  })
  return text(entity(made, 'customer').id, 'customer.id')
}

interface Named {
  token: string
  customerId: string
}

const pathOf = ({ token, customerId }: Named) =>
  `/v1/customers/${encodeURIComponent(customerId)}/tokens/${encodeURIComponent(token)}`

export async function fetchToken(call: Caller, named: Named, at: Date): Promise<TokenState> {
  try {
    return tokenOf(await call({ method: 'GET', path: pathOf(named) }), at)
  } catch (error) {
    // Ended tokens are not returned any more: nothing can be debited with this one.
    if (error instanceof Denied) return { token: named.token, status: 'cancelled', maxAmount: null, expiresAt: null }
    throw error
  }
}

export function createMandates(call: Caller, clock: () => Date): Mandates {
  return {
    noticeMs: NOTICE_MS,
    debitMax: DEBIT_MAX,

    async debit({ orderId, receipt, total, token, customerId, customer }) {
      const { email, phone } = customer
      if (email === null || phone === null)
        throw new GatewayRefusal('razorpay needs an email address and a phone number for a debit', 'gateway_error')
      // The call has no idempotency key, so the order replaces it: one debit per order, whatever its result.
      const path = `/v1/orders/${encodeURIComponent(orderId)}/payments`
      const { items } = entity(await call({ method: 'GET', path }), 'payments')
      if (list(items, 'payments.items').length > 0) return
      const body = {
        email,
        contact: phone,
        amount: paiseNumber(total),
        currency: 'INR',
        order_id: orderId,
        customer_id: customerId,
        token,
        recurring: true,
        description: isForSubscription(receipt) ? 'Premium plan, one month' : 'Automatic wallet recharge',
        notes: { recharge: receipt },
      }
      await call({ method: 'POST', path: '/v1/payments/create/recurring', body }).catch((error: unknown) => {
        throw refused(error)
      })
    },

    fetch: async (_, mandate) => mandateOf(await fetchToken(call, mandate, clock())),

    async cancel(_, mandate) {
      try {
        await call({ method: 'PUT', path: `${pathOf(mandate)}/cancel` })
      } catch (error) {
        if (!(error instanceof Denied)) throw error
        // Cancelled already, perhaps by a request whose response was lost.
        const { status } = await fetchToken(call, mandate, clock())
        if (status === 'active' || status === 'pending' || status === 'paused') throw refused(error)
      }
    },
  }
}
