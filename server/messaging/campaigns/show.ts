// Campaigns as the API shows them.

import { formatMicros, type Micros } from '#kit/money.ts'
import { publicId, type Static, seconds } from '#kit/wire.ts'
import type { TemplateComponents } from '#messaging/templates/components.ts'
import type { Estimate } from '#money/pricing/estimate.ts'
import type { CountRow } from './count-queries.ts'
import type { CountName } from './count-rules.ts'
import type { Counted } from './estimate.ts'
import type { CampaignRow } from './queries.ts'
import type { SkipReason } from './recipients.ts'
import type { PriceRow } from './report-queries.ts'
import { shortfallOf } from './rules.ts'
import type { Campaign, CampaignEstimate, CampaignReport } from './schema.ts'

const CURRENCY = 'INR'

export function showCampaign(row: CampaignRow): Static<typeof Campaign> {
  const { quiet_from: from, quiet_to: to } = row
  return {
    id: publicId('camp', row.id),
    name: row.name,
    channel: row.channel,
    status: row.status,
    pause_reasons: row.pause_reasons,
    template_id: publicId('tmpl', row.template_id),
    template_version: row.template_version,
    subject: row.subject,
    text: row.text,
    html: row.html,
    list_ids: row.list_ids.map((id) => publicId('list', id)),
    segment_ids: row.segment_ids.map((id) => publicId('seg', id)),
    exclude_list_ids: row.exclude_list_ids.map((id) => publicId('list', id)),
    variables: Object.fromEntries(
      Object.entries(row.variables).map(([name, source]) => [name, 'value' in source ? source.value : source]),
    ),
    scheduled_at: seconds(row.scheduled_at),
    max_per_minute: row.max_per_minute,
    quiet_hours: from === null || to === null ? null : { from, to },
    track: row.track,
    reserved: formatMicros(row.reserved_micros),
    currency: CURRENCY,
    created_at: seconds(row.created_at),
    started_at: seconds(row.started_at),
    ended_at: seconds(row.ended_at),
  }
}

export interface Reported {
  counted: readonly CountRow[]
  cost: Micros
  charged: readonly PriceRow[]
  /** Of its template, once it is started. */
  components: TemplateComponents | null
}

export function showReport(
  row: CampaignRow,
  { counted, cost, charged, components }: Reported,
): Static<typeof CampaignReport> {
  const of = (...names: CountName[]) =>
    counted.reduce((sum, { name, count }) => sum + (names.includes(name) ? count : 0), 0)
  const reasonsOf = (...names: CountName[]) =>
    [
      ...Map.groupBy(
        counted.filter(({ name }) => names.includes(name)),
        ({ reason }) => reason,
      ),
    ]
      .map(([reason, rows]) => ({ reason, count: rows.reduce((sum, { count }) => sum + count, 0) }))
      .filter(({ count }) => count > 0)
      .toSorted((one, other) => other.count - one.count || one.reason.localeCompare(other.reason))
  const pressed = new Map(reasonsOf('pressed').map(({ reason, count }) => [reason, count]))
  const ended = of('sent', 'delivered', 'read', 'failed', 'undelivered', 'cancelled')
  return {
    ...showCampaign(row),
    counts: {
      recipients: row.waiting_count + row.queued_count,
      waiting: row.waiting_count,
      skipped: row.recipient_count - row.waiting_count - row.queued_count,
      queued: Math.max(row.queued_count - ended, 0),
      sent: of('sent'),
      delivered: of('delivered'),
      read: of('read'),
      failed: of('failed'),
      undelivered: of('undelivered'),
      cancelled: of('cancelled'),
      bounced: of('bounced'),
      unsubscribed: of('unsubscribed'),
      replied: of('replied'),
    },
    engagement: row.track
      ? {
          opened: of('opened'),
          opens: of('opens'),
          clicked: of('clicked'),
          clicks: of('clicks'),
          bot_opens: of('bot_opens'),
          bot_clicks: of('bot_clicks'),
        }
      : null,
    buttons: (components?.buttons ?? []).flatMap((button, index) =>
      button.type === 'quick_reply'
        ? [{ text: button.text, type: button.type, count: pressed.get(String(index)) ?? 0 }]
        : [],
    ),
    rate: counted.reduce((sum, { name, recent }) => sum + (name === 'left' ? recent : 0), 0),
    cost: formatMicros(cost),
    skipped: reasonsOf('skipped').map(({ reason, count }) => ({ reason: reason as SkipReason, count })),
    not_delivered: reasonsOf('failed', 'undelivered', 'cancelled'),
    charges: charged.map(({ price_micros, count, amount_micros }) => ({
      price: formatMicros(price_micros),
      count,
      amount: formatMicros(amount_micros),
    })),
  }
}

export interface Shown {
  counted: Counted
  cost: Estimate
  balance: Micros
  available: Micros
  finishes: Date | null
}

export function showEstimate({ counted, cost, balance, available, finishes }: Shown): Static<typeof CampaignEstimate> {
  return {
    recipients: counted.recipients,
    unreachable: [...counted.skipped].map(([reason, count]) => ({ reason, count })),
    units: Number(counted.units),
    total: formatMicros(cost.total),
    currency: CURRENCY,
    balance: formatMicros(balance),
    available_credits: formatMicros(available),
    shortfall: formatMicros(shortfallOf(cost.total, available)),
    finishes_at: seconds(finishes),
    tiers: cost.lines.map(({ tier, from, to, count, priceMicros, amount }) => ({
      tier,
      from: Number(from),
      to: Number(to),
      count: Number(count),
      price: formatMicros(priceMicros),
      amount: formatMicros(amount),
    })),
  }
}
