// Pure rules of monthly summaries: months to summarize, comparison with the previous month, and possible savings with
// their amounts.

import { indianMonth, monthBounds } from '#kit/india/calendar.ts'
import type { Params } from '#kit/messages/texts.ts'
import { formatMicros, MICROS_PER_RUPEE, type Micros } from '#kit/money.ts'
import { outsideGsm, segmentsOf } from '#kit/sms-size.ts'
import { CLOSING_MS } from '#money/invoices/usage-rules.ts'
import {
  channelOf,
  kindInSession,
  type PricedChannel,
  type PriceKind,
  type PriceList,
  priceOf,
} from '#money/pricing/rules.ts'

/** Maximum number of months caught up after downtime, or at the first start. */
export const MADE_UP_MONTHS_MAX = 12

/** `2026-09` for `2026-10`. */
export function monthBefore(month: string): string {
  return indianMonth(new Date(monthBounds(month).from.getTime() - 1)).slice(0, 7)
}

/** Months that ended at least CLOSING_MS ago, so that all their messages have been accepted; oldest first. */
export function closedMonths(now: Date): string[] {
  const months: string[] = []
  let month = indianMonth(new Date(now.getTime() - CLOSING_MS)).slice(0, 7)
  while (months.length < MADE_UP_MONTHS_MAX) months.unshift((month = monthBefore(month)))
  return months
}

/** In percent with one decimal, rounded away from zero; null when there was no previous amount. */
export function changeInPercent(before: Micros, now: Micros): number | null {
  if (before <= 0n) return null
  const tenths = ((now - before) * 2000n + (now >= before ? before : -before)) / (before * 2n)
  return Number(tenths) / 10
}

// --- Tips ----------------------------------------------------------------------------------------------------------

export const tipCodes = [
  'reply_in_session',
  'next_tier',
  'addresses_that_bounce',
  'sms_encoding',
  'auto_recharge_headroom',
] as const
export type TipCode = (typeof tipCodes)[number]

export interface Tip {
  code: TipCode
  /** The kind of messages that the tip is about; null for none. */
  kind: PriceKind | null
  /** The possible saving. */
  amount: Micros
  /** The values in its text (messages.ts). */
  params: Params
}

/** The month's messages of a kind that were not reversed: their number, and what they cost after all corrections. */
export interface Kept {
  kind: PriceKind
  count: bigint
  cost: Micros
}

/** Data of the month from which tips are derived. */
export interface Facts {
  kept: readonly Kept[]
  /** Session messages: those of kinds that cost less within a session, to contacts who had one before. */
  late: readonly Kept[]
  /** Tier positions used in the month, per channel. */
  numbers: ReadonlyMap<PricedChannel, bigint>
  /** The price list in force at the month's end. */
  priceList: Pick<PriceList, 'tiers' | 'smsUnit' | 'modes'>
  bounced: readonly { kind: PriceKind; messages: bigint; addresses: bigint; cost: Micros }[]
  /** For kinds whose texts are split into segments. */
  encoding: readonly (EncodingWaste & Pick<Kept, 'kind'>)[]
  autoRecharge: { threshold: Micros; lowest: Micros } | null
}

/** Tips with a saving, largest saving first. */
export function tipsOf(facts: Facts): Tip[] {
  const tips = [
    ...facts.late.map((late) => replyInSession(facts, late)),
    ...facts.kept.map((kept) => nextTier(facts, kept)),
    ...facts.bounced.map(bouncing),
    ...facts.encoding.map(shorterSms),
    headroom(facts.autoRecharge),
  ]
  return tips
    .filter((tip) => tip !== null)
    .filter(({ amount }) => amount > 0n)
    .toSorted((one, other) => (other.amount > one.amount ? 1 : other.amount < one.amount ? -1 : 0))
}

/**
 * A template within a session already costs the session price, so all of these were sent after a session had ended. To
 * a contact who had never written there was nothing to reply to.
 */
