// API representation of campaigns.

import type { Uuid } from '#kit/ids.ts'
import { formatMicros, type Micros } from '#kit/money.ts'
import { publicId, type Static, seconds } from '#kit/wire.ts'
import type { Estimate } from '#money/pricing/estimate.ts'
import type { Counted } from './estimate.ts'
import type { CampaignRow } from './queries.ts'
import { shortfallOf } from './rules.ts'
import type { Campaign, CampaignEstimate, ListedCampaign } from './schema.ts'

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

/** The data that a list shows per campaign. */
export interface Progress {
  id: Uuid
  sent: number
  cost_micros: Micros
}

export const showListedCampaign = (
  row: CampaignRow,
  progress: Progress | undefined,
): Static<typeof ListedCampaign> => ({
  ...showCampaign(row),
  recipients: row.waiting_count + row.queued_count,
  sent: progress?.sent ?? 0,
  cost: formatMicros(progress?.cost_micros ?? 0n),
})

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
