// Events of price lists.

import { declareEvents } from '#events/declaration.ts'
import type { PriceListRow } from './queries.ts'
import { PublishedPriceList } from './schema.ts'
import { showPublished } from './show.ts'

export const pricingEvents = declareEvents(
  { object: 'plist', readers: { permission: 'organization.view' } },
  {
    'price_list.published': {
      description: 'A custom price list of the organization was published.',
      payload: PublishedPriceList,
    },
  },
)

export const priceListPublished = (row: PriceListRow) =>
  pricingEvents.event('price_list.published', row.id, showPublished(row))
