// A contact's order from a catalog: products, quantities and prices. Pure.

import { formatMicros, type Micros, parseMicros } from '#kit/money.ts'
import type { OrderDetails } from '../arrivals/message-details.ts'
import { decimalOf } from './decimal.ts'
import { type Fields, fieldsOf, listOf, textOf } from './json-values.ts'

const ITEMS_MAX = 500
const ID_MAX = 200
const QUANTITY_MAX = 1_000_000

type Item = OrderDetails['items'][number]

/** Null when it names no product. */
export function orderOf(part: Fields | null): OrderDetails | null {
  const items = listOf(part?.product_items).flatMap((one) => itemOf(fieldsOf(one)) ?? [])
  if (items.length === 0) return null
  return { catalog_id: textOf(part?.catalog_id)?.slice(0, ID_MAX) ?? null, items: items.slice(0, ITEMS_MAX) }
}

function itemOf(item: Fields | null): Item | null {
  const id = textOf(item?.product_retailer_id)
  if (item === null || id === null) return null
  return {
    product_retailer_id: id.slice(0, ID_MAX),
    quantity: quantityOf(item.quantity),
    // Text: `parseWebhook` keeps the digits of prices.
    price: typeof item.item_price === 'string' ? decimalOf(item.item_price) : null,
    currency: typeof item.currency === 'string' && /^[A-Z]{3}$/.test(item.currency) ? item.currency : null,
  }
}

function quantityOf(value: unknown): number | null {
  const quantity = typeof value === 'string' && /^\d{1,7}$/.test(value) ? Number(value) : value
  const isCount = typeof quantity === 'number' && Number.isSafeInteger(quantity)
  return isCount && quantity > 0 && quantity <= QUANTITY_MAX ? quantity : null
}

/** One line per product, and the total when every item has a quantity and a price in one currency. */
export function orderLines({ items }: OrderDetails): string[] {
  const lines = items.map(({ product_retailer_id, quantity, price, currency }) =>
    [`${quantity ?? '?'} × ${product_retailer_id}`, moneyOf(currency, price)]
      .filter((part) => part !== null)
      .join(' · '),
  )
  const total = totalOf(items)
  return total === null ? lines : [...lines, `Total: ${total}`]
}

function totalOf(items: readonly Item[]): string | null {
  const currency = items[0]?.currency ?? null
  let total: Micros = 0n
  for (const { quantity, price, currency: its } of items) {
    const each = price === null ? null : parseMicros(price)
    if (quantity === null || each === null || its === null || its !== currency) return null
    total += each * BigInt(quantity)
  }
  return moneyOf(currency, formatMicros(total))
}

const moneyOf = (currency: string | null, amount: string | null): string | null =>
  amount === null ? null : [currency, amount].filter((part) => part !== null).join(' ')
