// What became of a campaign, day by day, as the API shows it.

import { formatMicros } from '#kit/money.ts'
import type { Static } from '#kit/wire.ts'
import type { CampaignRow } from '../queries.ts'
import type { DayRow } from './count-queries.ts'
import type { DayName } from './count-rules.ts'
import type { DayCostRow } from './queries.ts'
import type { CampaignDay } from './schema.ts'

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
      opened: track ? of('opened') : null,
      clicked: track ? of('clicked') : null,
      amount: formatMicros(amountOf.get(day) ?? 0n),
    }
  })
}
