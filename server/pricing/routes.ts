// What messages cost: decisions §5.

import { ok, type Route, read } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { createPriceLists } from './actions.ts'
import { PublicPriceList, showPriceList } from './schema.ts'

export const pricingRoutes = (app: App): Route[] => {
  const priceLists = createPriceLists(app)
  return [
    read({
      method: 'GET',
      path: '/api/v1/billing/prices',
      permission: 'organization.view',
      tag: 'Billing',
      summary: 'Retrieve the price list in force',
      description:
        'Tiers are graduated: message number n of a calendar month of Asia/Kolkata costs what the tier that holds n says. An app message is a session message or a template message; both count together.',
      responses: { 200: PublicPriceList },
      handle: async (_tx, actor) => ok(showPriceList(await priceLists(actor.organizationId, actor.at))),
    }),
  ]
}
