// The sandbox gateway's checkout: a plain HTML form. spec 16.8.

import { preferredLanguage } from '#edge/language.ts'
import { pageReply } from '#edge/page.ts'
import { open, type PublicInput, type Reply, type Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { In, oneOf } from '#kit/wire.ts'
import { paymentMethods } from '../rules.ts'
import * as sandbox from './actions.ts'
import { mandateRoutes } from './mandate-page.ts'
import { type Asked, checkoutPage } from './page.ts'
import * as refunds from './refunds.ts'
import { change } from './reply.ts'
import { outcomes, type TooLateReason } from './rules.ts'
import { deliver } from './webhook.ts'

type Headers = PublicInput<unknown, unknown>['headers']

const Payment = In.object({ method: oneOf(paymentMethods), outcome: oneOf(outcomes) })

const Choice = In.object({ outcome: oneOf(['processed', 'failed']) })

const place = {
  path: '/sandbox/checkout/:organization_id/:order_id',
  ids: {
    organization_id: { prefix: 'org', noun: 'merchant' },
    order_id: { prefix: 'order', noun: 'order' },
  },
  tag: 'Sandbox',
  produces: 'text/html',
} as const

export const sandboxGatewayRoutes = (app: App): Route[] => {
  if (app.settings.sandbox === 'off') return []

  async function show(status: number, organizationId: Uuid, orderId: Uuid, asked: Asked): Promise<Reply> {
    const { reads } = app.database
    const [state, given] = await Promise.all([
      sandbox.checkout(reads, organizationId, orderId),
      refunds.ofOrder(reads, organizationId, orderId),
    ])
    return pageReply(checkoutPage(state, given, asked), { status })
  }

  function changeOrder(
    organizationId: Uuid,
    orderId: Uuid,
    headers: Headers,
    work: () => Promise<void>,
  ): Promise<Reply> {
    const language = preferredLanguage(headers['accept-language'])
    const again = (status: number, tooLate: TooLateReason) =>
      show(status, organizationId, orderId, { language, tooLate })
    return change(sandbox.checkoutPath(organizationId, orderId), again, work)
  }

  return [
    open({
      method: 'GET',
      ...place,
      summary: 'Show the checkout page of the sandbox gateway',
      responses: { 200: null },
      handle: async ({ ids, headers }) => {
        const asked = { language: preferredLanguage(headers['accept-language']), tooLate: null }
        return show(200, ids.organization_id as string, ids.order_id as string, asked)
      },
    }),
    open({
      method: 'POST',
      ...place,
      summary: 'Pay at the sandbox gateway',
      description:
        'Responds after the webhook was processed, so that the balance is up to date when the browser returns.',
      body: Payment,
      responses: { 303: null },
      async handle({ ids, body, headers }) {
        const { organization_id: organizationId, order_id: orderId } = ids as Record<keyof typeof place.ids, Uuid>
        return changeOrder(organizationId, orderId, headers, async () => {
          const scope = { organizationId, at: app.clock() }
          const payment = await app.database.transaction((tx) => sandbox.pay(tx, scope, orderId, body), organizationId)
          await deliver(app, organizationId, payment)
        })
      },
    }),
    open({
      method: 'POST',
      ...place,
      path: `${place.path}/refunds/:id`,
      ids: { ...place.ids, id: { prefix: 'rfnd', noun: 'refund' } },
      summary: 'Choose the outcome of a refund at the sandbox gateway',
      body: Choice,
      responses: { 303: null },
      async handle({ ids, body, headers }) {
        const { organization_id: organizationId, order_id: orderId } = ids as Record<keyof typeof place.ids, Uuid>
        return changeOrder(organizationId, orderId, headers, async () => {
          const scope = { organizationId, at: app.clock() }
          const refund = await app.database.transaction(
            (tx) => refunds.choose(tx, scope, ids.id as string, body.outcome),
            organizationId,
          )
          await refunds.deliver(app, organizationId, refund)
        })
      },
    }),
    ...mandateRoutes(app),
  ]
}
