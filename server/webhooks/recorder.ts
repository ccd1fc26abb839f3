// Stores the results of attempts, in one transaction for those of an organization that end together. The next event of
// the same object is sent only afterwards, so that no crash can change the order.

import { emit } from '#events/actions.ts'
import { holdTelling, unsubscribe } from '#events/queries.ts'
import type { Readable, Reader } from '#feed/rules.ts'
import type { App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'
import * as audit from '#people/audit/actions.ts'
import * as deliveryQueries from './delivery-queries.ts'
import { endpointSwitchedOff } from './events.ts'
import type { EndpointRow, Progress } from './queries.ts'
import * as queries from './queries.ts'
import type { OffReason } from './schema.ts'

export const subscriberOf = (id: Uuid): string => `webhook ${publicId('whe', id)}`

/** The results of one endpoint. */
export interface Brought {
  endpointId: Uuid
  outcomes: deliveryQueries.Outcome[]
  progress: Progress
  switchOff: OffReason | null
  /** The reader whose permissions apply, and the read position: events waiting for ended ones follow now. */
  reader: Reader
  readable: Readable
  readTo: bigint
  /** Results that other events may wait for. */
  ofHeld: ReadonlySet<Uuid>
}

export interface Written {
  /** Endpoints that another runner has taken over, or that must not be called any more. */
  lost: Set<Uuid>
  /** Per endpoint, the objects whose next event has a delivery now, and its position. */
  followed: Map<Uuid, Map<Uuid, bigint>>
}

export async function writeDown(
  { database, clock }: Pick<App, 'database' | 'clock'>,
  organizationId: Uuid,
  runner: Uuid,
  brought: readonly Brought[],
): Promise<Written> {
  return database.transaction(async (tx) => {
    const scope = { organizationId, at: clock() }
    const ids = brought.map(({ endpointId }) => endpointId)
    const held = new Set((await tx.rows<{ id: Uuid }>(queries.holdOf(organizationId, ids, runner))).map(({ id }) => id))
    const own = brought.filter(({ endpointId }) => held.has(endpointId))
    const outcomes = own.flatMap((one) => one.outcomes)
    if (outcomes.length > 0)
      await tx.run(deliveryQueries.record(organizationId, await withoutForgotten(tx, scope, outcomes), scope.at))
    const followed: Written['followed'] = new Map()
    const lost = new Set(ids.filter((id) => !held.has(id)))
    for (const one of own) {
      followed.set(one.endpointId, await follow(tx, scope, one))
      await tx.run(queries.keepProgress(organizationId, one.endpointId, one.progress))
      if (one.switchOff === null) continue
      await switchOff(tx, scope, one.endpointId, one.switchOff)
      lost.add(one.endpointId)
    }
    return { lost, followed }
  }, organizationId)
}

/**
 * Removes responses about objects that were or are being deleted. A later deletion waits for the lock and finds the
 * response.
 */
async function withoutForgotten(tx: Tx, { organizationId }: Scope, outcomes: deliveryQueries.Outcome[]) {
  const ids = [...new Set(outcomes.flatMap(({ attempt, eventId }) => (attempt?.answer ? [eventId] : [])))]
  if (ids.length === 0) return outcomes
  const rows = await tx.rows<{ id: Uuid }>(holdTelling(organizationId, ids))
  const telling = new Set(rows.map(({ id }) => id))
  return outcomes.map((one) =>
    one.attempt === null || telling.has(one.eventId) ? one : { ...one, attempt: { ...one.attempt, answer: null } },
  )
}

async function follow(tx: Tx, { at }: Scope, brought: Brought): Promise<Map<Uuid, bigint>> {
  const { endpointId, outcomes, reader, readable, readTo, ofHeld } = brought
  const followed = new Map<Uuid, bigint>()
  for (const { id, objectId, position, endedAt } of outcomes) {
    if (endedAt === null || !ofHeld.has(id)) continue
    const place = { id: newUuid(at.getTime()), endpointId, objectId, position }
    const next = await tx.row<{ position: bigint }>(deliveryQueries.follow(reader, readable, place, readTo, at))
    if (next) followed.set(objectId, next.position)
  }
  return followed
}

/** The endpoint is no longer called, and its retries are ended: a replay sends those events. */
export async function switchOff(tx: Tx, scope: Scope, id: Uuid, because: OffReason): Promise<void> {
  const { organizationId, at } = scope
  const row = await tx.row<EndpointRow>(queries.switchOff(organizationId, id, at, because))
  if (!row) return
  await tx.run(deliveryQueries.giveUpAll(organizationId, id, at))
  await tx.run(unsubscribe(organizationId, subscriberOf(id)))
  const entry = { action: 'webhook_endpoint.switched_off', object: publicId('whe', id), details: { because } } as const
  audit.record(tx, scope, 'system', entry)
  await emit(tx, organizationId, at, [endpointSwitchedOff(row)])
}
