// The cost of a recharge with its tax, before it is made: spec 10.40.

import { ok, type Route, read } from '#edge/route.ts'
import { formatMicros, MICROS_PER_RUPEE, type Micros } from '#kit/money.ts'
import { invalidFields } from '#kit/refusals.ts'
import type { Settings } from '#kit/settings.ts'
import { In, Out, Type } from '#kit/wire.ts'
import * as invoices from '#money/invoices/actions.ts'
import { quote, sumOf, totalFor } from '#money/invoices/rules.ts'
import * as examples from './examples.ts'
import { amountError, RECHARGE_MIN } from './rules.ts'

const RechargeEstimateQuery = In.object({ amount: Type.Optional(In.amount('paise')) })

const RechargeEstimate = Type.Object(
  {
    currency: Type.String(),
    minimum: Type.String({ ...Out.amount(), description: 'Smallest allowed `amount`, in rupees.' }),
    maximum: Type.String({ ...Out.amount(), description: 'Largest allowed `amount`, in rupees.' }),
    estimate: Out.nullable(
      Type.Object(
        {
          amount: Type.String({ ...Out.amount(), description: 'Credit added to the wallet, in rupees.' }),
          taxes: Type.Array(
            Type.Object({
              name: Type.String(),
              rate: Type.String({ description: 'Tax rate in percent.' }),
              amount: Out.amount(),
            }),
          ),
          tax: Out.amount(),
          total: Type.String({ ...Out.amount(), description: 'Amount to pay, including tax, in rupees.' }),
        },
        { description: 'Null if the request has no `amount`.' },
      ),
    ),
  },
  { $id: 'RechargeEstimate' },
)

export const rechargeEstimateRoute = ({ supplier, rechargeMaxRupees }: Settings): Route => {
  const { rechargeTax, stateCode } = supplier
  const sent = (credit: Micros) => formatMicros(rechargeTax === 'exclusive' ? credit : totalFor(credit))
  const limits = { minimum: sent(RECHARGE_MIN), maximum: sent(BigInt(rechargeMaxRupees) * MICROS_PER_RUPEE) }
  return read({
    operationId: 'estimateRecharge',
    method: 'GET',
    path: '/api/v1/billing/recharges/estimate',
    permission: 'wallet.recharge',
    tag: 'Billing',
    summary: 'Estimate the cost of a recharge',
    description:
      'Returns the tax and total of a recharge of `amount` at current rates, and the smallest and largest amount allowed. Creates nothing.',
    query: RechargeEstimateQuery,
    responses: { 200: RechargeEstimate },
    example: { response: examples.estimate },
    async handle(tx, { organizationId }, { query: { amount } }) {
      const shown = { currency: 'INR', ...limits }
      if (amount === undefined) return ok({ ...shown, estimate: null })
      const place = await invoices.placeOfSupplyTo(tx, organizationId, supplier)
      const { credit, taxes } = quote(amount, rechargeTax, stateCode, place)
      const error = amountError(credit, rechargeMaxRupees, rechargeTax)
      if (error) throw invalidFields('invalid_query', [{ field: 'amount', ...error }])
      const tax = sumOf(taxes)
      const estimate = {
        amount: formatMicros(credit),
        taxes: taxes.map((one) => ({ ...one, amount: formatMicros(one.amount) })),
        tax: formatMicros(tax),
        total: formatMicros(credit + tax),
      }
      return ok({ ...shown, estimate })
    },
  })
}
