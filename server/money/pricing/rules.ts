// Prices. The nth message of the month costs the price of the tier that contains n. Graduated lists never re-rate a
// message; volume lists do: volume.ts. spec 8.

import {
  type ChannelName,
  channelDescriptions,
  channelNames,
  type PriceKind,
  priceKindDescriptions,
} from '#channels/table.ts'
import type { Uuid } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { formatMicros, MICROS_PER_RUPEE, type Micros, parseMicros } from '#kit/money.ts'
import type { FieldError } from '#kit/refusals.ts'
import { segmentsOf } from '#kit/sms-size.ts'

/** All channels: each can have transactions and has a monthly count. */
export const pricedChannels = channelNames
export type PricedChannel = ChannelName

/** A list published before a kind existed does not sell it. */
export type { PriceKind }
export const priceKinds = Object.keys(priceKindDescriptions) as PriceKind[]

export function channelOf(kind: PriceKind): PricedChannel {
  return priceKindDescriptions[kind].channel
}

/** The kinds that share a channel's count. */
export const kindsOf = Object.fromEntries(
  pricedChannels.map((channel) => [channel, priceKinds.filter((kind) => channelOf(kind) === channel)]),
) as unknown as Readonly<Record<PricedChannel, readonly PriceKind[]>>

export const priceModes = ['graduated', 'volume'] as const
export type PriceMode = (typeof priceModes)[number]

export const smsUnits = ['message', 'segment'] as const
export type SmsUnit = (typeof smsUnits)[number]

/** spec 8.14: from this monthly count on, enterprise pricing applies. */
export const enterpriseFrom = (channel: PricedChannel): bigint | null => channelDescriptions[channel].enterpriseFrom

export interface Tier {
  /** The last message number in the tier; null for the last tier. */
  upTo: bigint | null
  priceMicros: Micros
}

export interface PriceList {
  id: Uuid
  name: string
  effectiveFrom: Date
  smsUnit: SmsUnit
  /** By kind, for the kinds that the list sells. */
  tiers: Readonly<Partial<Record<PriceKind, readonly Tier[]>>>
  modes: Readonly<Partial<Record<PriceKind, PriceMode>>>
  /** The list's id when it has a re-rated kind; null otherwise. */
  volumeListId: Uuid | null
}

export interface Price {
  priceMicros: Micros
  /** 1 for the first tier. */
  tier: number
}

/** `n` counts from 1 within the organization, channel and month. */
export function priceOf(tiers: readonly Tier[], n: bigint): Price {
  const index = tiers.findIndex(({ upTo }) => upTo === null || n <= upTo)
  const tier = tiers[index]
  if (!tier) throw new Error(`no tier holds message number ${n}`)
  return { priceMicros: tier.priceMicros, tier: index + 1 }
}

/**
 * The price of `count` messages after the first `already`, computed per tier: the sum does not depend on how they are
 * batched.
 */
export function priceOfMany(tiers: readonly Tier[], already: bigint, count: bigint): Micros {
  const last = already + count
  let from = already
  let sum = 0n
  for (const { upTo, priceMicros } of tiers) {
    const end = upTo === null || upTo > last ? last : upTo
    if (end > from) {
      sum += (end - from) * priceMicros
      from = end
    }
  }
  if (from !== last) throw new Error(`no tier holds message number ${last}`)
  return sum
}

/**
 * The price of a message that takes `units` of the month's numbers after the first `already`: their sum, with the tier
 * of the first.
 */
export function priceOfUnits(tiers: readonly Tier[], already: bigint, units: number): Price {
  const first = priceOf(tiers, already + 1n)
  return units === 1 ? first : { tier: first.tier, priceMicros: priceOfMany(tiers, already, BigInt(units)) }
}

/** spec 8.11: a message counts once, whatever its length, unless the list counts SMS by segment. */
export function isCountedBySegment({ smsUnit }: Pick<PriceList, 'smsUnit'>, kind: PriceKind): boolean {
  return smsUnit === 'segment' && hasSegments(kind)
}

/** How many of the month's numbers a message takes: 1, or its segments. */
export function unitsOf(list: Pick<PriceList, 'smsUnit'>, kind: PriceKind, text: string | null): number {
  return isCountedBySegment(list, kind) ? segmentsOf(text ?? '') : 1
}

/** The kind charged while the contact's session is open; null when sessions do not change it. */
export function kindInSession(kind: PriceKind): PriceKind | null {
  return (priceKindDescriptions[kind].inSession as PriceKind | undefined) ?? null
}

export function hasSegments(kind: PriceKind): boolean {
  return priceKindDescriptions[kind].hasSegments === true
}

