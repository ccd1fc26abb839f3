// What price lists tell.

import type { NewEvent } from '#kit/events.ts'
import type { PriceListRow } from './queries.ts'
import { showPublished } from './schema.ts'

export const priceListPublished = (row: PriceListRow): NewEvent => ({
  type: 'price_list.published',
  objectId: row.id,
  payload: showPublished(row),
})