function replyInSession({ priceList, numbers }: Facts, { kind, count, cost }: Kept): Tip | null {
  const inSession = kindInSession(kind)
  const tiers = inSession && priceList.tiers[inSession]
  if (count === 0n || !tiers) return null
  const { priceMicros } = priceOf(tiers, max(numbers.get(channelOf(kind)) ?? 0n, 1n))
  return {
    code: 'reply_in_session',
    kind,
    amount: cost - count * priceMicros,
    params: { messages: Number(count), cost: formatMicros(cost), session_cost: formatMicros(count * priceMicros) },
  }
}

/** Only when a second month like this one, added to it, would reach the next tier. */
function nextTier({ priceList, numbers }: Facts, { kind, count, cost }: Kept): Tip | null {
  const tiers = priceList.tiers[kind]
  const taken = numbers.get(channelOf(kind)) ?? 0n
  if (!tiers || taken === 0n || count === 0n) return null
  const now = priceOf(tiers, taken)
  const { upTo = null } = tiers[now.tier - 1] ?? {}
  const next = tiers[now.tier]
  if (upTo === null || !next || next.priceMicros >= now.priceMicros) return null
  const missing = upTo - taken + 1n
  if (missing > taken) return null
  const isOfAll = priceList.modes[kind] === 'volume'
  return {
    code: 'next_tier',
    kind,
    amount: isOfAll ? cost - count * next.priceMicros : count * (now.priceMicros - next.priceMicros),
    params: {
      missing: Number(missing),
      price: formatMicros(now.priceMicros),
      next_price: formatMicros(next.priceMicros),
      mode: isOfAll ? 'volume' : 'graduated',
    },
  }
}

function bouncing({ kind, messages: count, addresses, cost }: Facts['bounced'][number]): Tip {
  return {
    code: 'addresses_that_bounce',
    kind,
    amount: cost,
    params: { messages: Number(count), addresses: Number(addresses) },
  }
}

/** The additional cost of SMS due to a single character. */
export interface EncodingWaste {
  messages: bigint
  segments: bigint
  amount: Micros
  /** The most frequent of these characters. */
  character: string | null
}

function shorterSms({ kind, messages: count, segments, amount, character }: Facts['encoding'][number]): Tip | null {
  if (character === null) return null
  return {
    code: 'sms_encoding',
    kind,
    amount,
    params: { messages: Number(count), segments: Number(segments), character },
  }
}

/** A character that occurs more often is intended: it belongs to the text's script. */
const STRAY_MAX = 5

/**
 * The avoidable cost of one text that took `units` segments for `cost` in total; null when no single character causes
 * it.
 */
export function wasteOf(
  text: string,
  units: number,
  cost: Micros,
): { segments: number; amount: Micros; character: string } | null {
  const [character, another] = outsideGsm(text, 2)
  if (character === undefined || another !== undefined) return null
  if (text.split(character).length - 1 > STRAY_MAX) return null
  const segments = units - segmentsOf(text.replaceAll(character, '.'))
  if (segments <= 0) return null
  return { segments, amount: (cost * BigInt(segments)) / BigInt(units), character }
}

/** The minimum threshold: one rupee. */
const THRESHOLD_MIN: Micros = MICROS_PER_RUPEE

function headroom(autoRecharge: Facts['autoRecharge']): Tip | null {
  if (!autoRecharge) return null
  const { threshold, lowest } = autoRecharge
  const most = threshold - THRESHOLD_MIN
  const unused = ((lowest < most ? lowest : most) / MICROS_PER_RUPEE) * MICROS_PER_RUPEE
  return {
    code: 'auto_recharge_headroom',
    kind: null,
    amount: unused,
    params: {
      lowest: formatMicros(lowest),
      threshold: formatMicros(threshold),
      enough: formatMicros(threshold - unused),
    },
  }
}

const max = (one: bigint, other: bigint): bigint => (one > other ? one : other)
