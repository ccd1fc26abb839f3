// Creates the summary of a past month: exactly once, however many workers try.

import { emit } from '#events/actions.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { dayEnd, dayStart, indianDate, monthBounds } from '#kit/india/calendar.ts'
import type { Micros } from '#kit/money.ts'
import { amount, seconds } from '#kit/wire.ts'
import * as pricing from '#money/pricing/queries.ts'
import {
  channelOf,
  isCountedBySegment,
  kindInSession,
  type PriceKind,
  pricedChannels,
  priceKinds,
  readPriceList,
} from '#money/pricing/rules.ts'
import * as usage from '#reporting/usage/queries.ts'
import type { Dimension } from '#reporting/usage/rules.ts'
import { showCounts } from '#reporting/usage/show.ts'
import { monthSummed } from './events.ts'
import { tipText } from './messages.ts'
import * as queries from './queries.ts'
import {
  changeInPercent,
  type EncodingWaste,
  type Facts,
  type Kept,
  monthBefore,
  type Tip,
  tipsOf,
  wasteOf,
} from './rules.ts'
import type { SummaryDocument } from './schema.ts'

/** Rows of a month: its days by channel and kind are a few hundred. */
const ROWS_MAX = 1000
/** Maximum number of long SMS whose texts are analysed, and how many are read at a time. */
const SMS_LOOKED_AT_MAX = 50_000
const SMS_PIECE = 1000

/** False when a summary existed already. */
export async function makeSummary(tx: Tx, organizationId: Uuid, month: string, at: Date): Promise<boolean> {
  const key = `${month}-01`
  if (await tx.row(queries.find(organizationId, key))) return false
  await tx.run(queries.takeTime())
  const of = { organizationId, key, ...monthBounds(month) }
  const document = await documentOf(tx, of, month)
  const row = await tx.row<queries.SummaryRow>(queries.insert(of, newUuid(at.getTime()), document, at))
  if (!row) return false
  await emit(tx, organizationId, at, [monthSummed(row)])
  return true
}

async function documentOf(tx: Tx, of: queries.Month, month: string): Promise<SummaryDocument> {
  const previousMonth = monthBefore(month)
  const all = await usageOf(tx, of, ['day', 'channel', 'kind'])
  const before = await usageOf(tx, { ...of, ...monthBounds(previousMonth) }, ['channel'])
  const money = await tx.row<queries.MoneyRow>(queries.money(of))
  const organization = await tx.row<{ name: string }>(queries.nameOf(of.organizationId))
  if (!money || !organization) throw new Error('the organization has no wallet')
  const total = sumOf(all)
  const previous = sumOf(before)
  const byChannel = Map.groupBy(all, ({ channel }) => channel)
  const beforeByChannel = Map.groupBy(before, ({ channel }) => channel)
  const channels = pricedChannels.filter((channel) => byChannel.has(channel) || beforeByChannel.has(channel))
  const byKind = Map.groupBy(all, ({ channel, kind }) => `${channel} ${kind}`)
  return {
    month,
    organization_name: organization.name,
    from: seconds(of.from),
    to: seconds(of.to),
    currency: 'INR',
    total: showCounts(total),
    previous: { month: previousMonth, messages: Number(previous.messages), amount: amount(previous.micros) },
    change: {
      amount: amount(total.micros - previous.micros),
      percent: changeInPercent(previous.micros, total.micros),
    },
    wallet: {
      recharged: amount(money.recharged_micros),
      credited: amount(money.credited_micros),
      paid_out: amount(money.paid_out_micros),
      balance: amount(money.balance_micros),
    },
    by_channel: channels.map((channel) => ({
      channel,
      ...showCounts(sumOf(byChannel.get(channel) ?? [])),
      previous_amount: amount(sumOf(beforeByChannel.get(channel) ?? []).micros),
    })),
    by_kind: [...byKind.values()]
      .map((rows) => {
        const { channel, kind } = rows[0] as KeyedRow
        return { channel, kind, ...showCounts(sumOf(rows)) }
      })
      .toSorted((one, other) => placeOf(one) - placeOf(other) || (one.kind < other.kind ? -1 : 1)),
    by_day: daysOf(of).map((day) => {
      const { messages, micros } = sumOf(all.filter((row) => row.day === day))
      return { day, messages: Number(messages), amount: amount(micros) }
    }),
    tips: (await tips(tx, of)).map((tip) => ({ ...tip, amount: amount(tip.amount), text: englishOf(tip) })),
  }
}

