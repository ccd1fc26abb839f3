// Suppressions reported by providers, for many organizations at once, in the transaction of the report. Single ones:
// actions.ts.

import { runHooks } from '#events/hooks.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import type { Details } from '#kit/messages/details.ts'
import type { PricedChannel } from '#money/pricing/rules.ts'
import { shareLists } from './queries.ts'
import * as queries from './reported-queries.ts'
import { hookOf, suppressedAddress } from './rules.ts'
import type { SuppressionReason } from './schema.ts'

export interface ReportedAddress {
  organizationId: Uuid
  channel: PricedChannel
  address: string
  reason: SuppressionReason
  detail: Details | null
  time: Date
}

/**
 * Runs before deliveries are locked, because contacts come first. Existing entries stay unchanged; anything that is not
 * an address of the channel is ignored. On a distributed database all belong to one organization.
 */
export async function suppressOfMany(tx: Tx, reported: readonly ReportedAddress[], at: Date): Promise<void> {
  const rows = distinct(reported, at)
  if (rows.length === 0) return
  await Promise.all([
    tx.rows(shareLists([...new Set(rows.map(({ org_id }) => org_id))])),
    tx.rows(queries.lockAddresses(rows)),
  ])
  const added = await tx.rows<queries.SuppressedAddress>(queries.insertOfMany(rows))
  for (const [channel, ofIt] of Map.groupBy(added, (row) => row.channel)) {
    const contacts = await tx.rows<queries.ContactKey>(queries.lockWithAddresses(channel, ofIt))
    if (contacts.length > 0) await tx.run(queries.markOfMany(contacts))
  }
  await noteEnded(tx, added, rows, at)
}

/** New unsubscriptions and complaints of the contacts with these addresses. */
async function noteEnded(
  tx: Tx,
  added: readonly queries.SuppressedAddress[],
  rows: readonly queries.NewSuppression[],
  at: Date,
): Promise<void> {
  const hooks = new Map(rows.map((row) => [nameOf(row), hookOf[row.reason]]))
  for (const address of added) {
    const hook = hooks.get(nameOf(address))
    if (hook === undefined) continue
    const { channel } = address
    const contacts = await tx.rows<queries.ContactKey>(queries.lockWithAddresses(channel, [address]))
    for (const { org_id: organizationId, id: contactId } of contacts)
      await runHooks(hook, tx, { organizationId, at }, { contactId, channel })
  }
}

const nameOf = ({ org_id, channel, address }: queries.SuppressedAddress) => `${org_id} ${channel} ${address}`

function distinct(reported: readonly ReportedAddress[], at: Date): queries.NewSuppression[] {
  const byName = new Map<string, queries.NewSuppression>()
  for (const { organizationId, channel, address, reason, detail, time } of reported) {
    const reading = suppressedAddress(channel, address)
    if ('message' in reading) continue
    const name = `${organizationId} ${channel} ${reading.value}`
    if (byName.has(name)) continue
    const id = newUuid(at.getTime())
    const created_at = time < at ? time : at
    byName.set(name, {
      org_id: organizationId,
      id,
      channel,
      address: reading.value,
      reason,
      detail,
      created_at,
    })
  }
  return [...byName.values()]
}
