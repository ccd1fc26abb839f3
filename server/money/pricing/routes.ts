// Prices of messages: spec 8.15. Estimates are in messaging/sending/estimate.ts.

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
      summary: 'Retrieve the current price list',
      description:
        'Tiers count the messages of a calendar month in India: the nth message of the month costs the price of the tier that contains n. Session and template messages of the app channel count together. In the mode `volume`, reaching a cheaper tier applies its price to the whole month, and the difference is credited to the wallet.',
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
        'Publishes the default price list or, with `organization_id`, a custom price list that applies to that organization instead. It takes effect at `effective_from` (default: now), in all processes within 5 seconds. A published price list cannot be changed or deleted. To correct a mistake, publish another one with the same or a later `effective_from`.',
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
      summary: 'List price lists',
      description:
        'All price lists of the installation: in force, upcoming and replaced, most recently published first. `organization_id` returns only the custom price lists of that organization; an empty value returns only default price lists.',
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
