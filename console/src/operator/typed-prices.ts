// A price list being edited: tiers as text, until they are valid prices.

import type { NewPriceList, PublishedPriceList } from '@samvad/sdk'
import type { PriceKind } from '#channels/table.ts'
import { priceKinds } from '../app/channels.ts'
import { typedAmount } from '../design/rupees.ts'

export interface TypedTier {
  upTo: string
  price: string
}

export interface TypedPrices {
  mode: string
  tiers: TypedTier[]
}

export type TypedList = Record<PriceKind, TypedPrices>

const one = (): TypedPrices => ({ mode: 'graduated', tiers: [{ upTo: '', price: '' }] })
export const emptyList = (): TypedList => Object.fromEntries(priceKinds.map((kind) => [kind, one()])) as TypedList

/** An existing list's prices as a starting point. */
export function typedAs(list: PublishedPriceList): TypedList {
  const typed = emptyList()
  for (const kind of priceKinds) {
    const { mode, tiers } = list.prices[kind]
    typed[kind] = {
      mode,
      tiers: tiers.map(({ up_to, price }) => ({ upTo: up_to === null ? '' : String(up_to), price })),
    }
  }
  return typed
}

/** The API request; null while a tier has no price, or its end is not above the previous one. */
export function givenPrices(typed: TypedList): NewPriceList['prices'] | null {
  const given = Object.fromEntries(priceKinds.map((kind) => [kind, pricesOf(typed[kind])]))
  return Object.values(given).includes(null) ? null : (given as unknown as NewPriceList['prices'])
}

function pricesOf({ mode, tiers }: TypedPrices) {
  let before = 0
  const given = []
  for (const [place, { upTo, price: text }] of tiers.entries()) {
    const price = typedAmount(text)
    const isLast = place === tiers.length - 1
    const end = isLast ? null : wholeOf(upTo)
    if (price === null || end === undefined || (end !== null && end <= before)) return null
    before = end ?? before
    given.push({ up_to: end, price })
  }
  return { mode, tiers: given }
}

/** "1,00,000" too. */
function wholeOf(text: string): number | undefined {
  const plain = text.replace(/[,\s]/g, '')
  return /^\d{1,9}$/.test(plain) ? Number(plain) : undefined
}