const englishOf = (tip: Tip): string => tipText('en', tip) ?? tip.code

type KeyedRow = usage.UsageRow & Pick<SummaryDocument['by_kind'][number], 'channel' | 'kind'>

const placeOf = ({ channel }: { channel: string }) => (pricedChannels as readonly string[]).indexOf(channel)

async function usageOf(
  tx: Tx,
  { organizationId, from, to }: queries.Month,
  by: Dimension[],
): Promise<usage.UsageRow[]> {
  const days = { from: indianDate(from), to: indianDate(to) }
  const asked = { organizationId, days, by: new Set(by) }
  const slice = { cursor: null, isBackwards: false, limit: ROWS_MAX }
  const [, ...rows] = await tx.rows<usage.ReportRow>(usage.report(asked, slice))
  if (rows.length === ROWS_MAX) throw new Error('a month has more kinds of usage than there are')
  return rows
}

function sumOf(rows: readonly usage.CountsRow[]): usage.CountsRow {
  const add = (field: keyof usage.CountsRow) => rows.reduce((sum, row) => sum + row[field], 0n)
  return {
    messages: add('messages'),
    sent: add('sent'),
    delivered: add('delivered'),
    failed: add('failed'),
    micros: add('micros'),
  }
}

function daysOf({ from, to }: queries.Month): string[] {
  const days: string[] = []
  for (let at = from; at < to; at = dayEnd(indianDate(at))) days.push(indianDate(dayStart(indianDate(at))))
  return days
}

async function tips(tx: Tx, of: queries.Month) {
  const last = new Date(of.to.getTime() - 1)
  const stored = await tx.row<pricing.InForceRow>(pricing.inForce([of.organizationId], last))
  if (!stored) throw new Error('no price list is in force')
  const priceList = readPriceList(stored)
  const kept = await tx.rows<queries.KeptRow>(queries.kept(of))
  const late: queries.KeptRow[] = []
  for (const kind of priceKinds)
    if (kindInSession(kind) !== null)
      late.push(...(await tx.rows<queries.KeptRow>(queries.late(of, kind, channelOf(kind)))))
  const encoding: Facts['encoding'][number][] = []
  for (const kind of priceKinds)
    if (isCountedBySegment(priceList, kind)) encoding.push({ kind, ...(await encodingWaste(tx, of, kind)) })
  const numbers = await tx.rows<queries.NumberRow>(queries.numbers(of))
  const bounced = await tx.rows<queries.BouncedRow>(queries.bounced(of))
  const recharge = await tx.row<queries.AutoRechargeRow>(queries.autoRecharge(of))
  return tipsOf({
    kept: kept.map(asKept),
    late: late.map(asKept),
    numbers: new Map(numbers.map(({ channel, message_count }) => [channel, message_count])),
    priceList,
    bounced: bounced.map(({ cost_micros, ...one }) => ({ ...one, cost: cost_micros })),
    encoding,
    autoRecharge: recharge ? { threshold: recharge.threshold_micros, lowest: recharge.lowest_micros } : null,
  })
}

const asKept = ({ kind, count, cost_micros }: queries.KeptRow): Kept => ({ kind, count, cost: cost_micros })

/** Only where messages are counted by segment does a character cost anything. */
async function encodingWaste(tx: Tx, of: queries.Month, kind: PriceKind): Promise<EncodingWaste> {
  const waste = { messages: 0n, segments: 0n, amount: 0n as Micros, character: null as string | null }
  const seen = new Map<string, number>()
  let after: Uuid | null = null
  for (let looked = 0; looked < SMS_LOOKED_AT_MAX; looked += SMS_PIECE) {
    const rows: queries.LongTextRow[] = await tx.rows(queries.longTexts(of, kind, after, SMS_PIECE))
    for (const { text, units, cost_micros } of rows) {
      const lost = wasteOf(text, units, cost_micros)
      if (!lost) continue
      waste.messages++
      waste.segments += BigInt(lost.segments)
      waste.amount += lost.amount
      seen.set(lost.character, (seen.get(lost.character) ?? 0) + 1)
    }
    after = rows.at(-1)?.id ?? null
    if (rows.length < SMS_PIECE) break
  }
  const [most] = [...seen].toSorted(([, one], [, other]) => other - one)
  return { ...waste, character: most?.[0] ?? null }
}
