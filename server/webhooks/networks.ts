// Private networks in which the operator allows an organization's endpoints, in addition to those of the installation.
// spec 14.29.

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { isNetwork } from '#kit/networks.ts'
import { invalid } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import * as audit from '#people/audit/actions.ts'
import { changes } from '#people/audit/rules.ts'
import * as organizations from '#people/organizations/actions.ts'
import * as queries from './queries.ts'

export async function networksOf(tx: Pick<Tx, 'row'>, organizationId: Uuid): Promise<readonly string[]> {
  return (await tx.row<{ networks: string[] }>(queries.networks(organizationId)))?.networks ?? []
}

/** The networks of an existing organization. */
export async function find(tx: Tx, organizationId: Uuid): Promise<readonly string[]> {
  await organizations.find(tx, organizationId)
  return networksOf(tx, organizationId)
}

/** Replaces the allowed networks; takes effect within a second in every process. */
export async function allow(
  tx: Tx,
  { organizationId, at }: Scope,
  doer: audit.Doer,
  given: readonly string[],
): Promise<readonly string[]> {
  const networks = given.map((one, index) => {
    const text = one.trim().toLowerCase()
    if (isNetwork(text)) return text
    throw invalid(`networks[${index}]`, 'network_format')
  })
  await organizations.lock(tx, organizationId)
  const before = await find(tx, organizationId)
  await tx.run(queries.setNetworks(organizationId, [...new Set(networks)]))
  const after = await networksOf(tx, organizationId)
  const details = changes({ networks: before }, { networks: after })
  const object = publicId('org', organizationId)
  if (details)
    audit.record(tx, { organizationId, at }, doer, { action: 'organization.webhook_networks_set', object, details })
  return after
}
