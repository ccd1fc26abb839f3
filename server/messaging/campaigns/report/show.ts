// API representation of a campaign's report, days and deliveries.

import { formatMicros, type Micros } from '#kit/money.ts'
import { publicId, type Static } from '#kit/wire.ts'
import { showDelivery, withoutContact } from '#messaging/messages/show.ts'
import type { TemplateComponents } from '#messaging/templates/components.ts'
import type { CampaignRow } from '../queries.ts'
import type { SkipReason } from '../recipients.ts'
import type { CampaignReport } from '../schema.ts'
import { showCampaign } from '../show.ts'
import type { CountRow, DayRow } from './count-queries.ts'
import { type CountName, type DayName, tierPriceIn } from './count-rules.ts'
import type { DayCostRow, ListedRow } from './queries.ts'
import type { CampaignDay, CampaignDelivery } from './schema.ts'

export interface Reported {
  counted: readonly CountRow[]
  cost: Micros
  /** The template's components, once the campaign was started. */
  components: TemplateComponents | null
}

export function showReport(row: CampaignRow, { counted, cost, components }: Reported): Static<typeof CampaignReport> {
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
      complained: of('complained'),
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
    charges: chargesIn(counted),
  }
}

/** Ordered by tier, then by price, the highest first. */
function chargesIn(counted: readonly CountRow[]): Static<typeof CampaignReport>['charges'] {
  return counted
    .filter(({ name }) => name === 'charged')
    .map(({ reason, count }) => ({ ...tierPriceIn(reason), count }))
    .toSorted((one, other) => one.tier - other.tier || (one.priceMicros > other.priceMicros ? -1 : 1))
    .map(({ tier, priceMicros, count }) => ({
      tier,
      price: formatMicros(priceMicros),
      count,
      amount: formatMicros(priceMicros * BigInt(count)),
    }))
}

export function showDays(
  { track }: Pick<CampaignRow, 'track'>,
  counted: readonly DayRow[],
  cost: readonly DayCostRow[],
): Static<typeof CampaignDay>[] {
  const countsOf = Map.groupBy(counted, ({ day }) => day)
  const amountOf = new Map(cost.map(({ day, amount_micros }) => [day, amount_micros]))
  const days = [...new Set([...countsOf.keys(), ...amountOf.keys()])].toSorted()
  return days.map((day) => {
    const of = (name: DayName) => countsOf.get(day)?.find((one) => one.name === name)?.count ?? 0
    return {
      day,
      sent: of('left'),
      delivered: of('arrived'),
      read: of('read'),
      failed: of('failed'),
      undelivered: of('undelivered'),
      cancelled: of('cancelled'),
      replied: of('replied'),
      unsubscribed: of('unsubscribed'),
      complained: of('complained'),
      opened: track ? of('opened') : null,
      clicked: track ? of('clicked') : null,
      amount: formatMicros(amountOf.get(day) ?? 0n),
    }
  })
}

/** The contact and address are shown only to those who may see contacts. */
export function showListed(row: ListedRow, seesContacts: boolean): Static<typeof CampaignDelivery> {
  const shown = showDelivery(row)
  return {
    ...(seesContacts ? shown : withoutContact(shown)),
    recipient_number: row.recipient_number,
    conversation_id: seesContacts ? publicId('conv', row.conversation_id) : null,
  }
}
