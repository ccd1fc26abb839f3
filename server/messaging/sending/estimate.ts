// Estimates the cost of a number of messages by tier, based on the month's count so far.

import { ok, type Route, read } from '#edge/route.ts'
import type { Actor, App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { indianMonth } from '#kit/india/calendar.ts'
import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import { formatMicros, type Micros } from '#kit/money.ts'
import { invalidFields } from '#kit/refusals.ts'
import { type SmsEncoding, sizeOfSms } from '#kit/sms-size.ts'
import { publicId, type Static } from '#kit/wire.ts'
import { sumOf } from '#messaging/rerating/rerate.ts'
import { createPriceLists } from '#money/pricing/actions.ts'
import { type Estimate, estimate } from '#money/pricing/estimate.ts'
import { estimate as estimateExample } from '#money/pricing/examples.ts'
import {
  hasSegments,
  isCountedBySegment,
  kindsOf,
  type PriceKind,
  type PriceList,
  type Tier,
} from '#money/pricing/rules.ts'
import { EstimateQuery, PriceEstimate } from '#money/pricing/schema.ts'
import { type Crossing, crossingsOf } from '#money/pricing/volume.ts'
import * as walletQueries from '#money/wallet/queries.ts'

/** Later than any price list version of a wallet: all earlier re-rates apply. */
const EVERY_VERSION = 2n ** 63n - 1n

export const estimateRoutes = (app: App): Route[] => {
  const priceLists = createPriceLists(app)
  return [
    read({
      operationId: 'estimatePrice',
      method: 'GET',
      path: '/api/v1/billing/prices/estimate',
      permission: 'organization.view',
      tag: 'Billing',
      summary: 'Estimate what messages would cost',
      description:
        'Returns what `count` messages would cost if they were sent now, tier by tier, after the messages already sent in the calendar month. If the price list has volume prices and the messages reach a cheaper tier, `credit` is the resulting credit for the month.',
      query: EstimateQuery,
      responses: { 200: PriceEstimate },
      example: { response: estimateExample },
      async handle(tx, actor, { query }) {
        const list = await priceLists(actor.organizationId, actor.at)
        const kind = kindAsked(query)
        const isCounted = isCountedBySegment(list, kind)
        const { channel, count } = query
        const size = sizeAsked(query, kind)
        const units = BigInt(count) * BigInt(isCounted ? size.segments : 1)
        const month = indianMonth(actor.at)
        const counters = await tx.rows<walletQueries.CounterRow>(walletQueries.counters(actor.organizationId, month))
        const counts = new Map(counters.map((counter) => [counter.channel, counter.message_count]))
        const already = counts.get(channel) ?? 0n
        const estimated = estimate(tiersOf(list, kind), already, units)
        const crossing = crossingsOf(list, channel, already, already + units).find((one) => one.kind === kind)
        const credit = crossing
          ? { crossing, amount: await creditOf(app, actor, list, crossing, { month, already, estimated }) }
          : null
        return ok(show(query, kind, list, { month, already, isCounted, size, estimated, credit }))
      },
    }),
  ]
}

function kindAsked({ channel, kind, segments, text }: EstimateQuery): PriceKind {
  const kinds = kindsOf[channel]
  const only = kinds.length === 1 ? kinds[0] : undefined
  const asked = kind ?? only
  if (asked === undefined || !kinds.includes(asked))
    throw inQuery('kind', validationError('not_one_of', { values: kinds }))
  for (const [field, given] of Object.entries({ segments, text }))
    if (given !== undefined && !hasSegments(asked)) throw inQuery(field, validationError('not_on_channel'))
  if (segments !== undefined && text !== undefined)
    throw inQuery('text', validationError('not_allowed_with', { other: 'segments' }))
  return asked
}

const inQuery = (field: string, error: ValidationError) => invalidFields('invalid_query', [{ field, ...error }])

/** Size of each message. */
interface Size {
  segments: number
  encoding: SmsEncoding | null
}

function sizeAsked({ segments = 1, text }: EstimateQuery, kind: PriceKind): Size {
  return text !== undefined && hasSegments(kind) ? sizeOfSms(text) : { segments, encoding: null }
}

function tiersOf(list: PriceList, kind: PriceKind): readonly Tier[] {
  const tiers = list.tiers[kind]
  if (tiers !== undefined) return tiers
  throw inQuery('kind', validationError('not_sold', { price_list: list.name }))
}

interface Sent {
  month: string
  already: bigint
  estimated: Estimate
}

/**
 * The re-rate credit: what the month's messages of the kind would cost at their current prices, including these, minus
 * the cost of all of them at the new price.
 */
async function creditOf(
  app: App,
  { organizationId }: Actor,
  list: PriceList,
  { kind, tier, priceMicros, upToNumber }: Crossing,
  { already, month, estimated }: Sent,
): Promise<Micros> {
  const sent = await sumOf(app, organizationId, {
    price_list_id: list.volumeListId as Uuid,
    kind,
    month,
    tier,
    up_to_number: already,
    wallet_version: EVERY_VERSION,
  })
  const dearer = estimated.lines.filter(({ from }) => from <= upToNumber)
  const units = dearer.reduce((sum, { count }) => sum + count, 0n)
  const total = dearer.reduce((sum, { amount }) => sum + amount, 0n)
  return sent.cost_micros + total - (sent.units + units) * priceMicros
}

interface Shown extends Sent {
  isCounted: boolean
  size: Size
  credit: { crossing: Crossing; amount: Micros } | null
}

function show(
  { channel, count }: EstimateQuery,
  kind: PriceKind,
  list: PriceList,
  { month, already, isCounted, size, estimated, credit }: Shown,
): Static<typeof PriceEstimate> {
  const { lines, total } = estimated
  return {
    channel,
    kind,
    price_list_id: publicId('plist', list.id),
    mode: list.modes[kind] ?? 'graduated',
    month: month.slice(0, 7),
    already_sent: Number(already),
    count,
    segments: hasSegments(kind) ? size.segments : null,
    encoding: size.encoding,
    unit: isCounted ? 'segment' : 'message',
    currency: 'INR',
    lines: lines.map((line) => ({
      tier: line.tier,
      from: Number(line.from),
      to: Number(line.to),
      count: Number(line.count),
      price: formatMicros(line.priceMicros),
      amount: formatMicros(line.amount),
    })),
    total: formatMicros(total),
    credit: credit && {
      tier: credit.crossing.tier,
      price: formatMicros(credit.crossing.priceMicros),
      amount: formatMicros(credit.amount),
    },
  }
}
