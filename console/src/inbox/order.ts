// An order as displayed: its note without the server's summary, and its total. Pure.

import type { Message } from '@samvad/sdk'
import { amountOf, micros } from '../design/rupees.ts'

export type Order = NonNullable<Message['order']>
type Item = Order['items'][number]

/** The contact's note: the text before the lines of the products. Null without one. */
export function noteOf({ items }: Order, text: string | null): string | null {
  const lines = (text ?? '').split('\n')
  if (lines.at(-1)?.startsWith('Total: ')) lines.pop()
  // Other lines belong to the contact's note.
  for (const { quantity, product_retailer_id } of items.toReversed())
    if (lines.pop()?.startsWith(`${quantity ?? '?'} × ${product_retailer_id}`) !== true) return text
  return lines.join('\n').trim() || null
}

/** The line's total; null when the price or quantity is unknown. */
export function lineTotal({ quantity, price }: Item): string | null {
  return quantity === null || price === null ? null : amountOf(micros(price) * BigInt(quantity))
}

/** Null where a line has no price, or another currency. */
export function orderTotal({ items }: Order): { amount: string; currency: string } | null {
  const currency = items[0]?.currency ?? null
  let sum = 0n
  for (const item of items) {
    const line = lineTotal(item)
    if (line === null || item.currency === null || item.currency !== currency) return null
    sum += micros(line)
  }
  return currency === null ? null : { amount: amountOf(sum), currency }
}
