// An order that a contact placed from a catalog: each product with quantity and price, and the total.

import { ShoppingBag } from 'lucide-react'
import { useWords } from '../app/language.tsx'
import { rupees } from '../design/rupees.ts'
import { answeredWords } from './answered-words.ts'
import { lineTotal, type Order, orderTotal } from './order.ts'

const INDIAN = 'INR'
const ITEMS_SHOWN = 8

/** Rupees in the usual notation; other currencies with their code. */
const priced = (amount: string, currency: string | null): string =>
  currency === INDIAN ? rupees(amount) : [currency, amount].filter(Boolean).join(' ')

export function OrderCard({ order }: { order: Order }) {
  const w = useWords(answeredWords)
  const { items } = order
  const total = orderTotal(order)
  return (
    <section aria-label={w.order} className="my-1 min-w-56 rounded-box border border-line bg-surface">
      <p className="flex items-center gap-2 px-3 py-2 font-medium">
        <ShoppingBag aria-hidden className="size-4 text-app" />
        {w.order}
        <span className="ms-auto font-normal text-soft">{w.products(items.length)}</span>
      </p>
      <Items items={items.slice(0, ITEMS_SHOWN)} />
      {items.length > ITEMS_SHOWN && (
        <details>
          <summary className="touch flex items-center border-t border-line px-3 py-1.5 text-small text-soft">
            {w.moreProducts(items.length - ITEMS_SHOWN)}
          </summary>
          <Items items={items.slice(ITEMS_SHOWN)} />
        </details>
      )}
      {total !== null && (
        <p className="flex justify-between gap-3 border-t border-line px-3 py-2 font-medium">
          {w.total}
          <span className="figures">{priced(total.amount, total.currency)}</span>
        </p>
      )}
    </section>
  )
}

function Items({ items }: { items: Order['items'] }) {
  return (
    <ul>
      {items.map((item, place) => {
        const sum = lineTotal(item) ?? item.price
        return (
          // oxlint-disable-next-line react/no-array-index-key -- an order may name a product twice, and keeps its order
          <li key={place} className="flex items-baseline gap-3 border-t border-line px-3 py-1.5">
            <span className="figures shrink-0 text-soft">{item.quantity ?? '?'} ×</span>
            <bdi className="min-w-0 grow [overflow-wrap:anywhere]">{item.product_retailer_id}</bdi>
            {sum !== null && <span className="figures shrink-0">{priced(sum, item.currency)}</span>}
          </li>
        )
      })}
    </ul>
  )
}
