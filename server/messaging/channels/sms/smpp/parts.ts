// Parts of long messages that are submitted one by one, recorded so that parts accepted by the provider are not sent
// again.

import { createHash, randomInt } from 'node:crypto'
import { type Hook, runHooks } from '#events/hooks.ts'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import * as queries from '../queries.ts'

type PartOutcome = queries.PartOutcome
type PartRow = queries.PartRow

interface LongMessage {
  organizationId: Uuid
  deliveryId: Uuid
  parts: readonly Buffer[]
  /** The shared account through which it is sent. */
  sharedAccountId?: Uuid
  at: Date
}

export interface PartsStore {
  /** All parts of the message with their results so far; all are open for a message that was not tried yet. */
  begin(message: LongMessage): Promise<PartRow[]>
  /** `isInPart`: some of its parts were accepted, and not all. */
  record(
    message: Pick<LongMessage, 'organizationId' | 'deliveryId'>,
    outcomes: readonly PartOutcome[],
    isInPart: boolean,
  ): Promise<void>
}

const REFERENCES = 256

/**
 * Increasing within a process: two long messages to one phone are distinguished unless 255 others were sent in between.
 */
export function createReferences(): () => number {
  let last = randomInt(REFERENCES)
  return () => {
    last = (last + 1) % REFERENCES
    return last
  }
}

export function createPartsStore({ database, clock }: Pick<App, 'database' | 'clock'>): PartsStore {
  const nextReference = createReferences()
  return {
    begin: ({ organizationId, deliveryId, parts, sharedAccountId: accountId = null, at }) =>
      database.transaction(async (tx) => {
        const textHash = createHash('sha256').update(Buffer.concat(parts)).digest()
        // The message was changed after a failed attempt: its parts cannot be combined with those of the new text.
        await tx.run(queries.removePartsOfOthers(organizationId, deliveryId, textHash))
        const given = { count: parts.length, reference: nextReference(), textHash, accountId, at }
        await tx.run(queries.insertParts(organizationId, deliveryId, given))
        return tx.rows<PartRow>(queries.partsOf(organizationId, deliveryId))
      }, organizationId),
    record: ({ organizationId, deliveryId }, outcomes, isInPart) =>
      database.transaction(async (tx) => {
        if (isInPart) await runHooks('delivery.left_in_part', tx, { organizationId, at: clock() }, [deliveryId])
        await tx.run(queries.recordParts(organizationId, deliveryId, outcomes))
      }, organizationId),
  }
}

/**
 * For messages without a delivery. Without records a partially accepted message gets an unknown outcome: it is not sent
 * again, and no part is duplicated.
 */
export function createUnkeptParts(): PartsStore {
  const nextReference = createReferences()
  return {
    async begin({ parts }) {
      const reference = nextReference()
      const open = { reference, status: 'open' as const, provider_id: null, error_code: null }
      return parts.map((_, index) => ({ ...open, part: index + 1 }))
    },
    record: () => Promise.reject(new Error('nothing of it is kept')),
  }
}

/** Records accepted parts with the delivery, when that failed at acceptance: receipts find them by these ids. */
export const noteTakenParts: Hook<'delivery.parts_taken'> = async (tx, { organizationId }, deliveries) => {
  for (const { id, partIds } of deliveries) {
    const taken = partIds.map((providerId, index) => ({
      part: index + 1,
      status: 'accepted' as const,
      providerId,
      errorCode: null,
    }))
    await tx.run(queries.recordParts(organizationId, id, taken))
  }
}