// --- Publishing -----------------------------------------------------------------------------------------------------

/** The highest price of a message, so that sums stay far within the stored range. */
export const MESSAGE_PRICE_MAX: Micros = 10_000n * MICROS_PER_RUPEE
export const TIERS_MAX = 20
export const TIER_NUMBER_MAX = 1_000_000_000
/** Tolerance for "now": the caller's clock may be slow, and a request takes time. */
const NOW_TOLERANCE_MS = 60_000

export type NewPrices = Readonly<
  Record<PriceKind, { mode?: PriceMode; tiers: readonly { up_to?: number | null; price: Micros }[] }>
>

/** Validation errors of a list's prices, by field. */
export function priceErrors(prices: NewPrices): FieldError[] {
  return priceKinds.flatMap((kind) => {
    const { mode, tiers } = prices[kind]
    return tiers.flatMap(({ up_to = null, price }, index): FieldError[] => {
      const field = `prices.${kind}.tiers[${index}]`
      const before = tiers[index - 1]
      const errors: FieldError[] = []
      const isLast = index === tiers.length - 1
      if (isLast && up_to !== null) errors.push({ field: `${field}.up_to`, ...validationError('last_tier_has_end') })
      if (!isLast && up_to === null) errors.push({ field: `${field}.up_to`, ...validationError('tier_without_end') })
      if (up_to !== null && before?.up_to != null && up_to <= before.up_to)
        errors.push({
          field: `${field}.up_to`,
          ...validationError('tier_not_after_previous', { previous: before.up_to }),
        })
      if (price > MESSAGE_PRICE_MAX)
        errors.push({
          field: `${field}.price`,
          ...validationError('amount_too_large', { max: formatMicros(MESSAGE_PRICE_MAX) }),
        })
      if (mode === 'volume' && before && price > before.price)
        errors.push({ field: `${field}.price`, ...validationError('tier_price_rises') })
      return errors
    })
  })
}

/** When a list with the requested start takes effect; null when that time is past. */
export function effectiveFrom(given: Date | null, at: Date): Date | null {
  if (given === null || given <= at)
    return given === null || at.getTime() - given.getTime() <= NOW_TOLERANCE_MS ? at : null
  return given
}

// --- Stored form ----------------------------------------------------------------------------------------------------

interface Definition {
  sms_unit: SmsUnit
  /** Lists never change, and a list may be older than a kind. */
  prices: Partial<Record<PriceKind, { mode: PriceMode; tiers: { up_to: number | null; price: string }[] }>>
}

/** The stored form of a price list without errors. */
export function definitionOf(smsUnit: SmsUnit, prices: NewPrices): Definition & { currency: string } {
  const entries = priceKinds.map((kind) => {
    const { mode = 'graduated', tiers } = prices[kind]
    const stored = tiers.map(({ up_to = null, price }) => ({ up_to, price: formatMicros(price) }))
    return [kind, { mode, tiers: stored }]
  })
  return { currency: 'INR', sms_unit: smsUnit, prices: Object.fromEntries(entries) }
}

/** Parses a stored definition; throws when a message number would have no price. */
export function readTiers(definition: unknown): PriceList['tiers'] {
  const { prices } = definition as Definition
  return Object.fromEntries(
    priceKinds.flatMap((kind) => {
      const priced = prices[kind]
      if (!priced) return []
      const tiers = priced.tiers.map(({ up_to, price }) => {
        const priceMicros = parseMicros(price)
        if (priceMicros === null) throw new Error(`price list: ${kind} has the price ${price}`)
        return { upTo: up_to === null ? null : BigInt(up_to), priceMicros }
      })
      const ordered = tiers.every(({ upTo }, index) => {
        const before = tiers[index - 1]
        return index === 0 || (before?.upTo != null && (upTo === null || upTo > before.upTo))
      })
      if (!ordered || tiers.at(-1)?.upTo !== null)
        throw new Error(`price list: the tiers of ${kind} must rise and end without a limit`)
      return [[kind, tiers]]
    }),
  )
}

export interface StoredPriceList {
  id: Uuid
  name: string
  effective_from: Date
  definition: unknown
}

export function readPriceList({ id, name, effective_from, definition }: StoredPriceList): PriceList {
  const { sms_unit, prices } = definition as Definition
  const modes: PriceList['modes'] = Object.fromEntries(priceKinds.map((kind) => [kind, prices[kind]?.mode]))
  const volumeListId = Object.values(modes).includes('volume') ? id : null
  return {
    id,
    name,
    effectiveFrom: effective_from,
    smsUnit: sms_unit,
    tiers: readTiers(definition),
    modes,
    volumeListId,
  }
}
