// Creates and changes conversations of several organizations in one transaction where no lock is in the way. A request
// without a result (unknown, not permitted, locked, or with a pinned message) is executed by its organization alone in
// actions.ts, which reports the reason.

import type { EventOfOne } from '#events/declaration.ts'
import { insertEventsOfMany } from '#events/queries.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { Refusal } from '#kit/refusals.ts'
import * as queries from './across-queries.ts'
import type { Change, Start } from './actions.ts'
import { placeOf, wantedBy } from './actions.ts'
import { conversationCreated, conversationUpdated } from './events.ts'
import type { ConversationRow } from './queries.ts'
import { roundsOf } from './rules.ts'

/** The result of each; null for one that must be executed alone. */
export async function startAcross(
  tx: Tx,
  at: Date,
  starts: readonly Start[],
): Promise<({ row: ConversationRow; isNew: boolean } | Refusal | null)[]> {
  const organizationIds = idsOf(starts)
  const placeIn = placesOf(organizationIds)
  const wanted = starts.map(({ actor, input }) => {
    const one = wantedBy(actor, input, newUuid(at.getTime()))
    return one instanceof Refusal ? one : { ...one, place: placeIn(actor.organizationId) }
  })
  const byCounterpart = new Map<string, queries.PlacedWanted>()
  for (const one of wanted)
    if (!(one instanceof Refusal) && !byCounterpart.has(nameOf(one))) byCounterpart.set(nameOf(one), one)
  const distinct = [...byCounterpart.values()]
  if (distinct.length === 0) return wanted.map((one) => (one instanceof Refusal ? one : null))

  // Sent together: the lock is taken before the next statement checks who may see conversations.
  const [, made, existing] = await Promise.all([
    tx.run(queries.shareReadersOf(organizationIds)),
    tx.rows<queries.PlacedRow>(queries.insertAcross(organizationIds, distinct, at)),
    tx.rows<queries.PlacedRow>(queries.existingAcross(organizationIds, distinct)),
  ])
  tell(
    tx,
    at,
    made.map((row) => ({ ...conversationCreated(row), organizationId: organizationIds[row.place - 1] as Uuid })),
  )

  const found = new Map(existing.map((row) => [nameOf(row), row]))
  const isNew = new Set(made.map(({ id }) => id))
  return wanted.map((one) => {
    if (one instanceof Refusal) return one
    const row = found.get(nameOf(one))
    // Of two concurrent requests for the same one, the first created it.
    return row ? { row, isNew: isNew.delete(row.id) } : null
  })
}

/**
 * The resulting conversation of each; null for one that must be executed alone, and for later changes of the same
 * conversation.
 */
export async function changeAcross(tx: Tx, at: Date, changes: readonly Change[]): Promise<(ConversationRow | null)[]> {
  const organizationIds = idsOf(changes)
  const placeIn = placesOf(organizationIds)
  const outcomes: (ConversationRow | null)[] = changes.map(() => null)
  const alone = new Set<Uuid>()
  const events: EventOfOne[] = []
  for (const round of roundsOf(changes)) {
    const possible = round.filter(({ change: { id, input } }) => !alone.has(id) && !input.pinned_message_id)
    const rows =
      possible.length === 0
        ? []
        : await tx.rows<queries.PlacedUpdatedRow>(
            queries.updateAcross(
              organizationIds,
              possible.map(({ change: { actor, id, input } }) => ({
                place: placeIn(actor.organizationId),
                actor,
                id,
                input: input as queries.PlacedChange['input'],
              })),
            ),
          )
    events.push(
      ...rows
        .filter(({ is_changed }) => is_changed)
        .map((row) => ({ ...conversationUpdated(row), organizationId: organizationIds[row.place - 1] as Uuid })),
    )
    const byName = new Map(rows.map((row) => [`${row.place} ${row.id}`, row]))
    for (const { change, index } of round) {
      const row = byName.get(`${placeIn(change.actor.organizationId)} ${change.id}`)
      if (row && row.user_id === change.actor.userId && !alone.has(change.id)) outcomes[index] = row
      else alone.add(change.id)
    }
  }
  tell(tx, at, events)
  return outcomes
}

function tell(tx: Tx, at: Date, events: EventOfOne[]): void {
  if (events.length > 0) tx.onCommit(insertEventsOfMany(at, events))
}

/** Sorted by id. */
const idsOf = (requests: readonly { actor: { organizationId: Uuid } }[]): Uuid[] =>
  [...new Set(requests.map(({ actor }) => actor.organizationId))].sort()

function placesOf(organizationIds: readonly Uuid[]): (organizationId: Uuid) => number {
  const places = new Map(organizationIds.map((id, index) => [id, index + 1]))
  return (organizationId) => places.get(organizationId) as number
}

/** Ids of contacts and groups do not identify their organization; the position does. */
const nameOf = (one: Omit<queries.PlacedWanted, 'id'>): string => `${one.place} ${placeOf(one)}`
