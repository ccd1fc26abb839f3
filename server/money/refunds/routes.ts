// Refunds and credits: customers request refunds, operators decide on them and grant credits. spec 11.

import type { Priority } from '#edge/priority.ts'
import { created, ok, type Route, read, write } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { Out } from '#kit/wire.ts'
import { createGateways } from '#money/gateways/providers/index.ts'
import { Transaction } from '#money/wallet/schema.ts'
import { showTransaction } from '#money/wallet/show.ts'
import * as refunds from './actions.ts'
import * as credits from './credits.ts'
import { approve, reject } from './decide.ts'
import * as examples from './examples.ts'
import {
  Approval,
  NewCredit,
  NewRefund,
  QueuedRefund,
  QueuedRefundQuery,
  Refund,
  RefundQuery,
  Rejection,
} from './schema.ts'
import { showRefund } from './show.ts'

const tag = 'Billing'
const ids = { id: { prefix: 'rfnd', noun: 'refund' } } as const
const ofOrganization = { organization_id: { prefix: 'org', noun: 'organization' } } as const

export const refundRoutes = (app: App, priority: Priority): Route[] => {
  const loadGateways = createGateways(app)
  return [
    read({
      operationId: 'listRefunds',
      method: 'GET',
      path: '/api/v1/billing/refunds',
      permission: 'balance.view',
      tag,
      summary: 'List refunds',
      query: RefundQuery,
      responses: { 200: Out.list(Refund) },
      example: { response: { has_more: false, data: [examples.refund] } },
      handle: async (tx, actor, { query }) => ok(await refunds.list(tx, actor, query)),
    }),
    write({
      operationId: 'createRefund',
      method: 'POST',
      path: '/api/v1/billing/refunds',
      permission: 'billing.manage',
      freshAuthentication: true,
      tag,
      summary: 'Request a refund',
      description:
        'Requests a refund of a deduction to the wallet, or of a paid recharge or subscription payment to the original payment method. Identify it by `transaction_id`, by `recharge_id` if the recharge was paid exactly once, or by `subscription_payment_id`. Without `amount`, everything that is still refundable is requested. An operator approves or rejects the request. The refunds of a recharge cannot exceed its payment or the current wallet balance.',
      body: NewRefund,
      responses: { 201: Refund },
      refuses: ['insufficient_balance', 'conflict', 'gateway_unavailable'],
      example: {
        request: {
          recharge_id: examples.refund.recharge_id,
          reason: examples.refund.reason,
          amount: examples.refund.amount,
        },
        response: examples.refund,
      },
      async handle(tx, actor, { body }) {
        const shown = showRefund(await refunds.request(tx, actor, body, await loadGateways()))
        return created(`/api/v1/billing/refunds/${shown.id}`, shown)
      },
    }),
    read({
      operationId: 'retrieveRefund',
      method: 'GET',
      path: '/api/v1/billing/refunds/:id',
      ids,
      permission: 'balance.view',
      tag,
      summary: 'Retrieve a refund',
      responses: { 200: Refund },
      example: { response: examples.refund },
      handle: async (tx, actor, { ids }) => ok(showRefund(await refunds.find(tx, actor, ids.id as string))),
    }),
    ...operatorRoutes(app, priority),
  ]
}

const operatorRoutes = (app: App, priority: Priority): Route[] => {
  const loadGateways = createGateways(app)
  const { bankHolidays } = app.settings
  return [
    read({
      operationId: 'listRefundsOfAllOrganizations',
      method: 'GET',
      path: '/v1/refunds',
      permission: 'installation.operate',
      tag,
      summary: 'List refunds of all organizations',
      description: 'Use `status=requested` for the refunds that await a decision.',
      query: QueuedRefundQuery,
      responses: { 200: Out.list(QueuedRefund) },
      example: { response: { has_more: false, data: [examples.queuedRefund] } },
      handle: async (tx, _actor, { query }) => ok(await refunds.queue(tx, query, priority)),
    }),
    write({
      operationId: 'approveRefund',
      method: 'POST',
      path: '/v1/organizations/:organization_id/refunds/:id/approve',
      ids: { ...ofOrganization, ...ids },
      permission: 'installation.operate',
      tag,
      summary: 'Approve a refund',
      description:
        'A refund to the wallet is completed immediately. For a refund to the original payment method (`source`), the credit leaves the wallet immediately and the gateway pays it out; if the payout fails, the credit returns to the wallet.',
      body: Approval,
      responses: { 200: QueuedRefund },
      refuses: ['insufficient_balance', 'conflict', 'gateway_unavailable'],
      example: { request: { note: examples.approvedRefund.decision_note }, response: examples.approvedRefund },
      async handle(tx, actor, { ids, body }) {
        const scope = { organizationId: ids.organization_id as Uuid, at: actor.at }
        const circumstances = { gateways: await loadGateways(), bankHolidays }
        const row = await approve(tx, scope, actor, ids.id as Uuid, body.note ?? null, circumstances)
        return ok(await refunds.showDecided(tx, row, priority))
      },
    }),
    write({
      operationId: 'rejectRefund',
      method: 'POST',
      path: '/v1/organizations/:organization_id/refunds/:id/reject',
      ids: { ...ofOrganization, ...ids },
      permission: 'installation.operate',
      tag,
      summary: 'Reject a refund',
      description: 'No money moves. The customer sees the reason in `note`.',
      body: Rejection,
      responses: { 200: QueuedRefund },
      refuses: ['conflict'],
      example: { request: { note: examples.rejectedRefund.decision_note }, response: examples.rejectedRefund },
      async handle(tx, actor, { ids, body }) {
        const scope = { organizationId: ids.organization_id as Uuid, at: actor.at }
        return ok(await refunds.showDecided(tx, await reject(tx, scope, actor, ids.id as Uuid, body.note), priority))
      },
    }),
    write({
      operationId: 'grantCredit',
      method: 'POST',
      path: '/v1/organizations/:organization_id/credits',
      ids: ofOrganization,
      permission: 'installation.operate',
      tag,
      summary: 'Grant a credit',
      description:
        'Adds credit to the wallet without a payment. The customer sees `reason` as the description of the transaction. Send an `Idempotency-Key`; repeating the request without one grants the credit twice.',
      body: NewCredit,
      responses: { 201: Transaction },
      example: {
        request: { amount: examples.grantedCredit.amount, reason: examples.grantedCredit.description },
        response: examples.grantedCredit,
      },
      async handle(tx, actor, { ids, body }) {
        const scope = { organizationId: ids.organization_id as Uuid, at: actor.at }
        const shown = showTransaction(await credits.grant(tx, scope, actor, body))
        return created(`/api/v1/billing/transactions/${shown.id}`, shown)
      },
    }),
  ]
}
