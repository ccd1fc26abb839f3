// What messages cost: spec 8.15. What so many would cost is messaging/sending/estimate.ts.

import { created, ok, type Route, read, write } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { Out } from '#kit/wire.ts'
import * as priceLists from './actions.ts'
import * as examples from './examples.ts'
import { NewPriceList, PriceListQuery, PublicPriceList, PublishedPriceList } from './schema.ts'
import { showPriceList, showPublished } from './show.ts'

const tag = 'Price lists'
const ids = { id: { prefix: 'plist', noun: 'price list' } } as const

export const pricingRoutes = (app: App): Route[] => {
  const inForce = priceLists.createPriceLists(app)
  return [
    read({
      operationId: 'retrievePrices',
      method: 'GET',
      path: '/api/v1/billing/prices',
      permission: 'organization.view',
      tag: 'Billing',
      summary: 'Retrieve the price list in force',
      description:
        'Message number n of a calendar month of Asia/Kolkata costs what the tier that holds n says. An app message is a session message or a template message; both count together. Where the mode is `volume`, crossing into a cheaper tier re-rates the month, as one credit.',
      responses: { 200: PublicPriceList },
      example: { response: examples.pricesInForce },
      handle: async (_tx, actor) => ok(showPriceList(await inForce(actor.organizationId, actor.at))),
    }),
    write({
      operationId: 'publishPriceList',
      method: 'POST',
      path: '/v1/price_lists',
      permission: 'installation.operate',
      tag,
      summary: 'Publish a price list',
      description:
        "For everybody, or with `organization_id` as that organization's own, which holds in place of the default list. It takes effect at `effective_from`, by default now, and holds in every process within 5 seconds. It is never changed or removed: a mistake is corrected by another list with the same or a later `effective_from`.",
      body: NewPriceList,
      responses: { 201: PublishedPriceList },
      example: { request: examples.priceList, response: examples.publishedPriceList },
      async handle(tx, actor, { body }) {
        const shown = showPublished(await priceLists.publish(tx, actor, body, actor.at))
        return created(`/v1/price_lists/${shown.id}`, shown)
      },
    }),
    read({
      operationId: 'listPriceLists',
      method: 'GET',
      path: '/v1/price_lists',
      permission: 'installation.operate',
      tag,
      summary: 'List the price lists of the installation',
      description:
        'In force, to come and replaced, the last published first. An empty `organization_id` asks for the default lists.',
      query: PriceListQuery,
      responses: { 200: Out.list(PublishedPriceList) },
      example: { response: { has_more: false, data: [examples.publishedPriceList] } },
      handle: async (tx, _actor, { query }) => ok(await priceLists.list(tx, query)),
    }),
    read({
      operationId: 'retrievePriceList',
      method: 'GET',
      path: '/v1/price_lists/:id',
      ids,
      permission: 'installation.operate',
      tag,
      summary: 'Retrieve a price list',
      responses: { 200: PublishedPriceList },
      example: { response: examples.publishedPriceList },
      handle: async (tx, _actor, { ids }) => ok(showPublished(await priceLists.find(tx, ids.id as string))),
    }),
  ]
}
