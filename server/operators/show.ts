// Organizations as operators see them.

import { formatMicros } from '#kit/money.ts'
import { publicId, type Static, seconds } from '#kit/wire.ts'
import { type PricedChannel, pricedChannels } from '#money/pricing/rules.ts'
import { warningLevel } from '#money/wallet/rules.ts'
import { showOrganization } from '#people/organizations/show.ts'
import type { DecisionRow, OperatedRow, ReachedRow } from './queries.ts'
import type { Enterprise, EnterpriseStatus, OperatedOrganization } from './schema.ts'

/** Counts of an organization that are not in its row. */
export interface Counted {
  month: string
  members: number
  messages: ReadonlyMap<string, number>
  priceList: { id: string; org_id: string | null; name: string }
}

export function showOperated(row: OperatedRow, counted: Counted): OperatedOrganization {
  const { balance_micros: balance, warning_base_micros: base, next_price_micros: next } = row
  const { month, members, messages, priceList } = counted
  const level = warningLevel(balance, base, next)
  return {
    ...showOrganization(row),
    member_count: members,
    currency: 'INR',
    balance: formatMicros(balance),
    low_balance_warning: level === null ? null : (String(level) as '20' | '10' | '0'),
    month: month.slice(0, 7),
    messages: pricedChannels.map((channel) => ({ channel, count: messages.get(channel) ?? 0 })),
    price_list: { id: publicId('plist', priceList.id), name: priceList.name, is_own: priceList.org_id !== null },
    enterprise_status: row.enterprise_status,
    is_priority: row.is_priority,
  }
}

export function showEnterprise(
  organizationId: string,
  status: EnterpriseStatus | null,
  months: readonly ReachedRow[],
  decided: DecisionRow | undefined,
): Static<typeof Enterprise> {
  return {
    organization_id: publicId('org', organizationId),
    status,
    months: months.map((row) => ({
      month: row.month,
      channel: row.channel as PricedChannel,
      reached_at: seconds(row.reached_at),
      message_count: Number(row.message_count),
    })),
    decision: decided?.decision ?? null,
    note: decided?.note ?? null,
    decided_by: publicId('user', decided?.decided_by ?? null),
    decided_at: seconds(decided?.decided_at ?? null),
  }
}
