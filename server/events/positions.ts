// Assigns positions to events. An event is written in the transaction of its change and becomes visible when that
// commits, so its id does not reflect the order of commits. A job gives committed events the next positions of their
// organization: a reader that continues from a position never misses one. Events of one object are ordered by version,
// which is assigned under the object's lock: the earlier event was committed before the later one got its version, so
// no reader sees the later one without the earlier.

import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Job } from '#worker/job.ts'
import * as queries from './position-queries.ts'

/** NOTIFY channel for organizations with new positions; the payload is their ids. */
export const EVENTS_CHANNEL = 'samvad_events'
/** The polling interval. */
const LOOK_EVERY_MS = 500
const ORGANIZATIONS_AT_ONCE = 200
/** Per transaction, and per organization in it. */
const EVENTS_EACH_MAX = 500
const ORGANIZATIONS_TOGETHER = 50
/** PostgreSQL allows 8,000 bytes per notification; an id has 36. */
const TOLD_TOGETHER = 200
const OWNER = 'events'

/** Events of an organization that got positions. */
export interface Given {
  organizationId: Uuid
  count: number
  types: ReadonlySet<string>
}

/** Creates the work that follows from new positions, in the transaction that assigns them. */
export type NoteFollowing = (tx: Tx, given: readonly Given[], at: Date) => Promise<void>

export function positionsJob(app: App, note: NoteFollowing): Job {
  return {
    name: 'event positions',
    on: 'events',
    everyMs: LOOK_EVERY_MS,
    async run(signal) {
      const { database } = app
      const found = await database.reads.rows<{ org_id: Uuid }>(queries.organizationsWithout(ORGANIZATIONS_AT_ONCE))
      let isMoreDue = false
      let isAnyGiven = false
      for (const organizationIds of groupsOf(app, found)) {
        if (signal.aborted) return false
        const given = await database.transaction(async (tx) => {
          const counted = await give(tx, organizationIds)
          if (counted.length > 0) await note(tx, counted, app.clock())
          return counted
        }, OWNER)
        for (const { count } of given) isMoreDue ||= count === EVENTS_EACH_MAX
        if (given.length === 0) continue
        isAnyGiven = true
        app.wake('webhooks')
        app.wake('notices')
        await tellProcesses(app, idsOf(given))
      }
      return isMoreDue || (isAnyGiven && found.length === ORGANIZATIONS_AT_ONCE)
    },
  }
}

export const idsOf = (given: readonly Given[]) => given.map(({ organizationId }) => organizationId)

function groupsOf({ groupOf }: App, found: readonly { org_id: Uuid }[]): Uuid[][] {
  const groups: Uuid[][] = []
  for (const ids of Map.groupBy(
    found.map(({ org_id }) => org_id),
    groupOf,
  ).values())
    for (let from = 0; from < ids.length; from += ORGANIZATIONS_TOGETHER)
      groups.push(ids.slice(from, from + ORGANIZATIONS_TOGETHER))
  return groups
}

async function give(tx: Tx, organizationIds: readonly Uuid[]): Promise<Given[]> {
  // Sent together in one message: the second statement sees the first one's effect.
  const [, heads] = await Promise.all([
    tx.run(queries.beginHeads(organizationIds)),
    tx.rows<{ org_id: Uuid }>(queries.holdHeads(organizationIds)),
  ])
  const held = heads.map(({ org_id }) => org_id)
  if (held.length === 0) return []
  const rows = await tx.rows<{ org_id: Uuid; type: string }>(queries.givePositions(held, EVENTS_EACH_MAX))
  return [...Map.groupBy(rows, ({ org_id }) => org_id)].map(([organizationId, own]) => ({
    organizationId,
    count: own.length,
    types: new Set(own.map(({ type }) => type)),
  }))
}

/** Notifies all processes; only a hint. */
async function tellProcesses({ database }: Pick<App, 'database'>, ids: readonly Uuid[]): Promise<void> {
  for (let from = 0; from < ids.length; from += TOLD_TOGETHER)
    await database.reads.rows(queries.tell(EVENTS_CHANNEL, ids.slice(from, from + TOLD_TOGETHER).join()))
}
