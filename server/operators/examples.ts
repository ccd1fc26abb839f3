// Examples for the API contract: the operator's view of Asha Textiles.

import { publishedPriceList } from '#money/pricing/examples.ts'
import { organizationId, userId } from '#people/organizations/examples.ts'

export const organization = {
  id: organizationId,
  name: 'Asha Textiles',
  enterprise_eligible_since: 1767200000,
  suspended_at: null,
  suspension_reason: null,
  created_at: 1735689600,
  member_count: 12,
  currency: 'INR',
  balance: '12480.35',
  low_balance_warning: null,
  month: '2026-01',
  messages: [
    { channel: 'email', count: 104_200 },
    { channel: 'app', count: 8_310 },
    { channel: 'sms', count: 0 },
  ],
  price_list: { id: publishedPriceList.id, name: publishedPriceList.name, is_own: true },
  enterprise_status: 'granted',
  is_priority: false,
}

export const prices = { in_force: publishedPriceList, coming: [] }

export const enterprise = {
  organization_id: organizationId,
  status: 'granted',
  months: [{ month: '2025-12', channel: 'email', reached_at: 1767200000, message_count: 104_200 }],
  decision: 'granted',
  note: 'Contract of January',
  decided_by: userId,
  decided_at: 1767225600,
}
