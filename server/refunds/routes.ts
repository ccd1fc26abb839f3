// Refunds and credits: customers ask for refunds, operators decide on them and grant credits. service.md §1 rule 9, decisions §5.

import { created, ok, type Route, read, write } from '#edge/route.ts'
import { createGateways } from '#gateways/providers/index.ts'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { Out } from '#kit/wire.ts'
import { Transaction } from '#wallet/schema.ts'
import { showTransaction } from '#wallet/show.ts'
import * as refunds from './actions.ts'
import * as credits from './credits.ts'
import { approve, reject } from './decide.ts'
import {
  Approval,
  NewCredit,
  NewRefund,
  QueuedRefund,
  Refund,
  RefundQuery,
  Rejection,
  showQueued,
  showRefund,
} from './schema.ts'

const tag = 'Billing'
const ids = { id: { prefix: 'rfnd', noun: 'refund' } } as const
const ofOrganization = { organization_id: { prefix: 'org', noun: 'organization' } } as const

export const refundRoutes = (app: App): Route[] => {
  const loadGateways = createGateways(app)
  return [
    read({
      method: 'GET',
      path: '/api/v1/billing/refunds',
      permission: 'balance.view',
      tag,
      summary: 'List refunds',
      query: RefundQuery,
      responses: { 200: Out.list(Refund) },
      handle: async (tx, actor, { query }) => ok(await refunds.list(tx, actor, query)),
    }),
    write({
      method: 'POST',
      path: '/api/v1/billing/refunds',
      permission: 'billing.manage',
      tag,
      summary: 'Request a refund',
      description:
        'Of a deduction, back to the wallet; or of a paid recharge, back to where the money came from. Name `transaction_id`, or `recharge_id` of one that was paid once. Without `amount` all that is left. An operator decides; all refunds of a payment never exceed it, nor what is left in the wallet.',
      body: NewRefund,
      responses: { 201: Refund },
      async handle(tx, actor, { body }) {
        const shown = showRefund(await refunds.request(tx, actor, body, await loadGateways()))
        return created(`/api/v1/billing/refunds/${shown.id}`, shown)
      },
    }),
    read({
      method: 'GET',
      path: '/api/v1/billing/refunds/:id',
      ids,
      permission: 'balance.view',
      tag,
      summary: 'Retrieve a refund',
      responses: { 200: Refund },
      handle: async (tx, actor, { ids }) => ok(showRefund(await refunds.find(tx, actor, ids.id as string))),
    }),
    ...operatorRoutes(app),
  ]
}

const operatorRoutes = (app: App): Route[] => {
  const loadGateways = createGateways(app)
  const { bankHolidays } = app.settings
  return [
    read({
      method: 'GET',
      path: '/v1/refunds',
      permission: 'installation.operate',
      tag,
      summary: 'List the refunds of all organizations',
      description: 'The queue of who decides on them: `status=requested`.',
      query: RefundQuery,
      responses: { 200: Out.list(QueuedRefund) },
      handle: async (tx, _actor, { query }) => ok(await refunds.queue(tx, query)),
    }),
    write({
      method: 'POST',
      path: '/v1/organizations/:organization_id/refunds/:id/approve',
      ids: { ...ofOrganization, ...ids },
      permission: 'installation.operate',
      tag,
      summary: 'Approve a refund',
      description:
        'To the wallet it is completed at once. To the source the credit leaves the wallet at once and the gateway is asked to pay it out; it returns to the wallet if that fails.',
      body: Approval,
      responses: { 200: QueuedRefund },
      async handle(tx, actor, { ids, body }) {
        const scope = { organizationId: ids.organization_id as Uuid, at: actor.at }
        const circumstances = { gateways: await loadGateways(), bankHolidays }
        return ok(showQueued(await approve(tx, scope, actor, ids.id as Uuid, body.note ?? null, circumstances)))
      },
    }),
    write({
      method: 'POST',
      path: '/v1/organizations/:organization_id/refunds/:id/reject',
      ids: { ...ofOrganization, ...ids },
      permission: 'installation.operate',
      tag,
      summary: 'Reject a refund',
      description: 'No money has moved, and none does. `note` says why; the customer reads it.',
      body: Rejection,
      responses: { 200: QueuedRefund },
      async handle(tx, actor, { ids, body }) {
        const scope = { organizationId: ids.organization_id as Uuid, at: actor.at }
        return ok(showQueued(await reject(tx, scope, actor, ids.id as Uuid, body.note)))
      },
    }),
    write({
      method: 'POST',
      path: '/v1/organizations/:organization_id/credits',
      ids: ofOrganization,
      permission: 'installation.operate',
      tag,
      summary: 'Grant a credit',
      description:
        'Adds to the wallet without a payment. The reason is what the customer reads in the transaction. Send an `Idempotency-Key`: whoever repeats it without one grants twice.',
      body: NewCredit,
      responses: { 201: Transaction },
      async handle(tx, actor, { ids, body }) {
        const scope = { organizationId: ids.organization_id as Uuid, at: actor.at }
        const shown = showTransaction(await credits.grant(tx, scope, actor, body))
        return created(`/api/v1/billing/transactions/${shown.id}`, shown)
      },
    }),
  ]
}
