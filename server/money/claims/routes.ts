// Disputes and refunds started at a gateway, of all organizations, for operators. Customers see them on the recharge.

import type { Priority } from '#edge/priority.ts'
import { ok, type Route, read } from '#edge/route.ts'
import { Out } from '#kit/wire.ts'
import * as claims from './actions.ts'
import * as examples from './examples.ts'
import { PaymentClaimQuery, QueuedPaymentClaim } from './schema.ts'

export const claimRoutes = (priority: Priority): Route[] => [
  read({
    operationId: 'listPaymentClaimsOfAllOrganizations',
    method: 'GET',
    path: '/v1/payment_claims',
    permission: 'installation.operate',
    tag: 'Billing',
    summary: 'List disputes and gateway refunds of all organizations',
    description:
      "Payment disputes opened by payers, and refunds started in a gateway's dashboard. Both take back paid money without an approval in Samvad. Disputes with status `open` or `action_required` need a response in the gateway's dashboard.",
    query: PaymentClaimQuery,
    responses: { 200: Out.list(QueuedPaymentClaim) },
    example: { response: { has_more: false, data: [examples.queuedClaim] } },
    handle: async (tx, _actor, { query }) => ok(await claims.queue(tx, query, priority)),
  }),
]
