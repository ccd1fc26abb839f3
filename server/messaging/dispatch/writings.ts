// Sender-to-contact records of shared accounts: stored with the outcome of a delivery and only then, because they
// decide to which organization a reply belongs (spec 16.36).

import type { Uuid } from '#kit/ids.ts'
import { isSharedPin } from '#messaging/channels/accounts/pins.ts'
import type { RecordedRow } from './queries.ts'

export interface Writing {
  organizationId: Uuid
  accountId: Uuid
  address: string
  contactId: Uuid
  at: Date
}

/** Records for deliveries that were or may have been sent; each pair once, in a fixed order against deadlocks. */
export function writingsOf(rows: readonly RecordedRow[], at: Date): Writing[] {
  const byKey = new Map<string, Writing>()
  for (const { org_id: organizationId, account_id: accountId, address, contact_id: contactId, status } of rows) {
    if (accountId === null || !isSharedPin(accountId) || address === null || contactId === null) continue
    if (status !== 'sent' && status !== 'sending') continue
    byKey.set(`${organizationId} ${accountId} ${address}`, { organizationId, accountId, address, contactId, at })
  }
  return [...byKey].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, writing]) => writing)
}
