// Disputes, and refunds that were begun at a gateway, of all organizations: for operators. Customers see them on the
// recharge.

import { ok, type Route, read } from '#edge/route.ts'
import { Out } from '#kit/wire.ts'
import * as claims from './actions.ts'
import * as examples from './examples.ts'
import { PaymentClaimQuery, QueuedPaymentClaim } from './schema.ts'

export const claimRoutes = (): Route[] => [
  read({
    operationId: 'listPaymentClaimsOfAllOrganizations',
    method: 'GET',
    path: '/v1/payment_claims',
    permission: 'installation.operate',
    tag: 'Billing',
    summary: 'List the disputes and gateway refunds of all organizations',
    description:
      'What takes money of payments away without an approval here: disputes of payers, and refunds that were begun at the gateway. `status=open` and `status=action_required` wait for an answer at the gateway.',
    query: PaymentClaimQuery,
    responses: { 200: Out.list(QueuedPaymentClaim) },
    example: { response: { has_more: false, data: [examples.queuedClaim] } },
    handle: async (tx, _actor, { query }) => ok(await claims.queue(tx, query)),
  }),
]
