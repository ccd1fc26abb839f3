// Leases of the connections that a provider allows an account, over all processes.

import type { App } from '#kit/app.ts'
import { togetherOrEach } from '#kit/database/shards.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import * as bindQueries from '../bind-queries.ts'

/** Renewed three times within this time. */
const LEASED_FOR_MS = 60_000
const TOGETHER = 'binds of SMS'

export interface BindLeases {
  /** False when other processes hold all that the account allows. */
  take(organizationId: Uuid, places: number): Promise<boolean>
  /** Returns those that are still held. */
  renew(organizationIds: readonly Uuid[]): Promise<Uuid[]>
  release(organizationId: Uuid): Promise<void>
}

export function createBindLeases({ database, clock }: Pick<App, 'database' | 'clock'>): BindLeases {
  const holder = newUuid()
  const until = () => new Date(clock().getTime() + LEASED_FOR_MS)
  return {
    async take(organizationId, places) {
      const lease = { places, holder, now: clock(), until: until() }
      const row = await database.transaction(
        (tx) => tx.row(bindQueries.takeBind(organizationId, lease)),
        organizationId,
      )
      return row !== undefined
    },
    async renew(organizationIds) {
      if (organizationIds.length === 0) return []
      const rows = await togetherOrEach(organizationIds, (ids) =>
        database.transaction((tx) => tx.rows<{ org_id: Uuid }>(bindQueries.renewBinds(ids, holder, until())), TOGETHER),
      )
      return rows.map(({ org_id }) => org_id)
    },
    async release(organizationId) {
      await database.transaction((tx) => tx.run(bindQueries.releaseBind(organizationId, holder)), organizationId)
    },
  }
}
