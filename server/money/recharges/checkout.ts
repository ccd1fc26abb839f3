// The pages that lead to a real gateway's page and back. Anybody with the URL can pay, and nothing else. The return
// decides nothing: the gateway is queried, and the page shows the result.

import { preferredLanguage } from '#edge/language.ts'
import { open, type Reply, type Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { absent } from '#kit/refusals.ts'
import { enqueueWork } from '#kit/work.ts'
import type { Gateway, HostedCheckout } from '#money/gateways/providers/gateway.ts'
import { createGateways } from '#money/gateways/providers/index.ts'
import { checkoutPath, consolePath, receiptOf } from '#money/gateways/rules.ts'
import * as checkQueries from './check-queries.ts'
import { type CheckoutView, checkoutReply } from './checkout-page.ts'
import { logged, placeOrLog, syncPayments } from './orders.ts'
import type { RechargeRow } from './queries.ts'
import * as queries from './queries.ts'
import { checkAt, NUDGE_COUNTS_EVERY_MS, VISIT_COUNTS_EVERY_MS } from './rules.ts'

const organization = { prefix: 'org', noun: 'recharge' } as const
const common = { tag: 'Billing', produces: 'text/html' } as const

/** Each purpose has its own URLs: payments of another purpose are not found there. */
const places = [
  {
    purpose: 'recharge',
    path: '/checkout',
    id: 'recharge_id',
    ids: { organization_id: organization, recharge_id: { prefix: 'rech', noun: 'recharge' } },
    of: 'a recharge',
  },
  {
    purpose: 'subscription',
    path: '/checkout/subscriptions',
    id: 'payment_id',
    ids: { organization_id: organization, payment_id: { prefix: 'spay', noun: 'payment' } },
    of: 'a subscription payment',
  },
] as const

type Place = (typeof places)[number]

interface Found {
  organizationId: Uuid
  recharge: RechargeRow
  gateway: Gateway
  checkout: HostedCheckout
}

export const checkoutRoutes = (app: App): Route[] => {
  const loadGateways = createGateways(app)

  async function find(named: Record<string, string>, { purpose, id: name }: Place): Promise<Found> {
    const organizationId = named.organization_id as Uuid
    const recharge = await read(app, organizationId, named[name] as Uuid)
    const gateway = (await loadGateways()).named(recharge.gateway)
    if (!gateway?.checkout || recharge.purpose !== purpose) throw absent('recharge')
    return { organizationId, recharge, gateway, checkout: gateway.checkout }
  }

  /**
   * When the return is proven to come from the gateway, queries it at once, so that the page shows the result.
   * Otherwise anybody may have opened the URL: then the job queries soon, once for all visitors of that time.
   */
  async function comeBack(
    named: Record<string, string>,
    fields: Record<string, unknown>,
    place: Place,
  ): Promise<Reply> {
    const { organizationId, recharge, gateway, checkout } = await find(named, place)
    const { gateway_order_id: orderId } = recharge
    if (orderId !== null) {
      const isProven = checkout.verifyReturn(orderId, fields)
      if (await nudge(app, organizationId, recharge.id))
        await (isProven ? syncOrLog(app, gateway, organizationId, recharge) : syncSoon(app, organizationId))
    }
    // Relative, because the page is reachable under several addresses.
    return { status: 303, location: checkoutPath(organizationId, receiptOf(recharge)) }
  }

  return places.flatMap((place) => [
    open({
      ...common,
      ids: place.ids,
      method: 'GET',
      path: `${place.path}/:organization_id/:${place.id}`,
      summary: `Show the checkout page of ${place.of}`,
      description: "Forwards the customer to the gateway's page, and afterwards shows the result of the payment.",
      responses: { 200: null },
      async handle({ ids, headers }) {
        const found = await find(ids, place)
        const view = viewOf(app, await readyToPay(app, found), await isAuthorized(app, found))
        return checkoutReply(view, preferredLanguage(headers['accept-language']))
      },
    }),
    open({
      ...common,
      ids: place.ids,
      method: 'GET',
      path: `${place.path}/return/:organization_id/:${place.id}`,
      summary: `Return from the gateway's page of ${place.of}`,
      description: 'Schedules a status check with the gateway. The query parameters are not trusted.',
      responses: { 303: null },
      handle: ({ ids }) => comeBack(ids, {}, place),
    }),
    open({
      ...common,
      ids: place.ids,
      method: 'POST',
      path: `${place.path}/return/:organization_id/:${place.id}`,
      summary: `Return from the gateway's page of ${place.of} with a form`,
      description:
        'Verifies the signature, if there is one. With a valid signature, the payment status is requested from the gateway immediately.',
      takes: ['form'],
      responses: { 303: null },
      handle: ({ ids, body }) => comeBack(ids, (body ?? {}) as Record<string, unknown>, place),
    }),
  ])
}

async function read(app: App, organizationId: Uuid, id: Uuid): Promise<RechargeRow> {
  const row = await app.database.reads.row<RechargeRow>(queries.byId(organizationId, id))
  if (!row) throw absent('recharge')
  return row
}

/**
 * Places a missing order, and schedules an early query at the gateway: a customer who views the page is about to pay.
 */
async function readyToPay(app: App, found: Found): Promise<Found> {
  const { organizationId, recharge, gateway } = found
  const { status, id, gateway_order_id: orderId } = recharge
  if (status === 'succeeded' || found.recharge.closed_at !== null) return found
  if (orderId === null && status === 'created' && (await nudge(app, organizationId, id)))
    await placeOrLog(app, gateway, organizationId, recharge)
  const at = app.clock()
  const due = checkAt(at, 0)
  const before = new Date(at.getTime() - VISIT_COUNTS_EVERY_MS)
  await app.database.transaction(async (tx) => {
    const visited = await tx.run(checkQueries.markVisited(organizationId, id, due, before, at))
    if (visited > 0 && due !== null) await tx.run(enqueueWork('settle_recharge', organizationId, due))
  }, organizationId)
  return { ...found, recharge: await read(app, organizationId, id) }
}

/** True for one visitor per `NUDGE_COUNTS_EVERY_MS`: repeated visits by strangers cause no more calls than one. */
async function nudge(app: App, organizationId: Uuid, id: Uuid): Promise<boolean> {
  const at = app.clock()
  const before = new Date(at.getTime() - NUDGE_COUNTS_EVERY_MS)
  return (
    (await app.database.transaction(
      (tx) => tx.run(checkQueries.nudge(organizationId, id, before, at)),
      organizationId,
    )) > 0
  )
}

async function syncSoon(app: App, organizationId: Uuid): Promise<void> {
  await app.database.transaction(
    (tx) => tx.run(enqueueWork('settle_recharge', organizationId, app.clock())),
    organizationId,
  )
  app.wake('settle_recharge')
}

async function syncOrLog(app: App, gateway: Gateway, organizationId: Uuid, recharge: RechargeRow): Promise<void> {
  try {
    await syncPayments(app, gateway, organizationId, recharge)
  } catch (error) {
    app.log.warn({ err: error, gateway: gateway.name, ...logged(recharge) }, 'payment status check failed')
  }
}

/** An authorization was captured, which makes it successful although it is refunded. */
async function isAuthorized(app: App, { organizationId, recharge }: Found): Promise<boolean> {
  if (!recharge.is_authorization) return false
  const row = await app.database.reads.row<{ at: Date | null }>(queries.capturedAt(organizationId, recharge.id))
  return row?.at != null
}

function viewOf(app: App, { organizationId, recharge, checkout }: Found, isCaptured: boolean): CheckoutView {
  const { status, gateway_order_id: orderId, gateway_session: session, total_micros: total } = recharge
  const hasMandate = recharge.mandate_max_micros !== null
  const receipt = receiptOf(recharge)
  const order = { organizationId, receipt, session, total, hasMandate }
  return {
    supplier: app.settings.supplier.name,
    purpose: recharge.is_authorization ? 'authorization' : recharge.purpose,
    receipt,
    consolePath: consolePath(organizationId, receipt),
    amount: recharge.amount_micros,
    tax: recharge.tax_micros,
    total,
    status: isCaptured ? 'succeeded' : recharge.closed_at !== null && status !== 'succeeded' ? 'closed' : status,
    failureReason: recharge.failure_reason,
    form:
      orderId === null || status === 'succeeded' || recharge.closed_at !== null
        ? null
        : { title: checkout.title, ...checkout.form({ ...order, orderId }) },
  }
}
